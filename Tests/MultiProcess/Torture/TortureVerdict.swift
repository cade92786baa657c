#if os(Linux)
  import AppGroupMailbox
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport

  /// What is wrong after a round, beyond what the judges of histories see.
  struct TortureVerdict {
    private(set) var faults: [String] = []

    init(_ round: TortureRound, _ history: MailboxHistory) throws {
      faults = round.harm
      for intruder in round.intruders {
        let record = try String(contentsOfFile: intruder.helper.recordPath, encoding: .utf8)
        // Who it is, and nothing that it did.
        expect(record.split(separator: "\n").count == 1, "an intruder used the mailbox")
      }
      try judgeDirectory(round, history)
      judgeErrors(round, history)
    }

    private mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
      if !condition { faults.append(fault()) }
    }

    private mutating func judgeDirectory(_ round: TortureRound, _ history: MailboxHistory) throws {
      let bench = round.bench
      bench.ageTemporaries()
      try bench.open(String.self, clock: round.race.clock).performMaintenance()
      expect(bench.temporaries().isEmpty, "temporaries were not swept: \(bench.temporaries())")

      let (foreign, names) = (round.foreignNames, try bench.names())
      let letters = try bench.deadLetters()
      let ours = names.filter { !foreign.contains($0) && !$0.hasPrefix("quarantine-") && !$0.hasPrefix("deadletter-") }
      expect(ours.isEmpty, "stranded: \(ours)")
      expect(letters.count == names.count { $0.hasPrefix("deadletter-") }, "dead letters have names that do not parse")
      let known = Set(history.operations.flatMap(\.call.identifiers))
      expect(Set(letters.map(\.message.id)).isSubset(of: known), "a dead letter was never enqueued")

      let quarantined = names.count { $0.hasPrefix("quarantine-") }
      expect(quarantined <= min(round.hostileFiles, 20), "\(quarantined) in quarantine, \(round.hostileFiles) hostile")
      expect(round.hostileFiles == 0 || quarantined > 0, "hostile files are nowhere")
      let changed = round.changedForeignFiles()
      expect(changed.isEmpty, "foreign files were changed or removed: \(changed)")

      for path in ["\(bench.container)/AppGroupMailbox", bench.directory] {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expect(mode == 0o700, "\(path) has mode \(String(mode ?? -1, radix: 8))")
      }
    }

    /// Somebody else was quicker, or there was no room.
    private static let everyday: Set<HistoryError> = [
      .busy, .mailboxFull, .claimNoLongerExists, .duplicateMessage, .deadLettersFull, .deadLetterNoLongerExists,
    ]

    private mutating func judgeErrors(_ round: TortureRound, _ history: MailboxHistory) {
      var excused = Self.everyday.union(round.plan.excusedErrors)
      if round.plan.synchronizes { excused.insert(.notDurable) }
      for operation in history.operations {
        guard let error = operation.outcome?.error, !excused.contains(error) else { continue }
        faults.append("unexpected: \(operation)")
      }
    }
  }

  extension HistoryCall {
    /// What it may have stored.
    fileprivate var identifiers: [UUID] {
      switch self {
      case .enqueue(let message, _): message.id.map { [$0] } ?? []
      case .batch(let messages): messages.compactMap(\.id)
      default: []
      }
    }
  }
#endif
