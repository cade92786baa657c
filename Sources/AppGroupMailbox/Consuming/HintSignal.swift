/// A hint that somebody waits for: one is kept while nobody does, and no more than one.
final class HintSignal: Sendable {
  private struct State {
    var isSet: Bool
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  private let state: StateLock<State>

  /// - Parameter isSet: Whether the first wait ends at once.
  init(isSet: Bool = false) {
    state = StateLock(State(isSet: isSet))
  }

  /// Whether somebody is suspended until there is a hint.
  var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Lets all who wait go on, or else the next who will.
  func ring() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.isSet = state.waiters.isEmpty
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Suspends until there is a hint, or the task is cancelled.
  func wait() async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          // Looked at under the lock: a cancellation after it finds the waiter.
          guard !state.isSet, !Task.isCancelled else {
            state.isSet = false
            return false
          }
          state.waiters[number] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
