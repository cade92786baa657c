import MailboxAdapter
import MailboxTestSupport
import Testing

/// Tests with real processes, one at a time: each of them keeps the machine busy by itself.
@Suite(.serialized, .timeLimit(.minutes(3))) enum MultiProcess {}

extension MultiProcess {
  @Suite struct Racing {
    @Test(.clauses("CLM-1", "CLM-16", "ORD-1"))
    func `Four producers and four consumers deliver every message once, and in order`() async throws {
      try await Crew.work { crew in
        // Two of them in batches; little room, so that producers meet a full mailbox too.
        let producers = try (0..<4).map { number in
          try crew.producer(number, count: 500, ["--batch", number < 2 ? "1" : "10", "--max-messages", "60"])
        }
        let consumers = try (4..<8).map { try crew.consumer($0, ["--limit", "\($0)"]) }
        try await crew.start(producers + consumers)
        for producer in producers { #expect(try await producer.process.exit() == .status(0)) }
        try crew.finish()
        for consumer in consumers { #expect(try await consumer.process.exit() == .status(0)) }

        let history = try RaceHistory(producers + consumers)
        let claims = history.returned(.claim)
        #expect(claims.count == 2_000)
        #expect(claims.values.allSatisfy { $0.count == 1 })
        #expect(history.deliveryViolations().isEmpty)
        #expect(history.producerOrderViolations.isEmpty)
        #expect(history.orderViolations.isEmpty)
        #expect(try crew.bench.names().isEmpty)
        // Otherwise it was no race.
        #expect(Set(claims.values.flatMap { $0.map(\.helper) }).count == 4)
      }
    }

    @Test(.clauses("REL-1", "ACK-1", "CLM-16"))
    func `What racing consumers release is delivered again, and acknowledged once`() async throws {
      try await Crew.work { crew in
        let producers = try (0..<2).map { try crew.producer($0, count: 100, ["--max-messages", "40"]) }
        let consumers = try (2..<5).map { try crew.consumer($0, ["--release-every", "3"]) }
        try await crew.start(producers + consumers)
        for producer in producers { #expect(try await producer.process.exit() == .status(0)) }
        try crew.finish()
        for consumer in consumers { #expect(try await consumer.process.exit() == .status(0)) }

        let history = try RaceHistory(producers + consumers)
        #expect(history.returned(.acknowledge).count == 200)
        #expect(!history.returned(.release).isEmpty)
        #expect(history.deliveryViolations().isEmpty)
        #expect(try crew.bench.names().isEmpty)
      }
    }
  }
}
