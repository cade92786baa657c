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
    let deadline = Deadline(environment.clock, seconds: limits.lockTimeout)
    try enter(deadline)
    defer { leave() }
    for _ in 0..<Self.mostReopenings {
      let directories = try openDirectories()
      try lock(directories, deadline)
      defer { fileSystem.unlock(directories.lock.raw) }
      if try directories.areCurrent(in: fileSystem) {
        var writer = self.writer(directories, journal)
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
      if let open = state.withLock({ $0.openDirectories(in: fileSystem.processIdentifier) }) {
        open
      } else {
        try MailboxDirectories(location, in: fileSystem)
      }
    var writer = MailboxWriter(
      environment: environment, limits: limits, directories: directories, journal: journal)
    return try body(&writer)
  }

  func writer(_ directories: MailboxDirectories, _ journal: OperationJournal) -> MailboxWriter {
    MailboxWriter(environment: environment, limits: limits, directories: directories, journal: journal)
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
    if let open = state.withLock({ $0.openDirectories(in: fileSystem.processIdentifier) }) { return open }
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
    closeDirectories()
  }

  func openDirectories(in process: Int32) -> MailboxDirectories? {
    process == processIdentifier ? directories : nil
  }

  /// Forgets the directories, or only if they are still these: another thread may have opened new ones.
  mutating func closeDirectories(_ stale: MailboxDirectories? = nil) {
    if let stale, stale !== directories { return }
    directories = nil
  }
}
