/// What a hold of the lock knows to be in quarantine and among the dead letters: from a listing, or from the index.
struct SetAside {
  var quarantined: [QuarantineName]
  var deadLetters: Set<DeadLetterName>

  init(_ listing: Snapshot) {
    quarantined = listing.quarantined
    deadLetters = Set(listing.deadLetters)
  }

  init(_ index: MailboxIndex) {
    quarantined = index.quarantined
    deadLetters = index.deadLetters
  }
}

/// Quarantine, dead letters, and the way back: what becomes of a file that is not delivered.
extension MailboxWriter {
  /// The bounds of quarantine and dead letters are kept by what is there, and that may change between two holds of the lock.
  private mutating func knowSetAside() throws(SystemError) {
    guard setAside == nil else { return }
    if let index {
      setAside = SetAside(index)
    } else {
      _ = try list()
    }
  }

  // MARK: Quarantine

  /// Moves a file out of the way on evidence about it (clauses QUA-1 to QUA-6).
  ///
  /// A file that is gone needs nothing.
  ///
  /// - Throws: What the rename fails with, other than that the file is gone: then it is as it was.
  mutating func quarantine(_ name: FileName, _ reason: QuarantineReason) throws(SystemError) {
    let target = QuarantineName(
      milliseconds: environment.clock.milliseconds, id: environment.identifiers.makeIdentifier(), reason: reason)
    try knowSetAside()
    do {
      try rename(name, to: target.fileName)
    } catch let error where error.isGone {
      return
    }
    journal.note(reason.diagnostic)
    setAside?.quarantined.append(target)
    trimQuarantine()
  }

  private mutating func trimQuarantine() {
    var quarantined = setAside?.quarantined ?? []
    let excess = quarantined.count - limits.maxQuarantinedFiles
    guard excess > 0 else { return }
    quarantined.sort { left, right in
      if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
      return left.fileName.terminated.lexicographicallyPrecedes(right.fileName.terminated)
    }
    for name in quarantined.prefix(excess) {
      do {
        try TreeRemover(fileSystem: fileSystem).remove(name.fileName, in: mailbox)
        index?.remove(name.fileName)
      } catch {
        // It may be there in part, and counts on.
        index = nil
        if !error.isGone { journal.noteCleanupFailed(error) }
      }
    }
    setAside?.quarantined = Array(quarantined.dropFirst(excess))
  }

  // MARK: Dead letters

  /// Moves a message to the dead letters, if there is room among them (clauses DLQ-1 to DLQ-7).
  ///
  /// - Returns: Whether it is out of the way; if not, it stays where it was.
  mutating func deadLetter(
    _ name: FileName, as message: PendingName, _ reason: MailboxDeadLetterReason
  ) throws(SystemError) -> Bool {
    guard try hasRoomForDeadLetter() else {
      journal.note(.deadLettersFull)
      return false
    }
    do {
      let letter = try rename(name, toFree: DeadLetterName(reason: reason, message: message))
      setAside?.deadLetters.insert(letter)
    } catch let error where error.isGone {
      return true
    }
    journal.note(.messageDeadLettered(reason))
    return true
  }

  /// How many names of dead letters are tried.
  private static let mostNames = 16

  /// The ordinal of a dead letter orders nothing any more, so that it may be raised where the name is taken (clause DLQ-14).
  private mutating func rename(
    _ name: FileName, toFree first: DeadLetterName
  ) throws(SystemError) -> DeadLetterName {
    var target = first
    for _ in 1..<Self.mostNames {
      do {
        try rename(name, to: target.fileName)
        return target
      } catch let error where error.code == ErrorNumber.exists {
        target.message.ordinal &+= 1
      }
    }
    try rename(name, to: target.fileName)
    return target
  }

  mutating func hasRoomForDeadLetter() throws(SystemError) -> Bool {
    try knowSetAside()
    return (setAside?.deadLetters.count ?? 0) < limits.maxDeadLetters
  }

  // MARK: Returning

  /// Returns a claimed file to the waiting ones.
  ///
  /// If its name is taken, by a file that this library did not put there, it becomes a dead letter:
  /// nothing is replaced (clauses REL-4, REC-6).
  mutating func putBack(_ name: FileName, as message: PendingName) throws(SystemError) -> Return {
    do {
      try rename(name, to: message.fileName)
      return .waits
    } catch let error where error.code == ErrorNumber.exists {
      return try deadLetter(name, as: message, .duplicate) ? .isDeadLetter : .staysClaimed
    }
  }

  /// What became of a claimed file that should return.
  enum Return {
    case waits, isDeadLetter
    /// Its name is taken, and there is no room among the dead letters (clause DLQ-7).
    case staysClaimed
  }
}

extension QuarantineReason {
  /// Clause DIA-4.
  var diagnostic: MailboxDiagnostic {
    switch self {
    case .type, .links, .oversize: .unsafeFileQuarantined
    case .name, .body, .mismatch: .malformedMessageQuarantined
    }
  }
}
