import AdapterKit
import Foundation
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Opening {
    @Test(.clauses("LAY-1", "LCK-1", "LIM-4"))
    func `Sixteen processes that open a new mailbox at once share one directory, lock and bound`() async throws {
      try await Crew.work { crew in
        let adapters = try (0..<16).map { _ in try crew.adapter() }
        for adapter in adapters { try await adapter.perform("hello", ["protocols": [1]]) }
        for round in 0..<4 {
          // A container that is not there either.
          let container = "\(crew.bench.container)/new-\(round)"
          let place: [String: JSONValue] = ["container": .string(container)]
          let opening = crew.opening(limits: ["maxMessages": 5], place)
          for adapter in adapters { try adapter.ask("open", opening) }
          for adapter in adapters { #expect(try await adapter.answer().error == nil) }

          for adapter in adapters { try adapter.ask("enqueue", ["message": "m"]) }
          var failures: [String?] = []
          for adapter in adapters { failures.append(try await adapter.answer().code) }
          #expect(failures.count { $0 == nil } == 5)
          #expect(failures.count { $0 == "mailboxFull" } == 11)

          #expect(try await adapters[round].claim().count == 5)
          #expect(try FileManager.default.contentsOfDirectory(atPath: container) == ["AppGroupMailbox"])
          let mailboxes = try FileManager.default.contentsOfDirectory(atPath: "\(container)/AppGroupMailbox")
          #expect(mailboxes == [crew.bench.namespace])
        }
      }
    }

    @Test(.clauses("LAY-1", "LCK-1", "CLM-16"))
    func `Sixteen processes that make a new mailbox while others fill and empty it already lose nothing`() async throws
    {
      var tally = RaceTally()
      for round in 0..<(TestLength.isLong ? 100 : 1) {
        let finding = try await Crew.work { crew in
          // Each opens the mailbox when it is told to begin; nothing of it is there yet.
          let race = try Race(crew, ["--max-messages", "10", "--dawdle", "8"])
          let producers = try (0..<10).map { _ in try race.producer(count: 4) }
          let consumers = try (0..<6).map { _ in try race.consumer(["--limit", "2"]) }
          try await race.run(producers, consumers)

          #expect(try crew.bench.names().isEmpty)
          let mailboxes = try FileManager.default.contentsOfDirectory(
            atPath: "\(crew.bench.container)/AppGroupMailbox")
          #expect(mailboxes == [crew.bench.namespace])
          return try race.finding("openers, round \(round)")
        }
        #expect(finding.history.deliveries == 40)
        // Otherwise it was no race.
        #expect(finding.history.overlapping * 3 > finding.history.operations.count)
        tally.add(finding)
      }
      tally.report("openers")
    }

    @Test(.clauses("ENQ-2"))
    func `Of eight processes that enqueue one identifier at once, one stores it and all succeed`() async throws {
      try await Crew.work { crew in
        var adapters: [AdapterClient] = []
        for _ in 0..<8 { adapters.append(try await crew.opened()) }
        for round in 1...5 {
          let id = MailboxBench.id(round).uuidString
          for adapter in adapters { try adapter.ask("enqueue", ["message": JSONValue(round), "id": .string(id)]) }
          for adapter in adapters { #expect(try await adapter.answer().ok?["id"]?.string == id) }
          #expect(try crew.bench.pending().count == round)
        }
        var repetitions = 0
        for adapter in adapters {
          repetitions += try await adapter.perform("diagnostics")["diagnostics"]?.elements?.count ?? 0
        }
        #expect(repetitions == 5 * 7)
      }
    }
  }
}
