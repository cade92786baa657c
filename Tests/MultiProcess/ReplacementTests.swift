import AdapterKit
import Foundation
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Replacement {
    @Test(.clauses("LCK-7"), arguments: ["AppGroupMailbox/bench", "AppGroupMailbox", ""])
    func `A directory that was removed is made again, and shared again`(removed: String) async throws {
      try await Crew.work { crew in
        let folder = "\(crew.bench.container)/\(removed)"
        let adapters = [try await crew.opened(), try await crew.opened(), try await crew.opened()]
        try await adapters[0].enqueue("lost with the directory")
        let lost = try #require(try await adapters[1].claim().first).claim

        try FileManager.default.removeItem(atPath: folder)
        try await adapters[0].enqueue("new")
        #expect(try await adapters[1].claim().map(\.message) == ["new"])
        #expect(
          try await adapters[1].failure(of: "release", ["claim": JSONValue(lost)]) == "claimNoLongerExists")

        try FileManager.default.removeItem(atPath: folder)
        #expect(try await adapters[2].claim().isEmpty)
        // More than are written without names: a folder of temporaries is needed too.
        let batch = (0..<20).map { ["message": JSONValue($0)] as JSONValue }
        try await adapters[1].perform("enqueueBatch", ["messages": .array(batch)])
        #expect(try await adapters[0].claim().count == 20)

        try FileManager.default.removeItem(atPath: folder)
        try await adapters[0].perform("enqueueBatch", ["messages": .array(batch)])
        try FileManager.default.removeItem(atPath: folder)
        try await adapters[1].perform("maintain")
        #expect(try crew.bench.names().isEmpty)
      }
    }

    @Test(.clauses("LCK-7", "LCK-3"))
    func `Processes whose directory is removed again and again while they work go on afterwards`() async throws {
      try await Crew.work { crew in
        var adapters: [AdapterClient] = []
        for _ in 0..<3 { adapters.append(try await crew.opened()) }
        for round in 0..<5 {
          for adapter in adapters {
            for number in 0..<20 { try adapter.ask("enqueue", ["message": JSONValue(number)]) }
          }
          var codes: Set<String?> = []
          for adapter in adapters {
            for number in 0..<20 {
              codes.insert(try await adapter.answer().code)
              // Somebody may be adding to it just now, and then it does not go.
              if number % 4 == 0 { try? FileManager.default.removeItem(atPath: crew.bench.directory) }
            }
          }
          // One that lost its directory on the way may say so, in a way that can be tried again.
          #expect(codes.isSubset(of: [nil, "busy", "ioFailure"]))

          for adapter in adapters { try await adapter.enqueue(.string("round \(round)")) }
          let messages = try await adapters[round % 3].claim().map(\.message)
          #expect(messages.suffix(3) == Array(repeating: .string("round \(round)"), count: 3))
        }
      }
    }

    @Test(.clauses("LCK-3"))
    func `A process that knows the old lock file is kept out by who holds the new one`() async throws {
      try await Crew.work { crew in
        let old = try await crew.opened(limits: ["lockTimeout": 0.2])
        try await old.enqueue("first")
        try FileManager.default.removeItem(atPath: "\(crew.bench.directory)/.mailbox.lock")
        let holder = try await crew.opened(halt: "stop:rename:1")
        try holder.ask("claim")
        try await holder.process.halted()

        #expect(try await old.failure(of: "claim") == "busy")
        #expect(try await old.failure(of: "enqueue", ["message": "refused"]) == "busy")

        holder.process.send(signal: SIGCONT)
        #expect(try await holder.answer().ok?["claims"]?.elements?.count == 1)
        #expect(try await old.claim().isEmpty)
        try await old.enqueue("second")
        #expect(try await holder.claim().map(\.message) == ["second"])
      }
    }

    @Test(.clauses("LCK-3", "CLM-1"))
    func `A lock file replaced under its holder costs no message and delivers none twice`() async throws {
      try await Crew.work { crew in
        let waiting = try await crew.opened()
        for number in 0..<5 { try await waiting.enqueue(JSONValue(number)) }
        let holder = try await crew.opened(halt: "stop:rename:3")
        try holder.ask("claim")
        try await holder.process.halted()

        // Whoever comes now makes a lock file of its own, and goes on beside the holder.
        try FileManager.default.removeItem(atPath: "\(crew.bench.directory)/.mailbox.lock")
        let newcomer = try await crew.opened()
        try waiting.ask("claim")
        let newcomers = try await newcomer.claim().map(\.message)
        #expect(newcomers == [2, 3, 4])

        holder.process.send(signal: SIGCONT)
        #expect(try await holder.answer().ok?["claims"]?.elements?.map { $0["message"] } == [0, 1])
        _ = try await waiting.answer()
        #expect(try await waiting.claim().isEmpty)
        #expect(try crew.bench.claimed().count == 5)
      }
    }

    @Test(.clauses("LCK-3"))
    func `A process with the old directory open works in the one that took its place`() async throws {
      try await Crew.work { crew in
        let old = try await crew.opened()
        try await old.enqueue("moved away")
        let elsewhere = "\(crew.bench.container)/elsewhere"
        try FileManager.default.moveItem(atPath: crew.bench.directory, toPath: elsewhere)
        let before = try FileManager.default.contentsOfDirectory(atPath: elsewhere)

        let newcomer = try await crew.opened()
        try await newcomer.enqueue("first")
        try await old.enqueue("second")
        #expect(try await newcomer.claim().map(\.message) == ["first", "second"])
        #expect(try await old.claim().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == before)
      }
    }
  }
}
