import AdapterKit
import Foundation
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Stopping {
    private static let lockTimeout = 0.2
    private static let limits: JSONValue = ["lockTimeout": 0.2]
    /// How many times longer than asked for a refusal may take on a machine that does much else.
    private static let slack = 20.0

    /// What the holder of the lock is stopped in, before which call of its own.
    enum Hold: String, CaseIterable, CustomTestStringConvertible {
      case claim = "stop:rename:1"
      case enqueue = "stop:write:2"

      var testDescription: String { "stopped in \(self == .claim ? "a claim" : "an enqueue")" }

      /// A process that opened the mailbox and is stopped now, holding the lock.
      func begin(in crew: Crew) async throws -> AdapterClient {
        let holder = try await crew.opened(halt: rawValue)
        switch self {
        case .claim: try holder.ask("claim", ["limit": 1])
        // The first write is the message, the second the generation, under the lock.
        case .enqueue: try holder.ask("enqueue", ["message": "held"])
        }
        try await holder.process.halted()
        return holder
      }
    }

    @Test(.clauses("LCK-2"), arguments: Hold.allCases)
    func `A stopped holder of the lock makes the others busy in time, and they go on when it does`(
      hold: Hold
    ) async throws {
      try await Crew.work { crew in
        let other = try await crew.opened(limits: Self.limits)
        try await other.enqueue("first")
        let holder = try await hold.begin(in: crew)

        let before = try crew.bench.names()
        try await expectBusy(other)
        #expect(try crew.bench.names() == before)

        holder.process.send(signal: SIGCONT)
        let answer = try await holder.answer()
        #expect(answer.ok != nil)
        #expect(try await other.claim().map(\.message) == (hold == .claim ? [] : ["first", "held"]))
        try await other.enqueue("second")
        #expect(try await other.claim().map(\.message) == ["second"])
      }
    }

    @Test(.clauses("LCK-2", "CLM-1"), arguments: Hold.allCases)
    func `A stopped holder that dies loses the lock and no message`(hold: Hold) async throws {
      try await Crew.work { crew in
        let other = try await crew.opened(limits: Self.limits)
        try await other.enqueue("first")
        let holder = try await hold.begin(in: crew)
        try await expectBusy(other)

        holder.process.send(signal: SIGKILL)
        #expect(try await holder.process.exit() == .signal(SIGKILL))
        try await other.enqueue("second")
        // Its message is not there: it died before the call that would have made it visible.
        #expect(try await other.claim().map(\.message) == ["first", "second"])
        #expect(crew.bench.temporaries().isEmpty)
      }
    }

    private func expectBusy(_ other: AdapterClient) async throws {
      for (operation, arguments) in [
        ("enqueue", ["message": "refused"]), ("claim", [:]), ("maintain", [:]),
      ] as [(String, JSONValue)] {
        let answer = try await other.call(operation, arguments)
        #expect(answer.code == "busy", "\(operation)")
        #expect(answer.seconds >= Self.lockTimeout, "\(operation)")
        #expect(answer.seconds < Self.lockTimeout * Self.slack, "\(operation)")
      }
    }

    @Test(.clauses("ACK-4", "REL-5", "LSE-5"))
    func `Acknowledge, release and extend go on while the holder of the lock is stopped`() async throws {
      try await Crew.work { crew in
        let other = try await crew.opened(limits: Self.limits)
        for number in 0..<4 { try await other.enqueue(JSONValue(number)) }
        let claims = try await other.claim(limit: 3)
        try #require(claims.count == 3)
        let holder = try await Hold.claim.begin(in: crew)

        try crew.bench.expireLeases()
        for (operation, claim) in zip(["acknowledge", "release", "extend"], claims) {
          let answer = try await other.call(operation, ["claim": JSONValue(claim.claim)])
          #expect(answer.ok != nil, "\(operation)")
          #expect(answer.seconds < Self.lockTimeout * Self.slack, "\(operation)")
        }
        #expect(try crew.bench.pending().count == 2)
        #expect(try crew.bench.claimed().count == 1)

        holder.process.send(signal: SIGCONT)
        #expect(try await holder.answer().ok?["claims"]?.elements?.map { $0["message"] } == [3])
        // Released, and back; acknowledged, and gone; extended, and so not recovered.
        #expect(try await other.claim().map(\.message) == [1])
        try await other.acknowledge(claims[2].claim)
      }
    }

    @Test(.clauses("DLQ-6", "LCK-2"))
    func `Reject waits for the lock, and keeps the claim when it cannot be had`() async throws {
      try await Crew.work { crew in
        let other = try await crew.opened(limits: Self.limits)
        try await other.enqueue("bad")
        try await other.enqueue("good")
        let claim = try #require(try await other.claim(limit: 1).first).claim
        let holder = try await Hold.claim.begin(in: crew)
        #expect(try await other.failure(of: "reject", ["claim": JSONValue(claim)]) == "busy")
        holder.process.send(signal: SIGKILL)
        _ = try await holder.process.exit()
        try await other.perform("reject", ["claim": JSONValue(claim)])
        #expect(try crew.bench.deadLetters().map(\.reason.rawValue) == ["rejected"])
      }
    }
  }
}
