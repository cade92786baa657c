/// Lets the consumers of one instance try one after the other, in the order in which they asked; see ``ConsumerQueue``.
package final class Turnstile: Sendable {
  private struct State {
    var queue = ConsumerQueue()
    /// Those who are suspended until it is their turn.
    var waiters: [ConsumerQueue.Ticket: CheckedContinuation<Void, Never>] = [:]
    var changes = 0
  }

  private let state = StateLock(State())
  private let clock: any MailboxClock
  private let alarm: Alarm

  init(_ environment: MailboxEnvironment) {
    clock = environment.clock
    alarm = Alarm(environment)
  }

  /// How many consumers rest, if none tries or is about to.
  package var restingCount: Int { state.withLock { $0.queue.restingCount } }

  /// How many are suspended, whether they rest or not.
  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  func enter() -> ConsumerQueue.Ticket {
    change { $0.enter() }
  }

  func leave(_ ticket: ConsumerQueue.Ticket) {
    change { $0.leave(ticket) }
  }

  func rest(_ ticket: ConsumerQueue.Ticket, until due: UInt64) {
    change { $0.rest(ticket, until: due) }
  }

  func hint() {
    change { $0.hint() }
  }

  /// Suspends until it is this consumer's turn, or its task is cancelled.
  func turn(_ ticket: ConsumerQueue.Ticket) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          // Looked at under the lock: a cancellation after it finds the waiter.
          guard state.queue.turn != ticket, !Task.isCancelled else { return false }
          state.waiters[ticket] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
    }
  }

  /// Changes the queue, and lets go on whose turn it is then.
  private func change<Result>(_ body: (inout ConsumerQueue) -> Result) -> Result {
    let now = clock.monotonicNanoseconds
    let (result, next, order, waiter) = state.withLock { state in
      state.changes += 1
      let result = body(&state.queue)
      let next = state.queue.wake(at: now)
      let waiter = state.queue.grant().flatMap { state.waiters.removeValue(forKey: $0) }
      return (result, next, state.changes, waiter)
    }
    alarm.set(next, order: order) { [weak self] in self?.change { _ in } }
    waiter?.resume()
    return result
  }
}
