import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Opening a FIFO waits for a writer, unless one says otherwise.
///
/// In processes that end by themselves if opening waits: nothing else could end such a test.
struct WaitingTests {
  @Test(.clauses("SEC-4", "CLM-15"), arguments: ExchangeTests.Moment.allCases.map(\.rawValue))
  func `A claim does not wait for a FIFO that takes the place of a message`(_ moment: String) async {
    await #expect(processExitsWith: .success) { [moment = moment as String] in
      _ = alarm(20)
      let moment = try #require(ExchangeTests.Moment(rawValue: moment))
      let (guarded, mailbox) = try ExchangeTests.exchange(.fifo, at: moment)
      #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
      #expect(try mailbox.claimPending().isEmpty)
      guarded.expect("quarantine type", "claimed 2 attempts 1")
    }
  }

  /// Everything else that opens a message by its name.
  enum Opening: String, Sendable, Codable, CaseIterable {
    case legacyName, repeatedIdentifier, extending, restoring, listing
  }

  @Test(.clauses("SEC-4", "LAY-1"), arguments: Opening.allCases)
  func `Nothing else that opens a message waits for a FIFO in its place`(_ opening: Opening) async {
    await #expect(processExitsWith: .success) { [opening = opening as Opening] in
      _ = alarm(20)
      let guarded = try GuardedMailbox()
      let names = [
        opening == .legacyName ? EntryNames.legacy(1) : EntryNames.pending(1), EntryNames.deadLetter(3),
      ]
      try guarded.plant(zip(names, [1, 3]).map { .file($0, MailboxBench.body($1)) })
      let plan = FaultPlan()
      let mailbox = try guarded.bench.open(durability: .powerLoss, fileSystem: plan.fileSystem())
      let letter = try #require(try mailbox.deadLetters().first)
      let claim = opening == .extending ? try mailbox.claimPending().first : nil
      let (directory, now) = (guarded.bench.directory, guarded.bench.clock.now)
      plan.before(.openFile) { call in
        guard let name = call.name, call.concernsMessage else { return }
        try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        try? PlantedEntry.fifo(name).plant(in: directory, now: now)
      }
      switch opening {
      case .legacyName: try? mailbox.performMaintenance()
      case .repeatedIdentifier: _ = try? mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(1))
      case .extending: #expect(throws: AppGroupMailboxError.self) { try claim?.extend() }
      case .restoring: #expect(throws: AppGroupMailboxError.self) { try mailbox.restore(letter) }
      case .listing: #expect(try mailbox.deadLetters().map(\.message) == [nil])
      }
      #expect(guarded.summary.lines.contains { $0.hasPrefix("fifo") || $0.hasPrefix("quarantine type") })
      guarded.expectNeighboursUntouched()
    }
  }
}
