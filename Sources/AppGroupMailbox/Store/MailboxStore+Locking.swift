/// A moment on the monotonic clock until which an operation tries (clauses LCK-2, LCK-5).
struct Deadline {
  private let clock: any MailboxClock
  private let end: UInt64

  /// The longest pause between two tries, in nanoseconds.
  static let pause: UInt64 = 250_000

  init(_ clock: any MailboxClock, seconds: Double) {
    self.clock = clock
    let (sum, overflow) = clock.monotonicNanoseconds.addingReportingOverflow(UInt64(min(seconds * 1e9, 0x1p63)))
    end = overflow ? .max : sum
  }

  /// Tries until it succeeds or the time is over, and then once more.
  ///
  /// - Throws: ``AppGroupMailboxError/busy`` if the last try failed too, and what `attempt` throws.
  func retry(_ attempt: () throws(AppGroupMailboxError) -> Bool) throws(AppGroupMailboxError) {
    var isLast = false
    while true {
      if try attempt() { return }
      if isLast { throw .busy }
      let now = clock.monotonicNanoseconds
      if now >= end { isLast = true } else { clock.sleep(nanoseconds: min(Self.pause, end - now)) }
    }
  }
}

extension MailboxStore {
  /// How often a directory may be replaced under an operation before it gives up.
  private static let mostReopenings = 8

  /// Runs `body` as the only thread of this instance, with the directories open.
  func withInstance<Result>(
    _ body: (MailboxDirectories) throws(AppGroupMailboxError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    let deadline = Deadline(environment.clock, seconds: limits.lockTimeout)
    try enter(deadline)
    defer { leave() }
    return try body(try openDirectories())
  }

  /// Runs `body` under the mailbox's lock, on directories that are the ones at their paths (clauses LCK-1 to LCK-3).
  ///
  /// `body` must not wait, synchronise or call anybody else's code (clause LCK-4).
  func withLock<Result>(
    _ journal: OperationJournal, _ body: (inout MailboxWriter) throws(AppGroupMailboxError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    let deadline = Deadline(environment.clock, seconds: journal.lockTimeout ?? limits.lockTimeout)
    try enter(deadline)
    defer { leave() }
    for _ in 0..<Self.mostReopenings {
      let directories = try openDirectories()
      try lock(directories, deadline)
      defer { fileSystem.unlock(directories.lock.raw) }
      if let status = try directories.statusIfCurrent(in: fileSystem) {
        var writer = self.writer(directories, journal)
        let changesWithoutLock = takeIndex(for: &writer, status)
        defer { keepIndex(of: writer, unlessChangedSince: changesWithoutLock) }
        return try body(&writer)
      }
      state.withLock { $0.closeDirectories(directories) }
    }
    throw .busy
  }

  /// As ``withLock(_:_:)``, but goes on without the lock when it cannot be had (clauses ACK-4, REL-5, LSE-5): for what names with tokens make safe.
  func withLockIfPossible<Result>(
    _ journal: OperationJournal, _ body: (inout MailboxWriter) throws(AppGroupMailboxError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    var result: Result?
    do {
      return try withLock(journal) { (writer) throws(AppGroupMailboxError) in
        let value = try body(&writer)
        result = value
        return value
      }
    } catch .busy where result == nil {
      return try withoutLock(journal, body)
    }
  }

  /// Runs `body` without any lock.
  func withoutLock<Result>(
    _ journal: OperationJournal, _ body: (inout MailboxWriter) throws(AppGroupMailboxError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    // Not through the instance's gate: a thread that waits for the lock may be standing in it.
    let directories =
      if let open = openedDirectories {
        open
      } else {
        try MailboxDirectories(location, in: fileSystem)
      }
    var writer = self.writer(directories, journal)
    defer { if writer.isGenerationRaised { noteChangeWithoutLock(writer) } }
    return try body(&writer)
  }

  /// Tells everybody, afterwards and at random: whoever holds the lock meanwhile, and has looked, will look again (clause LAY-19).
  private func noteChangeWithoutLock(_ writer: MailboxWriter) {
    writer.replaceGeneration()
    state.withLock {
      $0.index = nil
      $0.changesWithoutLock += 1
    }
  }

  /// Runs `body` under the lock if it can be had without waiting, and without it otherwise.
  func withLockAtOnce<Result>(
    _ journal: OperationJournal, _ body: (inout MailboxWriter) throws(AppGroupMailboxError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    guard let directories = tryToEnter() else { return try withoutLock(journal, body) }
    defer { leave() }
    guard let status = tryToLock(directories) else { return try withoutLock(journal, body) }
    defer { fileSystem.unlock(directories.lock.raw) }
    var writer = self.writer(directories, journal)
    let changesWithoutLock = takeIndex(for: &writer, status)
    defer { keepIndex(of: writer, unlessChangedSince: changesWithoutLock) }
    return try body(&writer)
  }

  /// - Returns: The open directories, if no other thread is at work on them.
  private func tryToEnter() -> MailboxDirectories? {
    let process = fileSystem.processIdentifier
    return state.withLock { state in
      guard !state.isBusy, let directories = state.openDirectories(in: process) else { return nil }
      state.isBusy = true
      return directories
    }
  }

  /// - Returns: The mailbox directory's status, if it is locked now and still the one at its path.
  private func tryToLock(_ directories: MailboxDirectories) -> FileStatus? {
    do {
      guard try fileSystem.tryLock(directories.lock.raw) else { return nil }
    } catch {
      return nil
    }
    do {
      if let status = try directories.statusIfCurrent(in: fileSystem) { return status }
    } catch {
      // Whoever needs the lock will be told; here it is gone on without.
    }
    fileSystem.unlock(directories.lock.raw)
    return nil
  }

  /// The directories, if this process has them open.
  var openedDirectories: MailboxDirectories? {
    let process = fileSystem.processIdentifier
    return state.withLock { $0.openDirectories(in: process) }
  }

  func writer(_ directories: MailboxDirectories, _ journal: OperationJournal) -> MailboxWriter {
    MailboxWriter(environment: environment, limits: limits, directories: directories, journal: journal)
  }

  // MARK: The index

  /// Hands the index over to an operation, if it still tells what is there.
  ///
  /// - Returns: How often this instance had changed the mailbox without its lock by now.
  private func takeIndex(for writer: inout MailboxWriter, _ status: FileStatus) -> Int {
    let (kept, changes) = state.withLock { state in
      // No copy is left behind: changing it in place must not copy it.
      defer { state.index = nil }
      return (state.index, state.changesWithoutLock)
    }
    writer.begin(with: kept, status)
    return changes
  }

  private func keepIndex(of writer: MailboxWriter, unlessChangedSince changesWithoutLock: Int) {
    guard let kept = writer.indexToKeep() else { return }
    state.withLock { state in
      guard state.directories === writer.directories, state.changesWithoutLock == changesWithoutLock else { return }
      state.index = kept
    }
  }

  private func enter(_ deadline: Deadline) throws(AppGroupMailboxError) {
    let process = fileSystem.processIdentifier
    try deadline.retry {
      state.withLock { state in
        state.noteProcess(process)
        guard !state.isBusy else { return false }
        state.isBusy = true
        return true
      }
    }
  }

  private func leave() {
    state.withLock { $0.isBusy = false }
  }

  private func lock(_ directories: MailboxDirectories, _ deadline: Deadline) throws(AppGroupMailboxError) {
    try deadline.retry { () throws(AppGroupMailboxError) in
      try reporting { () throws(SystemError) in try fileSystem.tryLock(directories.lock.raw) }
    }
  }

  private func openDirectories() throws(AppGroupMailboxError) -> MailboxDirectories {
    if let open = openedDirectories { return open }
    let opened = try MailboxDirectories(location, in: fileSystem)
    state.withLock { $0.directories = opened }
    return opened
  }
}

extension InstanceState {
  /// A forked child starts anew: the thread that was at work, and the descriptors, are its parent's.
  mutating func noteProcess(_ process: Int32) {
    guard process != processIdentifier else { return }
    processIdentifier = process
    isBusy = false
    index = nil
    closeDirectories()
  }

  func openDirectories(in process: Int32) -> MailboxDirectories? {
    process == processIdentifier ? directories : nil
  }

  /// Forgets the directories, or only if they are still these: another thread may have opened new ones.
  mutating func closeDirectories(_ stale: MailboxDirectories? = nil) {
    if let stale, stale !== directories { return }
    directories = nil
    index = nil
  }
}
