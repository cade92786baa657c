/// What a consumer does with a claim it holds (section 4.3 of SPEC.md). Each is safe without the lock, because of the token.
///
/// `lockTimeout` is how long to wait for the lock, in seconds, instead of as long as the limits say.
extension MailboxStore {
  /// Removes the claimed file.
  ///
  /// Needs no space, synchronises nothing (clauses ACK-1 to ACK-4).
  func acknowledge(_ handle: ClaimHandle) throws(AppGroupMailboxError) {
    let journal = OperationJournal()
    defer { finish(journal) }
    try withLockAtOnce(journal) { (writer) throws(AppGroupMailboxError) in
      try settling { () throws(SystemError) in
        try writer.remove(handle.claimed)
      }
    }
  }

  /// Returns the message to its place (clauses REL-1 to REL-5).
  func release(_ handle: ClaimHandle, lockTimeout: Double? = nil) throws(AppGroupMailboxError) {
    let journal = OperationJournal(lockTimeout: lockTimeout)
    defer { finish(journal) }
    let outcome = try withLockIfPossible(journal) { (writer) throws(AppGroupMailboxError) in
      try settling { () throws(SystemError) in
        try writer.putBack(handle.claimed.fileName, as: handle.original)
      }
    }
    switch outcome {
    case .waits: journal.noteBecamePending()
    case .isDeadLetter: break
    // Its name is taken, and there is no room among the dead letters either (clauses REL-4, DLQ-7).
    case .staysClaimed: throw .deadLettersFull
    }
  }

  /// Renews the lease (clauses LSE-2, LSE-3, LSE-5).
  func extend(_ handle: ClaimHandle, lockTimeout: Double? = nil) throws(AppGroupMailboxError) {
    let journal = OperationJournal(lockTimeout: lockTimeout)
    defer { finish(journal) }
    try withLockIfPossible(journal) { (writer) throws(AppGroupMailboxError) in
      let evidence = try settling { () throws(SystemError) -> FileEvidence in
        let name = handle.claimed.fileName
        guard let file = try MessageFile.ifFile(name, in: writer.mailbox, of: writer.fileSystem) else {
          return .quarantine(.type)
        }
        let (evidence, _) = try file.inspect(limit: Envelope.maximumBytes)
        if evidence == .good {
          writer.raiseGeneration()
          let stamp = environment.clock.stamp
          try writer.fileSystem.setModificationTime(stamp, of: file.raw)
          writer.index?.renew(handle.claimed, stamp: stamp.secondsSince1970)
        }
        return evidence
      }
      // Something else stands in its place: the claim is not there any more.
      guard evidence == .good else { throw .claimNoLongerExists }
    }
  }

  /// Makes the message a dead letter (clauses DLQ-6, DLQ-7).
  func reject(_ handle: ClaimHandle, lockTimeout: Double? = nil) throws(AppGroupMailboxError) {
    let journal = OperationJournal(lockTimeout: lockTimeout)
    defer { finish(journal) }
    try withLock(journal) { (writer) throws(AppGroupMailboxError) in
      try settling { () throws(SystemError) in
        // Not a rename that finds nothing, which for other messages means that somebody else was faster.
        _ = try writer.fileSystem.status(of: handle.claimed.fileName, in: writer.mailbox)
      }
      guard try reporting({ () throws(SystemError) in try writer.hasRoomForDeadLetter() }) else {
        throw .deadLettersFull
      }
      _ = try reporting { () throws(SystemError) in
        try writer.deadLetter(handle.claimed.fileName, as: handle.original, .rejected)
      }
    }
  }

  /// A name that is gone means that the claim has ended (clauses ACK-2, REL-3, LSE-3).
  private func settling<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    do {
      return try body()
    } catch let error where error.isGone {
      throw .claimNoLongerExists
    } catch {
      throw AppGroupMailboxError(error)
    }
  }
}
