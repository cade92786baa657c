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
  /// What is in quarantine and among the dead letters, as far as it is known.
  var setAside: SetAside?

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

  mutating func rename(_ name: FileName, to newName: FileName) throws(SystemError) {
    try renameFile(name, to: newName)
    index?.remove(name)
    index?.add(newName)
  }

  /// The same of a message that is claimed: what its names say is known and need not be read from them.
  mutating func rename(_ name: PendingName, to claim: ClaimedName, stamp: FileTime) throws(SystemError) {
    try renameFile(name.fileName, to: claim.fileName)
    index?.remove(name)
    index?.add(claim, stamp: stamp.secondsSince1970)
  }

  private mutating func renameFile(_ name: FileName, to newName: FileName) throws(SystemError) {
    raiseGeneration()
    do {
      try fileSystem.rename(name, in: mailbox, to: newName, in: mailbox)
    } catch {
      distrust(error)
      throw error
    }
  }

  mutating func remove(_ name: FileName) throws(SystemError) {
    try removeFile(name)
    index?.remove(name)
  }

  mutating func remove(_ claim: ClaimedName) throws(SystemError) {
    try removeFile(claim.fileName)
    index?.remove(claim)
  }

  private mutating func removeFile(_ name: FileName) throws(SystemError) {
    raiseGeneration()
    do {
      try fileSystem.remove(name, in: mailbox)
    } catch {
      distrust(error)
      throw error
    }
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
    setAside = SetAside(snapshot)
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
    setAside = SetAside(ahead.snapshot)
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
}
