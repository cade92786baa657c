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
  /// What is there, as far as it is known; `nil` if it has to be looked at.
  var index: MailboxIndex?
  /// The mailbox directory's, when this hold of the lock began; `nil` without the lock.
  var status: FileStatus?
  /// What showed the index to be good, before this operation.
  var earlier: IndexMark?
  /// When the directory was listed, on the monotonic clock, if it was in or for this hold of the lock.
  private(set) var listed: UInt64?
  /// How many messages there were when somebody counted last.
  var lastCount: Int?
  /// Whether somebody without the lock may have changed the directory after it was looked at.
  private(set) var mayHaveMissedChanges = false
  /// What the lock file said, if it was looked at.
  private(set) var generation: Generation?
  /// Whether this hold of the lock changes the mailbox.
  private(set) var isGenerationRaised = false
  /// What is in quarantine and among the dead letters, known from a listing of this hold of the lock.
  private var setAside: SetAside?

  private struct SetAside {
    var quarantined: [QuarantineName]
    var deadLetters: Set<DeadLetterName>
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
    // Without the lock another number is written afterwards.
    guard status != nil else { return }
    readGeneration()
    let next = generation?.raised() ?? Generation(environment.identifiers.makeGeneration())
    generation = nil
    // Unreadable or unwritable means unknown and is never an error (clause LAY-18): readers then go by the directory alone.
    do {
      try fileSystem.writeAll(next.bytes, to: directories.lock.raw)
      generation = next
      // Who changes something without the lock writes another number afterwards, which this one may have replaced.
      if try fileSystem.status(of: mailbox).changed == status!.changed { return }
    } catch {
      // What is remembered is then forgotten.
    }
    mayHaveMissedChanges = true
  }

  /// Looks at the number, unless it is known.
  mutating func readGeneration() {
    guard generation == nil else { return }
    do {
      generation = try fileSystem.readGeneration(of: directories.lock.raw)
    } catch {
      // Unknown, and no error (clause LAY-18).
    }
  }

  /// Writes a number that nobody has seen: for changes without the lock.
  func replaceGeneration() {
    do {
      try fileSystem.writeAll(
        Generation(environment.identifiers.makeGeneration()).bytes, to: directories.lock.raw)
    } catch {
      // No error (clause LAY-18): the directory's change time tells of the change.
    }
  }

  mutating func rename(_ name: FileName, to newName: FileName, stamp: FileTime? = nil) throws(SystemError) {
    raiseGeneration()
    do {
      try fileSystem.rename(name, in: mailbox, to: newName, in: mailbox)
    } catch {
      distrust(error)
      throw error
    }
    index?.remove(name)
    index?.add(newName, stamp: stamp?.secondsSince1970)
  }

  mutating func remove(_ name: FileName) throws(SystemError) {
    raiseGeneration()
    do {
      try fileSystem.remove(name, in: mailbox)
    } catch {
      distrust(error)
      throw error
    }
    index?.remove(name)
  }

  /// After a failure that the index did not foresee it is of no use.
  private mutating func distrust(_ error: SystemError) {
    if error.isGone || error.code == ErrorNumber.exists { index = nil }
  }

  mutating func list() throws(SystemError) -> Snapshot {
    readGeneration()
    listed = environment.clock.monotonicNanoseconds
    var snapshot = Snapshot()
    try fileSystem.forEachEntry(in: mailbox) { snapshot.add($0, $1) }
    setAside = SetAside(quarantined: snapshot.quarantined, deadLetters: Set(snapshot.deadLetters))
    return snapshot
  }

  /// Takes a listing that was made before this hold of the lock, if it still shows what is there.
  mutating func take(_ ahead: ListingAhead) -> Snapshot? {
    guard let status, ahead.directories === directories else { return nil }
    readGeneration()
    let isGood = ahead.mark.holds(
      for: status, generation, hasDistinctTimes: directories.hasDistinctChangeTimes,
      at: environment.clock.monotonicNanoseconds)
    guard isGood else { return nil }
    listed = ahead.mark.listed
    setAside = SetAside(quarantined: ahead.snapshot.quarantined, deadLetters: Set(ahead.snapshot.deadLetters))
    return ahead.snapshot
  }

  /// What is there, from the directory itself: not settled, but as it is now.
  mutating func relist() throws(SystemError) {
    index = MailboxIndex(try list())
  }

  /// Knows what a settled listing shows.
  ///
  /// - Parameter isCurrent: Whether it was made in this hold of the lock; an earlier one is good for this operation only.
  mutating func know(_ listing: Snapshot, isCurrent: Bool) {
    var listing = listing
    if !isCurrent { listing.isSettled = false }
    // Settling has added to these.
    listing.quarantined = setAside?.quarantined ?? listing.quarantined
    listing.deadLetters = setAside.map { Array($0.deadLetters) } ?? listing.deadLetters
    index = MailboxIndex(listing)
  }

  /// The bounds of quarantine and dead letters are kept by what is there, and that may change between two holds of the lock.
  private mutating func knowSetAside() throws(SystemError) {
    guard setAside == nil else { return }
    if let index {
      setAside = SetAside(quarantined: index.quarantined, deadLetters: index.deadLetters)
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
