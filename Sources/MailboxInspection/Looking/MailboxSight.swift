import AppGroupMailbox

/// One mailbox directory as it was seen at one moment.
struct MailboxSight: Sendable {
  var place: MailboxPlace
  /// When, in seconds since 2001.
  var moment: Double
  var directory: FileStatus
  /// The `AppGroupMailbox` above it, if it is in one.
  var root: FileStatus?
  /// Everything but the lock file and `.tmp`, sorted by name.
  var entries: [SeenEntry] = []
  var lock = LockSight()
  var temporaries = TemporariesSight()
  /// Whether it changed while it was looked at, however often that was tried.
  var isChanging = false

  /// The waiting messages, in order.
  var pending: [SeenEntry] { inOrder { if case .pending = $0 { true } else { false } } }
  /// The held messages, in order.
  var claimed: [SeenEntry] { inOrder { if case .claimed = $0 { true } else { false } } }
  /// The dead letters, in the order of their messages.
  var deadLetters: [SeenEntry] { inOrder { if case .deadLetter = $0 { true } else { false } } }
  /// The quarantine, newest first.
  var quarantined: [(entry: SeenEntry, name: QuarantineName)] {
    entries.compactMap { entry in
      if case .quarantined(let name) = entry.meaning { (entry, name) } else { nil }
    }.sorted { $0.1.milliseconds > $1.1.milliseconds }
  }
  var malformed: [SeenEntry] { entries.filter { $0.meaning == .malformed } }
  var foreign: [SeenEntry] { entries.filter { $0.meaning == .foreign } }
  /// Temporaries of this format and of release 0.1.
  var allTemporaries: [SeenEntry] { temporaries.entries + entries.filter { $0.meaning == .legacyTemporary } }

  private func inOrder(_ isWanted: (EntryName) -> Bool) -> [SeenEntry] {
    entries.filter { isWanted($0.meaning) }.sorted { left, right in
      let (one, other) = (left.enqueuedAt ?? 0, right.enqueuedAt ?? 0)
      return one != other ? one < other : left.message! < right.message!
    }
  }

  /// How long ago something was changed last, at the moment of looking.
  func age(of entry: SeenEntry) -> Double? { entry.modified.map { moment - $0 } }

  /// Whether a temporary may be swept (clauses LAY-20, LAY-21).
  func isStale(_ temporary: SeenEntry) -> Bool { age(of: temporary).map { abs($0) > 3600 } ?? false }

  /// Whether a claim's consumer has lost it (clauses REC-1, REC-3).
  func isAbandoned(_ claim: SeenEntry, timeout: Double) -> Bool {
    age(of: claim).map { ClaimDisposition.decide(stamp: -$0, now: 0, claimTimeout: timeout) == .recover } ?? false
  }
}
