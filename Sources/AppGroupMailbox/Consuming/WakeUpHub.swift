/// The one watch of an instance, shared by all who wait for hints: begun with the first of them, closed with the last.
final class WakeUpHub: Sendable {
  private struct State {
    var listeners: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
    var watched: Watched?
    /// The newest watch that has ended by itself.
    var ended = 0
    /// Whether a thread is about to begin a watch.
    var isBeginning = false

    func isWatching(_ directories: MailboxDirectories) -> Bool {
      watched?.directories === directories && watched?.processIdentifier == directories.processIdentifier
    }
  }

  private struct Watched {
    var number: Int
    var watch: any WakeUpWatch
    /// What is watched; weak, for a watch keeps no directory open.
    weak var directories: MailboxDirectories?
    /// Whose it is: descriptors are a process's own (clause LCK-6).
    var processIdentifier: Int32
  }

  private let state = StateLock(State())
  private let source: any WakeUpSource
  private let notificationName: String?

  init(_ store: MailboxStore) {
    source = store.environment.wakeUps
    notificationName = store.notificationName
  }

  deinit { state.withLock { $0.watched }?.watch.close() }

  /// - Parameter listener: Called on any thread when there is a hint; must not take long.
  func join(_ listener: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = listener
      return state.lastNumber
    }
  }

  func leave(_ number: Int) {
    let stale = state.withLock { state -> (any WakeUpWatch)? in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return nil }
      defer { state.watched = nil }
      return state.watched?.watch
    }
    stale?.close()
  }

  /// Watches these directories, unless it does already.
  ///
  /// What came before a watch began was missed: everybody is told to look.
  func watch(_ directories: MailboxDirectories) {
    let (number, stale) = state.withLock { state -> (Int?, (any WakeUpWatch)?) in
      guard !state.isBeginning, !state.listeners.isEmpty, !state.isWatching(directories) else { return (nil, nil) }
      defer { state.watched = nil }
      state.isBeginning = true
      state.lastNumber += 1
      // A parent's watch, in a forked child, is left alone: its queue is the parent's.
      let isOwn = state.watched?.processIdentifier == directories.processIdentifier
      return (state.lastNumber, isOwn ? state.watched?.watch : nil)
    }
    guard let number else { return }
    stale?.close()
    let watch = source.watch(
      directories.mailbox.raw, lock: directories.lock.raw, notificationName: notificationName
    ) { [weak self] event in
      if event == .ended { self?.forget(number) }
      self?.ring()
    }
    let unwanted = state.withLock { state -> (any WakeUpWatch)? in
      state.isBeginning = false
      guard let watch, !state.listeners.isEmpty, state.ended < number else { return watch }
      state.watched = Watched(
        number: number, watch: watch, directories: directories, processIdentifier: directories.processIdentifier)
      return nil
    }
    unwanted?.close()
    if watch != nil, unwanted == nil { ring() }
  }

  private func ring() {
    for listener in state.withLock({ $0.listeners }).values { listener() }
  }

  private func forget(_ number: Int) {
    let stale = state.withLock { state -> (any WakeUpWatch)? in
      state.ended = max(state.ended, number)
      guard state.watched?.number == number else { return nil }
      defer { state.watched = nil }
      return state.watched?.watch
    }
    stale?.close()
  }
}
