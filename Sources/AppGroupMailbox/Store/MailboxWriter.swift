#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Carries out decisions on one mailbox directory: each is one rename, link or removal, and what follows from it.
///
/// Usually under the lock; what may also happen without it (put-backs, quarantine of a claimed file) is safe because the names hold
/// tokens that nobody else has.
struct MailboxWriter {
  let environment: MailboxEnvironment
  let limits: MailboxLimits
  let directories: MailboxDirectories
  let journal: OperationJournal
  private var isGenerationRaised = false
  /// What is in quarantine and among the dead letters, known from a listing of this hold of the lock.
  private var setAside: SetAside?

  private struct SetAside {
    var quarantined: [QuarantineName]
    var deadLetters: Int
  }

  init(
    environment: MailboxEnvironment, limits: MailboxLimits, directories: MailboxDirectories, journal: OperationJournal
  ) {
    self.environment = environment
    self.limits = limits
    self.directories = directories
    self.journal = journal
  }

  var fileSystem: any FileSystem { environment.fileSystem }
  var mailbox: RawDescriptor { directories.mailbox.raw }

  /// Must come before the first change under the lock (clause LAY-19): who trusts an index compares this number.
  mutating func raiseGeneration() {
    guard !isGenerationRaised else { return }
    isGenerationRaised = true
    let lock = directories.lock.raw
    // Unreadable or unwritable means unknown and is never an error (clause LAY-18): readers then go by the directory alone.
    do {
      var bytes = [UInt8](repeating: 0, count: Generation.length)
      let count = try fileSystem.readOnce(lock, into: &bytes)
      let next = Generation(bytes.prefix(count))?.raised() ?? Generation(environment.identifiers.makeGeneration())
      try fileSystem.writeAll(Data(next.bytes), to: lock)
    } catch {}
  }

  mutating func rename(_ name: FileName, to newName: FileName) throws(SystemError) {
    raiseGeneration()
    try fileSystem.rename(name, in: mailbox, to: newName, in: mailbox)
  }

  mutating func remove(_ name: FileName) throws(SystemError) {
    raiseGeneration()
    try fileSystem.remove(name, in: mailbox)
  }

  mutating func list() throws(SystemError) -> Snapshot {
    var snapshot = Snapshot()
    try fileSystem.forEachEntry(in: mailbox) { snapshot.add($0, $1) }
    setAside = SetAside(quarantined: snapshot.quarantined, deadLetters: snapshot.deadLetters.count)
    return snapshot
  }

  /// The bounds of quarantine and dead letters are kept by what is there, and that may change between two holds of the lock.
  private mutating func knowSetAside() throws(SystemError) {
    if setAside == nil { _ = try list() }
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
      } catch {
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
      try rename(name, toFree: DeadLetterName(reason: reason, message: message))
    } catch let error where error.isGone {
      return true
    }
    journal.note(.messageDeadLettered(reason))
    setAside?.deadLetters += 1
    return true
  }

  /// How many names of dead letters are tried.
  private static let mostNames = 16

  /// The ordinal of a dead letter orders nothing any more, so that it may be raised where the name is taken (clause DLQ-14).
  private mutating func rename(_ name: FileName, toFree first: DeadLetterName) throws(SystemError) {
    var target = first
    for _ in 1..<Self.mostNames {
      do {
        return try rename(name, to: target.fileName)
      } catch let error where error.code == ErrorNumber.exists {
        target.message.ordinal &+= 1
      }
    }
    try rename(name, to: target.fileName)
  }

  mutating func hasRoomForDeadLetter() throws(SystemError) -> Bool {
    try knowSetAside()
    return (setAside?.deadLetters ?? 0) < limits.maxDeadLetters
  }

  // MARK: Returning

  /// Returns a claimed file to the waiting ones.
  ///
  /// If its name is taken, by a file that this library did not put there, it becomes a dead letter:
  /// nothing is replaced (clauses REL-4, REC-6).
  ///
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

extension MailboxClock {
  /// Since 1970; 0 before it, and bounded whatever the clock says.
  var milliseconds: UInt64 {
    let value = now.timeIntervalSince1970 * 1000
    return value > 0 ? UInt64(min(value, 0x1p62)) : 0
  }

  var secondsSince2001: Double { now.timeIntervalSinceReferenceDate }

  var stamp: FileTime {
    let seconds = now.timeIntervalSince1970
    let whole = seconds.rounded(.down)
    // What a file cannot carry is cut off: the lease then counts as abandoned, which delivers again and loses nothing.
    let bounded = min(max(whole, -0x1p33), 0x1p33)
    return FileTime(seconds: Int64(bounded), nanoseconds: Int64(min((seconds - whole) * 1e9, 999_999_999)))
  }
}

extension FileTime {
  var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
}
