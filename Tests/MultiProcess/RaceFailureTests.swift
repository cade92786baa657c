import Foundation
import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  /// What is left of a race that is found wanting.
  @Suite struct RaceFailing {
    /// Races, and adds to a record afterwards what never happened: a message is delivered twice.
    private static func tamperedRace(_ crew: Crew) async throws -> Race {
      let race = try Race(crew)
      let (producer, consumer) = (try race.producer(count: 5), try race.consumer())
      try await race.run([producer], [consumer])
      let history = try race.history()
      let delivery = try #require(history.operations.first { !($0.outcome?.claims ?? []).isEmpty })
      let claim = try #require(delivery.outcome?.claims.first)
      let clock = delivery.clockInvoked
      let moment = try #require(delivery.returned) + 1
      let other = HistoryClaim(
        token: UUID(), id: claim.id, payload: claim.payload, date: claim.date, attempts: claim.attempts)
      let lines: [HistoryLine] = [
        .invoked(process: producer.number, number: 1_000, call: .claim(limit: 1), moment: moment, clock: clock),
        .returned(
          process: producer.number, number: 1_000, outcome: .claims(claims: [other]), moment: moment + 1, clock: clock,
          isFaulted: nil),
      ]
      let record = try FileHandle(forWritingTo: URL(fileURLWithPath: producer.recordPath))
      try record.seekToEnd()
      try record.write(contentsOf: Data(lines.map { $0.text + "\n" }.joined().utf8))
      try record.close()
      return race
    }

    @Test func `A race that breaks a promise leaves its history and its picture, and says how to draw it`()
      async throws
    {
      try await Crew.work { crew in
        let race = try await Self.tamperedRace(crew)
        let folder = "\(crew.bench.container)/kept"
        try withKnownIssue {
          _ = try race.finding("seed 7", keepingIn: folder)
        } matching: { issue in
          let told = issue.comments.map(\.rawValue).joined()
          return told.contains("seed 7\nbroken: oneHolder (CLM-1, CLM-16, REC-2): ")
            && told.contains("swift run MailboxAdapter draw \(folder)/race-1.jsonl")
        }
        let picture = try String(contentsOfFile: "\(folder)/race-1.svg", encoding: .utf8)
        #expect(picture.contains("Broken: \(HistoryPromise.oneHolder.meaning)"))

        // Drawn again from what was kept, it is the same.
        let again = "\(folder)/again.svg"
        let drawer = try crew.spawn(["draw", "\(folder)/race-1.jsonl", "--output", again])
        #expect(try await drawer.exit() == .status(0))
        #expect(try String(contentsOfFile: again, encoding: .utf8) == picture)
      }
    }

    @Test func `Only the latest are kept, and nothing else in their folder is touched`() async throws {
      try await Crew.work { crew in
        let failure = try #require(RaceFailure(try await Self.tamperedRace(crew).unreportedFinding(), origin: ""))
        let folder = "\(crew.bench.container)/kept"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/race-notes.jsonl"))
        for number in 1...RaceFailure.mostKept + 3 {
          #expect(failure.report(keepingIn: folder).contains("\(folder)/race-\(number).svg"))
        }
        let numbers = 4...RaceFailure.mostKept + 3
        let expected = Set(numbers.flatMap { ["race-\($0).jsonl", "race-\($0).svg"] } + ["race-notes.jsonl"])
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == expected)
      }
    }

    @Test func `A race whose folder cannot be written still says what is broken`() async throws {
      try await Crew.work { crew in
        let failure = try #require(RaceFailure(try await Self.tamperedRace(crew).unreportedFinding(), origin: "seed 7"))
        let told = failure.report(keepingIn: "\(crew.bench.container)/race/clock/none")
        #expect(told.hasPrefix("seed 7\nbroken: oneHolder"))
        #expect(told.contains("neither history nor picture could be kept"))
      }
    }

    @Test func `A race that breaks nothing leaves nothing`() async throws {
      try await Crew.work { crew in
        let race = try Race(crew)
        // So many operations, however slow the machine is: a consumer that waits looks again and again, too often for the search.
        try await race.run(try (1...2).map { try race.mixer(count: 4, seed: $0) })
        let folder = "\(crew.bench.container)/kept"
        let finding = try race.finding(keepingIn: folder)
        #expect(finding.violations.isEmpty && finding.search == .explained)
        #expect(!FileManager.default.fileExists(atPath: folder))
      }
    }
  }
}

extension MultiProcess.RaceFailing {
  @Test(
    arguments: [
      // Of one process, and then of another: process, beginning, end.
      ([(0, 0, 9), (0, 10, 19), (1, 20, 29)], 0),
      // At one moment, both ran.
      ([(0, 0, 10), (1, 10, 20)], 2),
      // One runs all the while.
      ([(0, 0, 9), (1, 1, 2), (1, 3, 4), (2, 20, 21)], 3),
      // One that never ends may run on.
      ([(0, 0, nil), (1, 50, 51), (2, 60, 61)], 3),
    ] as [([(process: Int, begins: UInt64, ends: UInt64?)], Int)])
  func `Only what runs while another process does something counts as overlapping`(
    operations: [(process: Int, begins: UInt64, ends: UInt64?)], overlapping: Int
  ) {
    var history = MailboxHistory(participants: (0..<3).map { _ in HistoryParticipant() })
    for operation in operations {
      let number = history.invoke(.maintain, by: operation.process, at: operation.begins, clock: 0)
      if let end = operation.ends { history.finish(number, .done, at: end, clock: 0) }
    }
    #expect(history.overlapping == overlapping)
  }
}

extension Race {
  fileprivate func unreportedFinding() throws -> HistoryFinding { HistoryFinding(judging: try history()) }
}
