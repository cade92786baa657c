import Foundation
import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct OverflowRacing {
    @Test(.clauses("OVF-1", "OVF-4", "ORD-1"))
    func `Producers that race at the bound leave as many as are allowed, of each its latest`() async throws {
      try await Crew.work { crew in
        let each = TestLength.isLong ? 1_500 : 60
        let race = try Race(crew, ["--max-messages", "8", "--discard-oldest", "true", "--dawdle", "10"])
        let producers = try (1...4).map { try race.producer(count: each, ["--batch", "\($0 % 3 + 1)"]) }
        try await race.run(producers)
        let names = try crew.bench.pending()
        #expect(names.count == 8)
        // Each gives its messages later dates than the ones before, so that the earlier go first.
        let expected = producers.flatMap { producer in
          let own = (0..<each).map { UUID(process: producer.number, number: $0) }
          return own.suffix(names.count { own.contains($0.id) })
        }
        #expect(Set(names.map(\.id)) == Set(expected))
        try race.drain()
        _ = try race.expectRace("producers at the bound, discarding")
      }
    }

    @Test(.clauses("OVF-3", "OVF-1", "ACK-1"))
    func `What consumers hold is not evicted while producers race at the bound`() async throws {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "6", "--discard-oldest", "true", "--dawdle", "10"])
        let producers = try (0..<3).map { _ in try race.producer(count: TestLength.isLong ? 1_000 : 60) }
        let consumers = try (0..<2).map { try race.consumer(["--limit", "\($0 + 1)", "--extend-every", "2"]) }
        try await race.run(producers, consumers)

        let history = try race.expectRace("consumers at the bound, discarding").history
        // No lease ran out, so that only an eviction could have taken one from its consumer.
        #expect(!history.operations.contains { $0.outcome?.error == .claimNoLongerExists })
        #expect(history.successes(of: .acknowledge) == history.deliveries)
        #expect(history.deliveries > 0)
        #expect(try crew.bench.names().isEmpty)
      }
    }

    @Test(.clauses("LIM-4"))
    func `Producers that race at the bound without discarding never pass it`() async throws {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "3", "--dawdle", "6"])
        let producers = try (0..<4).map {
          try race.producer(count: TestLength.isLong ? 500 : 36, ["--batch", "\($0 % 3 + 1)"])
        }
        let consumers = try (0..<2).map { _ in try race.consumer(["--limit", "2"]) }
        try await race.run(producers, consumers)

        let history = try race.expectRace("at the bound, rejecting").history
        #expect(history.operations.contains { $0.outcome?.error == .mailboxFull })
        #expect(try crew.bench.names().isEmpty)
      }
    }

    @Test(
      .clauses("OVF-2", "OVF-5"), arguments: [("rename:1", 20), ("rename:11", 30), ("remove:1", 40), ("remove:6", 35)])
    func `A producer killed at the bound has discarded nothing too early, and the next one trims`(
      call: String, left: Int
    ) async throws {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "20", "--discard-oldest", "true", "--batch", "20"])
        let (first, victim) = (try race.producer(count: 20), try race.producer(count: 20, ["--halt", "kill:\(call)"]))
        try await race.start([first])
        try await race.expectDone(first)
        try await race.start([victim])
        try await race.bury(victim)
        #expect(try crew.bench.pending().count == left)

        let next = try race.producer(count: 1)
        try await race.start([next])
        try await race.expectDone(next)
        #expect(try crew.bench.pending().count == 20)
        #expect(try crew.bench.pending().last?.id == UUID(process: next.number, number: 0))
      }
    }
  }
}
