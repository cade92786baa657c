import AppGroupMailbox

/// What a test waited for did not come in time.
package struct DeadlinePassed: Error {
  package init() {}
}

extension Duration {
  /// How long a test waits for something that should come at once: long enough for a machine that does much else.
  package static let patience = Duration.seconds(60)
}

/// Things that come from outside, waited for without blocking a thread, and never for ever.
package final class Inbox<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = StateLock(State())

  package init() {}

  package func put(_ element: Element) {
    state.withLock { $0.elements.append(element) }
    wake()
  }

  /// Nothing more comes.
  package func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Takes the first element; `nil` if nothing more comes.
  package func next(within patience: Duration = .patience) async throws -> Element? {
    try await arrival(within: patience) { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
  }

  /// The first element, which stays; `nil` if nothing more comes.
  package func first(within patience: Duration = .patience) async throws -> Element? {
    try await arrival(within: patience) { $0.elements.first }
  }

  /// Whether nothing more comes.
  package var isClosed: Bool { state.withLock(\.isClosed) }

  /// What is there now.
  package var contents: [Element] { state.withLock(\.elements) }

  /// How many turns of the common pool those have who are to put something, however long they take.
  private static var lastTurns: Int { 100 }

  private func arrival(
    within patience: Duration, _ look: (inout State) -> Element?
  ) async throws -> Element? {
    let deadline = ContinuousClock.now + patience
    var turns = 0
    while true {
      let (element, isClosed) = state.withLock { (look(&$0), $0.isClosed) }
      if element != nil || isClosed { return element }
      try Task.checkCancellation()
      if ContinuousClock.now < deadline {
        await change(until: deadline)
      } else {
        // Where other tests keep all threads busy, time passes in which nobody could put anything.
        guard turns < Self.lastTurns else { throw DeadlinePassed() }
        turns += 1
        await Task.detached {}.value
      }
    }
  }

  /// Returns when something has changed, or for no reason: callers look again.
  private func change(until deadline: ContinuousClock.Instant) async {
    let alarm = Task.onOwnThreads {
      // Cancelled or not: who is woken looks.
      try? await Task.sleep(until: deadline, clock: .continuous)
      self.wake()
    }
    defer { alarm.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Whatever happened before the continuation is registered would wake nobody.
        let isOver = Task.isCancelled || ContinuousClock.now >= deadline
        let mustWait = state.withLock { state in
          guard !isOver, state.elements.isEmpty, !state.isClosed else { return false }
          state.waiters.append(continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }

  private func wake() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
