#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The upkeep that operations begin with, in the order of section 5.1 of SPEC.md, in steps of bounded length.
///
/// Decided from one listing; what is carried out under a later hold of the lock is confirmed by the call that does it.
struct Settlement {
  private(set) var snapshot: Snapshot
  fileprivate var work: [Work] = []
  private var stage = Stage.files
  /// For each identifier, the file that goes before all others with it.
  private var standing: [UUID: FileName] = [:]
  /// Whether something could not be settled, or is to be settled later.
  private var leavesWork = false

  /// The most changes under one hold of the lock (clause LCK-4).
  static let step = 64

  private enum Stage { case files, messages, done }

  fileprivate enum Work {
    case quarantine(Snapshot.Suspect)
    case sweep(FileName)
    case recover(ClaimedName)
    case lengthen(PendingName)
    case expire(PendingName)
    /// It may have to become a dead letter, which depends on those before it.
    case examine(PendingName)
  }

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    // Taken from behind.
    work = snapshot.pending.filter(\.isLegacy).map(Work.lengthen)
    work += snapshot.claimed.map(Work.recover)
    work += snapshot.legacyTemporaries.map(Work.sweep)
    work += snapshot.suspects.map(Work.quarantine)
    self.snapshot.pending.removeAll(where: \.isLegacy)
  }

  /// Makes at most ``step`` changes.
  ///
  /// - Returns: Whether nothing is left to do, or nothing more can be done.
  mutating func advance(_ writer: inout MailboxWriter, skipping skipped: Set<PendingName>) -> Bool {
    var budget = Self.step
    while budget > 0 {
      if writer.journal.mustStop { return giveUp() }
      if let next = work.popLast() {
        if carryOut(next, &writer, skipping: skipped) { budget -= 1 }
      } else if stage == .files {
        stage = .messages
        planMessages(writer)
      } else {
        stage = .done
        snapshot.isSettled = !leavesWork && snapshot.stuck.isEmpty
        return true
      }
    }
    return false
  }

  /// What could not be settled still counts, and must not be delivered.
  private mutating func giveUp() -> Bool {
    if stage == .files { planMessagesAfterFailure() }
    for item in work {
      switch item {
      case .lengthen(let name), .expire(let name), .examine(let name): snapshot.stuck.append(name)
      case .quarantine, .sweep, .recover: break
      }
    }
    work = []
    stage = .done
    return true
  }

  /// Leaves what is left to the next operation.
  mutating func postpone() -> Bool { giveUp() }

  private mutating func planMessagesAfterFailure() {
    // Without the second stage nobody has looked at expiry, attempts and duplicates: nothing may be delivered.
    snapshot.stuck += snapshot.pending
    snapshot.pending = []
  }

  private mutating func planMessages(_ writer: MailboxWriter) {
    let now = writer.environment.clock.secondsSince2001
    let isExpired = { (name: PendingName) in
      PendingDisposition.decide(name, isRepeated: false, now: now, limits: writer.limits) == .expire
    }
    // What expires is no repetition's first.
    work = snapshot.pending.filter(isExpired).map(Work.expire)
    if !work.isEmpty { snapshot.pending.removeAll(where: isExpired) }
    let repeated = snapshot.repeatedIDs()
    var kept: [PendingName] = []
    kept.reserveCapacity(snapshot.pending.count)
    for name in snapshot.pending {
      let disposition = PendingDisposition.decide(
        name, isRepeated: repeated.contains(name.id), now: now, limits: writer.limits)
      if disposition == .keep { kept.append(name) } else { work.append(.examine(name)) }
    }
    if !repeated.isEmpty {
      for claim in snapshot.claimed { standing[claim.returning.id] = claim.fileName }
    }
    snapshot.pending = kept
    // In order, so that what is seen from outside does not depend on the directory's order. Taken from behind.
    work.sort { left, right in
      guard let left = left.message, let right = right.message else { return false }
      return right < left
    }
  }

  /// Carries one piece out.
  ///
  /// What cannot be done leaves the file as it was; if it waits, it waits on.
  ///
  /// - Returns: Whether it counts as a change.
  private mutating func carryOut(
    _ work: Work, _ writer: inout MailboxWriter, skipping skipped: Set<PendingName>
  ) -> Bool {
    do {
      let isChange =
        switch work {
        case .quarantine(let suspect): try quarantine(suspect, &writer)
        case .sweep(let name): try sweep(name, &writer)
        case .recover(let claim): try recover(claim, &writer)
        case .lengthen(let name): try lengthen(name, &writer, skipping: skipped)
        case .expire(let name): try expire(name, &writer)
        case .examine(let name): try examine(name, &writer)
        }
      if isChange { writer.journal.noteSuccess() }
      return isChange
    } catch let error where error.isGone {
      // Somebody was faster. A claim may have been released without the lock, and waits now (clause LIM-4).
      leavesWork = true
      if case .recover(let claim) = work {
        snapshot.claimed.removeAll { $0 == claim }
        snapshot.isOutdated = true
      }
    } catch {
      leavesWork = true
      writer.journal.noteSkipped(error)
      if let message = work.message { snapshot.stuck.append(message) }
    }
    return true
  }
}

extension Settlement.Work {
  fileprivate var message: PendingName? {
    switch self {
    case .lengthen(let name), .expire(let name), .examine(let name): name
    case .quarantine, .sweep, .recover: nil
    }
  }
}

// MARK: Carrying out

extension Settlement {
  private func quarantine(_ suspect: Snapshot.Suspect, _ writer: inout MailboxWriter) throws(SystemError) -> Bool {
    try writer.quarantine(suspect.name, suspect.reason)
    return true
  }

  private mutating func sweep(_ name: FileName, _ writer: inout MailboxWriter) throws(SystemError) -> Bool {
    // A removal in the mailbox's own directory is a change like any other (clause LAY-19).
    let isGone = try TemporarySweep(
      fileSystem: writer.fileSystem, now: writer.environment.clock.stamp.secondsSince1970
    ).sweep(name, in: writer.mailbox) { writer.raiseGeneration() }
    if !isGone { leavesWork = true }
    return isGone
  }

  private mutating func recover(_ claim: ClaimedName, _ writer: inout MailboxWriter) throws(SystemError) -> Bool {
    // The stamp as it is now, directly before the rename (clause REC-4).
    let status = try writer.fileSystem.status(of: claim.fileName, in: writer.mailbox)
    let disposition = ClaimDisposition.decide(
      stamp: status.modified.secondsSince1970, now: writer.environment.clock.stamp.secondsSince1970,
      claimTimeout: writer.limits.claimTimeout)
    snapshot.stamps[claim] = status.modified.secondsSince1970
    guard disposition == .recover else { return false }
    let outcome = try writer.putBack(claim.fileName, as: claim.returning)
    // Without room it stays claimed, which is no failure: the next settling tries again (clause DLQ-7).
    guard outcome != .staysClaimed else {
      leavesWork = true
      return true
    }
    snapshot.claimed.removeAll { $0 == claim }
    guard outcome == .waits else { return true }
    writer.journal.note(.abandonedClaimRecovered)
    writer.journal.noteBecamePending()
    if claim.returning.isLegacy {
      work.append(.lengthen(claim.returning))
    } else {
      snapshot.pending.append(claim.returning)
    }
    return true
  }

  private mutating func lengthen(
    _ name: PendingName, _ writer: inout MailboxWriter, skipping skipped: Set<PendingName>
  ) throws(SystemError) -> Bool {
    guard !skipped.contains(name) else {
      snapshot.stuck.append(name)
      return false
    }
    switch try LegacyName(name).lengthen(&writer) {
    case .lengthened(let long): snapshot.pending.append(long)
    case .stays: snapshot.stuck.append(name)
    case .away: break
    }
    return true
  }

  private func expire(_ name: PendingName, _ writer: inout MailboxWriter) throws(SystemError) -> Bool {
    try writer.remove(name.fileName)
    writer.journal.note(.expiredMessageRemoved)
    return true
  }

  /// Of several files with one identifier the first that can stay does (clauses DLQ-1, DLQ-5).
  private mutating func examine(_ name: PendingName, _ writer: inout MailboxWriter) throws(SystemError) -> Bool {
    let first = standing[name.id]
    if let first, try !areTwoFiles(first, name.fileName, writer) {
      snapshot.stuck.append(name)
      return true
    }
    let disposition = PendingDisposition.decide(
      name, isRepeated: first != nil, now: writer.environment.clock.secondsSince2001, limits: writer.limits)
    guard case .deadLetter(let reason) = disposition else {
      standing[name.id] = name.fileName
      snapshot.pending.append(name)
      return false
    }
    if try !writer.deadLetter(name.fileName, as: name, reason) {
      if first == nil { standing[name.id] = name.fileName }
      snapshot.stuck.append(name)
    }
    return true
  }

  /// A listing may show one file under two names while it is renamed: only two files are a repetition (clause DLQ-5).
  private func areTwoFiles(_ one: FileName, _ other: FileName, _ writer: MailboxWriter) throws(SystemError) -> Bool {
    do {
      let first = try writer.fileSystem.status(of: one, in: writer.mailbox).identity
      return try first != writer.fileSystem.status(of: other, in: writer.mailbox).identity
    } catch let error where error.isGone {
      // Decided from what is not there any more: left for the next look.
      return false
    }
  }
}
