/// The upkeep that operations begin with, in the order of section 5.1 of SPEC.md, in steps of bounded length.
///
/// Decided from one listing; what is carried out under a later hold of the lock is confirmed by the call that does it.
struct Settlement {
  private(set) var snapshot: Snapshot
  fileprivate var work: [Work] = []
  private var stage = Stage.files

  /// The most changes under one hold of the lock (clause LCK-4).
  static let step = 64

  private enum Stage { case files, messages, done }

  fileprivate enum Work {
    case quarantine(Snapshot.Suspect)
    case sweep(FileName)
    case recover(ClaimedName)
    case lengthen(PendingName)
    case expire(PendingName)
    case deadLetter(PendingName, MailboxDeadLetterReason, insteadOf: FileName?)
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
      case .lengthen(let name), .expire(let name), .deadLetter(let name, _, _): snapshot.stuck.append(name)
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
    let repetitions = snapshot.repetitions()
    var kept: [PendingName] = []
    kept.reserveCapacity(snapshot.pending.count)
    for name in snapshot.pending {
      let first = repetitions[name]
      switch PendingDisposition.decide(name, isRepeated: first != nil, now: now, limits: writer.limits) {
      case .keep: kept.append(name)
      case .expire: work.append(.expire(name))
      case .deadLetter(let reason): work.append(.deadLetter(name, reason, insteadOf: first))
      }
    }
    snapshot.pending = kept
    // In order, so that what is seen from outside does not depend on the directory's order. Taken from behind.
    work.sort { left, right in
      guard let left = left.message, let right = right.message else { return false }
      return right < left
    }
  }

  /// - Returns: Whether it counts as a change.
  private mutating func carryOut(
    _ work: Work, _ writer: inout MailboxWriter, skipping skipped: Set<PendingName>
  ) -> Bool {
    switch work {
    case .quarantine(let suspect): return quarantine(suspect, &writer)
    case .sweep(let name): return sweep(name, &writer)
    case .recover(let claim): return recover(claim, &writer)
    case .lengthen(let name):
      guard !skipped.contains(name) else {
        snapshot.stuck.append(name)
        return false
      }
      switch LegacyName(name).lengthen(&writer) {
      case .lengthened(let long): snapshot.pending.append(long)
      case .stays: snapshot.stuck.append(name)
      case .away: break
      }
    case .expire(let name): expire(name, &writer)
    case .deadLetter(let name, let reason, let first): deadLetter(name, reason, first, &writer)
    }
    return true
  }
}

extension Settlement.Work {
  fileprivate var message: PendingName? {
    switch self {
    case .lengthen(let name), .expire(let name), .deadLetter(let name, _, _): name
    case .quarantine, .sweep, .recover: nil
    }
  }
}

// MARK: Carrying out

extension Settlement {
  private func quarantine(_ suspect: Snapshot.Suspect, _ writer: inout MailboxWriter) -> Bool {
    writer.quarantine(suspect.name, suspect.reason)
    return true
  }

  private func sweep(_ name: FileName, _ writer: inout MailboxWriter) -> Bool {
    let sweep = TemporarySweep(
      fileSystem: writer.fileSystem, now: writer.environment.clock.stamp.secondsSince1970)
    do {
      return try sweep.sweep(name, in: writer.mailbox)
    } catch {
      writer.journal.noteSkipped(error)
      return true
    }
  }

  private mutating func recover(_ claim: ClaimedName, _ writer: inout MailboxWriter) -> Bool {
    do {
      // The stamp as it is now, directly before the rename (clause REC-4).
      let status = try writer.fileSystem.status(of: claim.fileName, in: writer.mailbox)
      let disposition = ClaimDisposition.decide(
        stamp: status.modified.secondsSince1970, now: writer.environment.clock.stamp.secondsSince1970,
        claimTimeout: writer.limits.claimTimeout)
      guard disposition == .recover else { return false }
      let isWaiting = try writer.putBack(claim.fileName, as: claim.returning)
      snapshot.claimed.removeAll { $0 == claim }
      guard isWaiting else { return true }
      writer.journal.noteSuccess()
      writer.journal.note(.abandonedClaimRecovered)
      writer.journal.noteBecamePending()
      if claim.returning.isLegacy {
        work.append(.lengthen(claim.returning))
      } else {
        snapshot.pending.append(claim.returning)
      }
    } catch  where error.isGone {
      snapshot.claimed.removeAll { $0 == claim }
    } catch {
      writer.journal.noteSkipped(error)
    }
    return true
  }

  private mutating func expire(_ name: PendingName, _ writer: inout MailboxWriter) {
    do {
      try writer.remove(name.fileName)
      writer.journal.noteSuccess()
      writer.journal.note(.expiredMessageRemoved)
    } catch  where error.isGone {
      return
    } catch {
      writer.journal.noteSkipped(error)
      snapshot.stuck.append(name)
    }
  }

  private mutating func deadLetter(
    _ name: PendingName, _ reason: MailboxDeadLetterReason, _ first: FileName?, _ writer: inout MailboxWriter
  ) {
    if let first {
      do {
        // A listing may show one file under two names while it is renamed: only two files are a repetition (clause DLQ-5).
        let one = try writer.fileSystem.status(of: first, in: writer.mailbox).identity
        let other = try writer.fileSystem.status(of: name.fileName, in: writer.mailbox).identity
        guard one != other else { return snapshot.stuck.append(name) }
      } catch  where error.isGone {
        // Decided from what is not there any more: left for the next look.
        return snapshot.stuck.append(name)
      } catch {
        writer.journal.noteSkipped(error)
        return snapshot.stuck.append(name)
      }
    }
    if !writer.deadLetter(name.fileName, as: name, reason) { snapshot.stuck.append(name) }
  }
}
