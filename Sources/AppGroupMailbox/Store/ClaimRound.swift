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

  // MARK: Under the lock

  /// Claims the next few candidates.
  ///
  /// - Returns: `nil` when the call is over.
  mutating func claimNext(_ writer: inout MailboxWriter, _ snapshot: inout Snapshot) -> [ClaimedFile]? {
    while !isOver, !writer.journal.mustStop {
      let wanted = limit.map { $0 - delivered }
      let count: Int
      switch ClaimStep.decide(candidates, wanted: wanted, delivered: delivered, maxAttempts: maxAttempts) {
      case .end: return nil
      case .alone: (count, goesAlone) = (1, true)
      case .together(let number): (count, goesAlone) = (number, false)
      }
      var files: [ClaimedFile] = []
      for name in candidates.prefix(count) {
        candidates = candidates.dropFirst()
        if let file = claim(name, &writer, &snapshot) { files.append(file) }
        if writer.journal.mustStop { break }
      }
      if !files.isEmpty { return files }
    }
    return nil
  }

  /// As above, where no listing is at hand; one is made if a file must be quarantined or becomes a dead letter.
  mutating func claimNext(_ writer: inout MailboxWriter) throws(AppGroupMailboxError) -> [ClaimedFile]? {
    guard !isOver, !candidates.isEmpty else { return nil }
    var snapshot = try reporting { () throws(SystemError) in try writer.list() }
    return claimNext(&writer, &snapshot)
  }

  /// Claims one file: looks at it, stamps it, renames it, and makes sure that what was renamed is what was looked at.
  private func claim(
    _ name: PendingName, _ writer: inout MailboxWriter, _ snapshot: inout Snapshot
  ) -> ClaimedFile? {
    let claimed = ClaimedName(token: writer.environment.identifiers.makeIdentifier(), returning: name.raisingAttempts())
    do {
      let file = try open(name, &writer, &snapshot)
      guard let file else { return nil }
      let (evidence, identity) = try file.inspect(limit: writer.limits.effectivePayloadBytes)
      switch evidence {
      case .good: break
      case .gone: return nil
      case .quarantine(let reason):
        writer.quarantine(name.fileName, reason, &snapshot)
        return nil
      case .deadLetter(let reason):
        _ = writer.deadLetter(name.fileName, as: name, reason, &snapshot)
        return nil
      }
      // Before the rename: a claim must never be seen with an old stamp (clause CLM-6).
      try writer.fileSystem.setModificationTime(writer.environment.clock.stamp, of: file.raw)
      try writer.rename(name.fileName, to: claimed.fileName)
      guard try writer.fileSystem.status(of: claimed.fileName, in: writer.mailbox).identity == identity else {
        // Exchanged in between: what was looked at is not what was claimed (clause CLM-15).
        _ = try writer.putBack(claimed.fileName, as: name, &snapshot)
        return nil
      }
      writer.journal.noteSuccess()
      return ClaimedFile(claimed: claimed, original: name, file: file)
    } catch {
      if !error.isGone { writer.journal.noteSkipped(error) }
      return nil
    }
  }

  /// Opens a waiting file. What cannot be opened because of its type is evidence; any other failure is none (clause QUA-1).
  private func open(
    _ name: PendingName, _ writer: inout MailboxWriter, _ snapshot: inout Snapshot
  ) throws(SystemError) -> MessageFile? {
    do {
      return try MessageFile(name.fileName, in: writer.mailbox, of: writer.fileSystem)
    } catch where !error.isGone {
      guard try writer.fileSystem.status(of: name.fileName, in: writer.mailbox).type != .regular else { throw error }
      writer.quarantine(name.fileName, .type, &snapshot)
      return nil
    }
  }

  // MARK: Without the lock

  /// Reads a claimed file and offers it to its consumer.
  ///
  /// - Returns: The file, if it cannot be delivered.
  mutating func consume(
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
      delivered += 1
      if goesAlone { isOver = true }
      return nil
    }
  }
}

/// A claimed file that cannot be delivered, and what becomes of it.
struct UndeliverableFile {
  enum Fate: Equatable {
    case quarantine(QuarantineReason)
    case deadLetter(MailboxDeadLetterReason)
    case putBack
  }

  private let claim: ClaimRound.ClaimedFile
  private let fate: Fate

  init(_ claim: ClaimRound.ClaimedFile, _ fate: Fate) {
    self.claim = claim
    self.fate = fate
  }

  var isPutBack: Bool { fate == .putBack }

  var asPutBack: UndeliverableFile { UndeliverableFile(claim, .putBack) }

  /// Attempts are as before the claim wherever the message goes (clauses CLM-13, DLQ-3).
  func putAway(_ writer: inout MailboxWriter, _ snapshot: inout Snapshot) {
    let name = claim.claimed.fileName
    switch fate {
    case .quarantine(let reason): writer.quarantine(name, reason, &snapshot)
    case .deadLetter(let reason):
      if !writer.deadLetter(name, as: claim.original, reason, &snapshot) { putBack(name, &writer, &snapshot) }
    case .putBack: putBack(name, &writer, &snapshot)
    }
  }

  private func putBack(_ name: FileName, _ writer: inout MailboxWriter, _ snapshot: inout Snapshot) {
    do {
      _ = try writer.putBack(name, as: claim.original, &snapshot)
    } catch {
      // Still claimed, and recovered when its lease runs out.
      if !error.isGone { writer.journal.noteCleanupFailed(error) }
    }
  }
}
