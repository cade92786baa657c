import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Tests with real processes, one at a time: each of them keeps the machine busy by itself.
@Suite(.serialized, .timeLimit(.minutes(3))) enum MultiProcess {}

extension MultiProcess {
  @Suite struct Racing {
    @Test(.clauses("CLM-1", "CLM-16", "ORD-1"))
    func `Four producers and four consumers deliver every message once, and in order`() async throws {
      try await Crew.work { crew in
        // Little room, so that producers meet a full mailbox too; two of them enqueue in batches.
        let race = try Race(crew, ["--max-messages", "60"])
        let producers = try (0..<4).map { try race.producer(count: 500, ["--batch", $0 < 2 ? "1" : "10"]) }
        let consumers = try (4..<8).map { try race.consumer(["--limit", "\($0)"]) }
        try await race.run(producers, consumers)

        let history = try race.judge()
        let claims = history.operations.filter { !($0.outcome?.claims ?? []).isEmpty }
        #expect(claims.reduce(0) { $0 + ($1.outcome?.claims.count ?? 0) } == 2_000)
        #expect(try crew.bench.names().isEmpty)
        // Otherwise it was no race.
        #expect(Set(claims.map(\.process)).count == 4)
      }
    }

    @Test(.clauses("REL-1", "ACK-1", "CLM-16"))
    func `What racing consumers release is delivered again, and acknowledged once`() async throws {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "40"])
        let producers = try (0..<2).map { _ in try race.producer(count: 100) }
        let consumers = try (0..<3).map { _ in try race.consumer(["--release-every", "3", "--extend-every", "5"]) }
        try await race.run(producers, consumers)

        let history = try race.judge()
        #expect(history.successes(of: .acknowledge) == 200)
        #expect(history.successes(of: .release) > 0)
        #expect(history.successes(of: .extend) > 0)
        #expect(try crew.bench.names().isEmpty)
      }
    }

    @Test(.clauses("CLM-1", "ENQ-2", "LIM-4"), arguments: 1...6 as ClosedRange<UInt64>)
    func `Processes that do everything at once do it in some order`(seed: UInt64) async throws {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "6", "--max-attempts", "3", "--claim-timeout", "0.01"])
        let mixers = try (0..<4).map { try race.mixer(count: 15, seed: seed &* 4 &+ $0) }
        try await race.run(mixers)
        try race.drain()
        try race.judge("seed \(seed)")
      }
    }
  }
}

extension Race {
  /// Lets everybody begin together, and waits until they are done: the latter go on until the former are and nothing is left.
  func run(_ first: [RaceHelper], _ others: [RaceHelper] = []) async throws {
    try await start(first + others)
    for helper in first { try await expectDone(helper) }
    try finish()
    for helper in others { try await expectDone(helper) }
  }

  /// Waits for the end of one that has done all that it was to do.
  func expectDone(_ helper: RaceHelper) async throws {
    let exit = try await helper.process.exit()
    guard exit == .status(0) else {
      throw UnexpectedAnswer(description: "helper \(helper.number): \(exit) \(helper.process.complaints.contents)")
    }
  }
}
