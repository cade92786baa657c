#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One call's way through the waiting messages: which are still to be tried, how many were delivered.
struct ClaimRound {
  let limit: Int?
  let maxAttempts: Int?
  /// Messages that are not to be tried.
  let skipped: Set<UUID>
  /// In order.
  var candidates: ArraySlice<PendingName> = []
  private(set) var delivered = 0
  /// In how many seconds the first of the claims that are held now will be abandoned, as far as known.
  private(set) var nextRecovery: Double?
  /// The last that was taken down, and whether more may wait behind it.
  private var last: PendingName?
  private var hasMore = false
  private var isOver = false
  private var goesAlone = false
  /// What came of the last step, until it is looked at.
  ///
  /// The files in it are open.
  private var attempts: [Attempt] = []

  init(limit: Int?, maxAttempts: Int?, skipping skipped: Set<UUID> = []) {
    self.limit = limit
    self.maxAttempts = maxAttempts
    self.skipped = skipped
  }

  /// A file that was claimed, and is still to be read.
  struct ClaimedFile {
    var claimed: ClaimedName
    var original: PendingName
    var file: MessageFile
  }

  /// What came of one candidate under the lock, to be looked at in their order.
  enum Attempt {
    case claimed(ClaimedFile)
    /// It was put where it belongs, or had gone.
    case settled
    case failed(SystemError, PendingName)
  }

  /// Whether there is anything left to claim.
  var mayGoOn: Bool { !isOver && !candidates.isEmpty && limit.map { $0 > delivered } ?? true }

  // MARK: Under the lock

  /// How many more than wanted are taken down, because some of them may be gone or no good.
  private static let reserve = 64

  /// Takes down which messages wait; the next of them, if some were taken down before.
  mutating func begin(_ writer: MailboxWriter, skipping newerFormat: Set<PendingName>) {
    guard let index = writer.index else { return }
    nextRecovery = index.nextRecovery(
      after: writer.environment.clock.stamp.secondsSince1970, claimTimeout: writer.limits.claimTimeout)
    let reserve = Self.reserve + skipped.count
    let length = limit.map { min($0, Int.max - reserve) + reserve } ?? .max
    let names = index.pending.prefix(length, after: last)
    hasMore = names.count == length
    last = names.last ?? last
    // Mostly there is nothing to skip.
    candidates =
      newerFormat.isEmpty && skipped.isEmpty
      ? names[...] : names.filter { !newerFormat.contains($0) && !skipped.contains($0.id) }[...]
  }

  /// Whether all that were taken down are used up, and others wait behind them.
  var needsMore: Bool { !isOver && candidates.isEmpty && hasMore && limit.map { $0 > delivered } ?? true }

  /// Claims the next few candidates.
  ///
  /// - Returns: Whether there is something to ``consume(for:_:_:)``; if not, the call is over.
  mutating func claimNext(_ writer: inout MailboxWriter) -> Bool {
    while !isOver, !writer.journal.mustStop {
      let wanted = limit.map { $0 - delivered }
      let count: Int
      switch ClaimStep.decide(candidates, wanted: wanted, delivered: delivered, maxAttempts: maxAttempts) {
      case .end: return false
      case .alone: (count, goesAlone) = (1, true)
      case .together(let number): (count, goesAlone) = (number, false)
      }
      attempts = claim(candidates.prefix(count), &writer)
      if !attempts.isEmpty { return true }
    }
    return false
  }

  /// Claims one after the other, as far as failures allow (clauses CLM-9, CLM-10).
  private mutating func claim(_ names: ArraySlice<PendingName>, _ writer: inout MailboxWriter) -> [Attempt] {
    var attempts: [Attempt] = []
    var failuresInARow = writer.journal.failuresInARow
    for name in names {
      candidates = candidates.dropFirst()
      do {
        attempts.append(try claim(name, &writer))
        failuresInARow = 0
      } catch let error where error.isGone {
        // Somebody was faster.
      } catch {
        attempts.append(.failed(error, name))
        failuresInARow += 1
        if error.concernsEverything || failuresInARow >= OperationJournal.patience { break }
      }
    }
    return attempts
  }

  /// Claims one file: looks at it, stamps it, renames it, and makes sure that what was renamed is what was looked at.
  ///
  /// - Throws: What a call failed with; the file is as it was.
  private func claim(_ name: PendingName, _ writer: inout MailboxWriter) throws(SystemError) -> Attempt {
    guard let file = try MessageFile.ifFile(name.fileName, in: writer.mailbox, of: writer.fileSystem) else {
      try writer.quarantine(name.fileName, .type)
      return .settled
    }
    let (evidence, identity) = try file.inspect(limit: writer.limits.effectivePayloadBytes)
    switch evidence {
    case .good: break
    case .gone: return .settled
    case .quarantine(let reason):
      try writer.quarantine(name.fileName, reason)
      return .settled
    case .deadLetter(let reason):
      _ = try writer.deadLetter(name.fileName, as: name, reason)
      return .settled
    }
    let claimed = ClaimedName(token: writer.environment.identifiers.makeIdentifier(), returning: name.raisingAttempts())
    // Before the rename: a claim must never be seen with an old stamp (clause CLM-6).
    let stamp = writer.environment.clock.stamp
    try writer.fileSystem.setModificationTime(stamp, of: file.raw)
    try writer.rename(name, to: claimed, stamp: stamp)
    let claim = ClaimedFile(claimed: claimed, original: name, file: file)
    do {
      let found = try writer.fileSystem.status(of: claimed.fileName, in: writer.mailbox).identity
      if found == identity { return .claimed(claim) }
    } catch {
      if !error.isGone { UndeliverableFile(claim, .putBack).putAway(&writer) }
      throw error
    }
    // Exchanged in between: what was looked at is not what was claimed (clause CLM-15).
    UndeliverableFile(claim, .putBack).putAway(&writer)
    return .settled
  }

  // MARK: Without the lock

  /// Looks at what came of a step, in order, and offers what can be delivered to its consumer.
  ///
  /// - Returns: The files that are claimed and cannot be delivered.
  mutating func consume(
    for store: MailboxStore, _ journal: OperationJournal, _ consume: (ClaimedMessage) -> Bool
  ) -> [UndeliverableFile] {
    let attempts = attempts
    self.attempts = []
    return attempts.compactMap { attempt in
      switch attempt {
      case .failed(let error, let name):
        journal.noteSkipped(error)
        journal.noteUndelivered(name)
        return nil
      case .settled:
        journal.noteSuccess()
        return nil
      case .claimed(let file):
        // After a failure that ends the call nothing more is read.
        return journal.mustStop ? UndeliverableFile(file, .putBack) : self.consume(file, store, journal, consume)
      }
    }
  }

  /// Reads a claimed file and offers it to its consumer.
  ///
  /// - Returns: The file, if it cannot be delivered.
  private mutating func consume(
    _ claim: ClaimedFile, _ store: MailboxStore, _ journal: OperationJournal, _ consume: (ClaimedMessage) -> Bool
  ) -> UndeliverableFile? {
    let reading: MessageFile.Reading
    do {
      reading = try claim.file.read(limit: store.limits.effectivePayloadBytes)
    } catch {
      journal.noteSkipped(error)
      return UndeliverableFile(claim, .putBack)
    }
    // Whatever it holds, no call failed for it: that ends a row of failures.
    journal.noteSuccess()
    switch reading {
    case .read(let body): return judge(body, of: claim, store, journal, consume).map { UndeliverableFile(claim, $0) }
    case .gone: return nil
    case .quarantine(let reason): return UndeliverableFile(claim, .quarantine(reason))
    case .deadLetter(let reason): return UndeliverableFile(claim, .deadLetter(reason))
    }
  }

  /// - Returns: What becomes of it, if it cannot be delivered.
  private mutating func judge(
    _ body: Data, of claim: ClaimedFile, _ store: MailboxStore, _ journal: OperationJournal,
    _ consume: (ClaimedMessage) -> Bool
  ) -> UndeliverableFile.Fate? {
    switch EnvelopeScanner.scan(body) {
    case .invalid: return .quarantine(.body)
    case .newerFormat:
      journal.noteNewerFormat(claim.original)
      return .putBack
    case .valid(let envelope):
      guard envelope.agrees(with: claim.original) else { return .quarantine(.mismatch) }
      let handle = ClaimHandle(store: store, claimed: claim.claimed, original: claim.original)
      guard consume(ClaimedMessage(handle: handle, envelope: envelope, body: envelope.message(of: body))) else {
        return .deadLetter(.undecodable)
      }
      delivered += 1
      if goesAlone { isOver = true }
      return nil
    }
  }
}
