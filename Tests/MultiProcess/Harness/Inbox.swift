import AppGroupMailbox

/// What a test waited for did not come in time.
struct DeadlinePassed: Error {}

extension Duration {
  /// How long a test waits for something that should come at once: long enough for a machine that does much else.
  static let patience = Duration.seconds(60)
}

/// Things that come from outside, waited for without blocking a thread, and never for ever.
final class Inbox<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = StateLock(State())

  func put(_ element: Element) {
    state.withLock { $0.elements.append(element) }
    wake()
  }

  /// Nothing more comes.
  func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Takes the first element; `nil` if nothing more comes.
  func next(within patience: Duration = .patience) async throws -> Element? {
    try await arrival(within: patience) { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
  }

  /// The first element, which stays; `nil` if nothing more comes.
  func first(within patience: Duration = .patience) async throws -> Element? {
    try await arrival(within: patience) { $0.elements.first }
  }

  /// Whether nothing more comes.
  var isClosed: Bool { state.withLock(\.isClosed) }

  /// What is there now.
  var contents: [Element] { state.withLock(\.elements) }

  private func arrival(
    within patience: Duration, _ look: (inout State) -> Element?
  ) async throws -> Element? {
    let deadline = ContinuousClock.now + patience
    while true {
      let (element, isClosed) = state.withLock { (look(&$0), $0.isClosed) }
      if element != nil || isClosed { return element }
      try Task.checkCancellation()
      guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
      await change(until: deadline)
    }
  }

  /// Returns when something has changed, or for no reason: callers look again.
  private func change(until deadline: ContinuousClock.Instant) async {
    let alarm = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      wake()
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
