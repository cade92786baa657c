#if canImport(MailboxBenchmark)
  import Testing

  @testable import MailboxBenchmark

  @Suite struct GoalTests {
    private static func measured(
      _ cell: Cell, _ times: KeyValuePairs<ContenderKind, Double>
    ) -> Measurement {
      Measurement(
        cell: cell, samples: Dictionary(uniqueKeysWithValues: times.map { ($0.key, Samples([$0.value])) }))
    }

    @Test func `The default run measures every goal`() {
      let all = BenchmarkPlan.of(.chosen).cells.map { Self.measured($0, [.mailbox: 3, .floor: 2, .sqlite: 1]) }
      let goals = Goal.all(in: all)
      #expect(goals.count == 12)
      #expect(goals.filter { $0.bound != nil }.map(\.bound) == [1.5, 1.3, 2, 2, 1.2, 0.5, 2])
    }

    @Test func `A goal is a ratio of medians, met or missed`() throws {
      let cell = Cell(scenario: .enqueue, depth: 100)
      let met = try #require(Goal.all(in: [Self.measured(cell, [.mailbox: 45, .floor: 30])]).first)
      #expect(met.measured == 1.5 && met.isMet == true)
      let missed = try #require(Goal.all(in: [Self.measured(cell, [.mailbox: 46, .floor: 30])]).first)
      #expect(missed.isMet == false)
      // Without the other side there is nothing to say.
      #expect(Goal.all(in: [Self.measured(cell, [.mailbox: 46])]) == [])
    }

    @Test func `A change of another's is measured against the library's own cost and what a listing costs`() throws {
      let goals = Goal.all(in: [
        Self.measured(Cell(scenario: .enqueue, depth: 100), [.mailbox: 60, .floor: 40]),
        Self.measured(Cell(scenario: .afterChange, depth: 100), [.mailbox: 160, .floor: 60]),
      ])
      let goal = try #require(goals.first { $0.name.contains("after another's change") })
      // 60 of its own, 20 for a listing.
      #expect(goal.measured == 2 && goal.isMet == nil)
    }

    @Test func `Medians and quartiles lie where they should`() {
      let samples = Samples([5, 1, 4, 2, 3])
      #expect((samples.low, samples.median, samples.high, samples.count) == (2, 3, 4, 5))
      #expect(samples.spread == 1.0 / 3)
      #expect(Samples([1, 2]).median == 1.5)
      #expect(Samples([7]).low == 7 && Samples([7]).high == 7)
    }

    @Test(arguments: [
      (12.3, "12.3 ns"), (999, "999 ns"), (1_500, "1.50 µs"), (66_666, "66.7 µs"), (123_456_789, "123 ms"),
      (2e9, "2.00 s"),
    ])
    func `Times have three digits and a unit`(nanoseconds: Double, text: String) {
      #expect(TextReport.time(nanoseconds) == text)
    }
  }
#endif
