import AdapterKit
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct MixedSettings {
    @Test(.clauses("LIM-4", "OVF-1", "OVF-3"))
    func `Each process keeps to its own bound and policy on one mailbox`() async throws {
      try await Crew.work { crew in
        let narrow = try await crew.opened(limits: ["maxMessages": 2], ["durability": "powerLoss"])
        let wide = try await crew.opened(limits: ["maxMessages": 4], ["durability": "ordered"])
        let discarding = try await crew.opened(limits: ["maxMessages": 3], ["policy": "discardOldest"])

        try await narrow.enqueue(0)
        try await wide.enqueue(1)
        #expect(try await narrow.failure(of: "enqueue", ["message": 2]) == "mailboxFull")
        try await wide.enqueue(2)
        try await wide.enqueue(3)
        #expect(try await wide.failure(of: "enqueue", ["message": 4]) == "mailboxFull")
        #expect(try await narrow.claim(limit: 1).map(\.message) == [0])

        // One claimed and three waiting, and room for three: two must go for one to come.
        try await discarding.enqueue(4)
        #expect(try await wide.claim().map(\.message) == [3, 4])
        #expect(try await discarding.failure(of: "enqueue", ["message": 5]) == "mailboxFull")
        let diagnostics = try await discarding.perform("diagnostics")["diagnostics"]?.elements
        #expect(diagnostics?.map { $0["event"]?.string } == ["oldestMessageDiscarded", "oldestMessageDiscarded"])
      }
    }

    @Test(.clauses("DLQ-3", "DLQ-4", "DLQ-9"))
    func `What one process cannot take becomes a dead letter that another restores`() async throws {
      try await Crew.work { crew in
        let able = try await crew.opened()
        let small = try await crew.opened(limits: ["maxPayloadBytes": 200])
        let strings = try await crew.opened(["consumer": "string"])
        let long = JSONValue.string(String(repeating: "x", count: 300))

        try await able.enqueue(long)
        try await able.enqueue(["a": 1])
        #expect(try await small.claim().map(\.message) == [["a": 1]])
        try await able.enqueue(["b": 2])
        #expect(try await strings.claim().isEmpty)

        let letters = try await able.perform("deadLetters")["letters"]?.elements ?? []
        #expect(letters.map { $0["reason"] } == ["oversize", "undecodable"])
        #expect(letters.map { $0["message"] } == [long, ["b": 2]])
        for letter in letters { try await able.perform("restore", ["letter": letter["letter"] ?? .null]) }
        #expect(try await able.claim().map(\.message) == [long, ["b": 2]])
      }
    }
  }
}
