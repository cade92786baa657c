import AdapterKit
import Foundation
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Fencing {
    @Test(.clauses("ACK-2", "REL-3", "LSE-3"), arguments: ["acknowledge", "release", "extend", "reject"])
    func `What a consumer does after another process has recovered its claim fails and harms nothing`(
      operation: String
    ) async throws {
      try await Crew.work { crew in
        let late = try await crew.opened()
        let other = try await crew.opened()
        try await late.enqueue("message")
        let lost = try #require(try await late.claim().first).claim
        #expect(try crew.bench.expireLeases() == 1)

        // Recovered and waiting: the late one must not take it from there.
        try await other.perform("maintain")
        #expect(try crew.bench.pending().map(\.attempts) == [1])
        try await expectNoLonger(late, operation, lost, crew.bench)

        // Recovered and held by somebody else: the late one must not touch that claim, nor its lease.
        let held = try #require(try await other.claim().first).claim
        try await expectNoLonger(late, operation, lost, crew.bench)
        try await other.perform("extend", ["claim": JSONValue(held)])
        try await other.acknowledge(held)
        #expect(try crew.bench.names().isEmpty)
        try await expectNoLonger(late, operation, lost, crew.bench)
      }
    }

    @Test(.clauses("LSE-2", "REC-2"))
    func `A lease that was extended in time is left alone by other processes`() async throws {
      try await Crew.work { crew in
        let holder = try await crew.opened()
        let other = try await crew.opened()
        try await holder.enqueue("message")
        let claim = try #require(try await holder.claim().first).claim
        try crew.bench.expireLeases()
        try await holder.perform("extend", ["claim": JSONValue(claim)])
        try await other.perform("maintain")
        #expect(try await other.claim().isEmpty)
        try await holder.acknowledge(claim)
        #expect(try crew.bench.names().isEmpty)
      }
    }

    @Test(.clauses("LSE-4", "CLM-5"))
    func `Each recovery gives a new token and counts an attempt`() async throws {
      try await Crew.work { crew in
        var tokens: Set<UUID> = []
        try await crew.opened().enqueue("message")
        for attempt in 0..<4 {
          // The last consumer died with the claim in its hands.
          let consumer = try await crew.opened()
          let claim = try await consumer.perform("claim")["claims"]?.elements?.first
          #expect(claim?["attempts"]?.integer == attempt)
          tokens.formUnion(try crew.bench.claimed().map(\.token))
          consumer.process.send(signal: SIGKILL)
          _ = try await consumer.process.exit()
          try crew.bench.expireLeases()
        }
        #expect(tokens.count == 4)
      }
    }
  }
}
