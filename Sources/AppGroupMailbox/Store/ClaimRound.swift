#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One call's way through the waiting messages: which are still to be tried, how many were delivered.
struct ClaimRound {
  let limit: Int?
  let maxAttempts: Int?
  /// In order.
  var candidates: ArraySlice<PendingName> = []
  private(set) var delivered = 0
  private var isOver = false
  private var goesAlone = false

  init(limit: Int?, maxAttempts: Int?) {
    self.limit = limit
    self.maxAttempts = maxAttempts
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
    case failed(SystemError)
  }

  /// Whether there is anything left to claim.
  var mayGoOn: Bool { !isOver && !candidates.isEmpty && limit.map { $0 > delivered } ?? true }

  // MARK: Under the lock

  /// Claims the next few candidates.
  ///
  /// - Returns: `nil` when the call is over.
  mutating func claimNext(_ writer: inout MailboxWriter) -> [Attempt]? {
    while !isOver, !writer.journal.mustStop {
      let wanted = limit.map { $0 - delivered }
      let count: Int
      switch ClaimStep.decide(candidates, wanted: wanted, delivered: delivered, maxAttempts: maxAttempts) {
      case .end: return nil
      case .alone: (count, goesAlone) = (1, true)
      case .together(let number): (count, goesAlone) = (number, false)
      }
      let attempts = claim(candidates.prefix(count), &writer)
      if !attempts.isEmpty { return attempts }
    }
    return nil
  }

  /// Claims one after the other, as far as failures allow (clauses CLM-9, CLM-10).
  private mutating func claim(_ names: ArraySlice<PendingName>, _ writer: inout MailboxWriter) -> [Attempt] {
    var attempts: [Attempt] = []
    var failuresInARow = writer.journal.failuresInARow
    for name in names {
      candidates = candidates.dropFirst()
      do {
        guard let file = try claim(name, &writer) else { continue }
        attempts.append(.claimed(file))
        failuresInARow = 0
      } catch  where error.isGone {
        continue
      } catch {
        attempts.append(.failed(error))
        failuresInARow += 1
        if error.concernsEverything || failuresInARow >= OperationJournal.patience { break }
      }
      if writer.journal.mustStop { break }
    }
    return attempts
  }

  /// Claims one file: looks at it, stamps it, renames it, and makes sure that what was renamed is what was looked at.
  ///
  /// - Returns: `nil` if it is gone, or was put where it belongs.
  private func claim(_ name: PendingName, _ writer: inout MailboxWriter) throws(SystemError) -> ClaimedFile? {
    guard let file = try open(name, &writer) else { return nil }
    let (evidence, identity) = try file.inspect(limit: writer.limits.effectivePayloadBytes)
    switch evidence {
    case .good: break
    case .gone: return nil
    case .quarantine(let reason):
      writer.quarantine(name.fileName, reason)
      return nil
    case .deadLetter(let reason):
      _ = writer.deadLetter(name.fileName, as: name, reason)
      return nil
    }
    let claimed = ClaimedName(token: writer.environment.identifiers.makeIdentifier(), returning: name.raisingAttempts())
    // Before the rename: a claim must never be seen with an old stamp (clause CLM-6).
    try writer.fileSystem.setModificationTime(writer.environment.clock.stamp, of: file.raw)
    try writer.rename(name.fileName, to: claimed.fileName)
    let claim = ClaimedFile(claimed: claimed, original: name, file: file)
    do {
      let found = try writer.fileSystem.status(of: claimed.fileName, in: writer.mailbox).identity
      if found == identity { return claim }
    } catch {
      if !error.isGone { UndeliverableFile(claim, .putBack).putAway(&writer) }
      throw error
    }
    // Exchanged in between: what was looked at is not what was claimed (clause CLM-15).
    UndeliverableFile(claim, .putBack).putAway(&writer)
    return nil
  }

  /// Opens a waiting file.
  ///
  /// What cannot be opened because of its type is evidence; any other failure is none (clause QUA-1).
  private func open(_ name: PendingName, _ writer: inout MailboxWriter) throws(SystemError) -> MessageFile? {
    do {
      return try MessageFile(name.fileName, in: writer.mailbox, of: writer.fileSystem)
    } catch  where !error.isGone {
      guard try writer.fileSystem.status(of: name.fileName, in: writer.mailbox).type != .regular else { throw error }
      writer.quarantine(name.fileName, .type)
      return nil
    }
  }

  // MARK: Without the lock

  /// Looks at what came of a step, in order, and offers what can be delivered to its consumer.
  ///
  /// - Returns: The files that are claimed and cannot be delivered.
  mutating func consume(
    _ attempts: [Attempt], _ store: MailboxStore, _ journal: OperationJournal, _ consume: (ClaimedMessage) -> Bool
  ) -> [UndeliverableFile] {
    attempts.compactMap { attempt in
      switch attempt {
      case .failed(let error):
        journal.noteSkipped(error)
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
    let body: Data
    do {
      switch try claim.file.read(limit: store.limits.effectivePayloadBytes) {
      case .read(let data): body = data
      case .gone: return nil
      case .quarantine(let reason): return UndeliverableFile(claim, .quarantine(reason))
      case .deadLetter(let reason): return UndeliverableFile(claim, .deadLetter(reason))
      }
    } catch {
      journal.noteSkipped(error)
      return UndeliverableFile(claim, .putBack)
    }
    switch EnvelopeScanner.scan(body) {
    case .invalid: return UndeliverableFile(claim, .quarantine(.body))
    case .newerFormat:
      journal.noteNewerFormat(claim.original)
      return UndeliverableFile(claim, .putBack)
    case .valid(let envelope):
      guard envelope.agrees(with: claim.original) else { return UndeliverableFile(claim, .quarantine(.mismatch)) }
      let handle = ClaimHandle(store: store, claimed: claim.claimed, original: claim.original)
      guard consume(ClaimedMessage(handle: handle, envelope: envelope, body: body)) else {
        return UndeliverableFile(claim, .deadLetter(.undecodable))
      }
      journal.noteSuccess()
      delivered += 1
      if goesAlone { isOver = true }
      return nil
    }
  }
}
