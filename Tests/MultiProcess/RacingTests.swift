import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Tests with real processes, one at a time: each of them keeps the machine busy by itself.
@Suite(.serialized, .ownThreads, .timeLimit(.minutes(3))) enum MultiProcess {}

extension MultiProcess {
  @Suite struct Racing {
    @Test(.clauses("CLM-1", "CLM-16", "ORD-1"))
    func `Four producers and four consumers deliver every message once, and in order`() async throws {
      let each = TestLength.isLong ? 2_500 : 300
      try await Crew.work { crew in
        // Little room, so that producers meet a full mailbox too; two of them enqueue in batches.
        let race = try Race(crew, ["--max-messages", "60", "--dawdle", TestLength.isLong ? "200" : "60"])
        let producers = try (0..<4).map { try race.producer(count: each, ["--batch", $0 < 2 ? "1" : "10"]) }
        let consumers = try (4..<8).map { try race.consumer(["--limit", "\($0)"]) }
        try await race.run(producers, consumers)

        let finding = try race.expectRace("four producers, four consumers")
        #expect(finding.history.deliveries == 4 * each)
        #expect(try crew.bench.names().isEmpty)
        let claims = finding.history.operations.filter { !($0.outcome?.claims ?? []).isEmpty }
        #expect(Set(claims.map(\.process)).count == 4)
      }
    }

    @Test(.clauses("REL-1", "ACK-1", "CLM-16"))
    func `What racing consumers release is delivered again, and acknowledged once`() async throws {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "40", "--dawdle", "40"])
        let producers = try (0..<2).map { _ in try race.producer(count: 100) }
        let consumers = try (0..<3).map { _ in try race.consumer(["--release-every", "3", "--extend-every", "5"]) }
        try await race.run(producers, consumers)

        let history = try race.expectRace("releasing consumers").history
        #expect(history.successes(of: .acknowledge) == 200)
        #expect(history.successes(of: .release) > 0)
        #expect(history.successes(of: .extend) > 0)
        #expect(try crew.bench.names().isEmpty)
      }
    }

    @Test(.clauses("REC-1", "LSE-4", "CLM-5"))
    func `What slow consumers lose is delivered again, with its attempts counted`()
      async throws
    {
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "12", "--claim-timeout", "0.003", "--dawdle", "6"])
        let mixers = try (0..<4).map { try race.mixer(count: TestLength.isLong ? 2_000 : 80, seed: $0) }
        try await race.run(mixers)
        try race.drain()

        let history = try race.expectRace("short leases").history
        // Otherwise nothing was recovered.
        #expect(history.operations.contains { $0.outcome?.claims.contains { $0.attempts > 0 } ?? false })
        #expect(history.operations.contains { $0.outcome?.error == .claimNoLongerExists })
      }
    }

    /// Seeds; a slice of them has one test's time.
    private static let courses: [ClosedRange<UInt64>] =
      TestLength.isLong ? (0..<20).map { $0 * 25 + 1...$0 * 25 + 25 } : [1...6, 7...12]

    @Test(.clauses("CLM-1", "ENQ-2", "LIM-4"), arguments: courses)
    func `Processes that do everything at once do it in some order`(seeds: ClosedRange<UInt64>) async throws {
      var tally = RaceTally()
      for seed in seeds {
        let finding = try await Crew.work { try await RaceCourse(seed: seed).run(in: $0) }
        tally.add(finding)
        // One to look at is enough.
        if RaceFailure(finding, origin: "") != nil { break }
      }
      tally.report("small races")
      // Otherwise these were no races. One of them may happen to run one after the other.
      #expect(tally.overlapping * 3 > tally.operations)
      // Otherwise the budget of the search is too small for them.
      #expect(tally.explained * 2 > tally.races)
    }
  }
}

extension Race {
  /// Judges a race, which must have been one: a good part of all that was done overlapped.
  func expectRace(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> HistoryFinding {
    let finding = try finding(title, sourceLocation: sourceLocation)
    let history = finding.history
    #expect(history.overlapping * 3 > history.operations.count, sourceLocation: sourceLocation)
    var tally = RaceTally()
    tally.add(finding)
    tally.report(title)
    return finding
  }

  /// Lets everybody begin together, and waits until they are done: the latter go on until the former are and nothing is left.
  ///
  /// - Throws: As soon as one of them fails: the others may wait for it in vain.
  func run(_ first: [RaceHelper], _ others: [RaceHelper] = []) async throws {
    try await start(first + others)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for helper in first { try await self.expectDone(helper) }
        try self.finish()
      }
      for helper in others { group.addTask { try await self.expectDone(helper) } }
      while try await group.next() != nil {}
    }
  }

  /// Waits for the end of one that has done all that it was to do.
  func expectDone(_ helper: RaceHelper) async throws {
    let exit = try await helper.process.exit()
    guard exit == .status(0) else {
      throw UnexpectedAnswer(description: "helper \(helper.number): \(exit) \(helper.process.complaints.contents)")
    }
  }
}
