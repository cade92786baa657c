/// Calls once when a moment has come; setting it to another moment is cheap.
///
/// A cancelled sleep stays with the system until its time is over, and one for each message would be many. So one sleeping task serves
/// all that is set for later, and looks when it wakes whether there is still something to call for.
final class Alarm: Sendable {
  private struct State {
    /// The number of what was set last.
    var order = 0
    var due: UInt64?
    var action: (@Sendable () async -> Void)?
    /// Until when a task sleeps.
    var sleep: UInt64?
    var task: Task<Void, Never>?
  }

  private let state = StateLock(State())
  private let clock: any MailboxClock
  private let timer: any TaskTimer

  init(_ environment: MailboxEnvironment) {
    clock = environment.clock
    timer = environment.timer
  }

  deinit { state.withLock { $0.task }?.cancel() }

  /// Calls at `due`, on the monotonic clock, instead of what was set before; `nil` for never.
  ///
  /// - Parameter order: Grows with each moment that is decided on. Who decides does so under a lock of his own, and may come here
  ///   after the next one: what is out of date is then ignored.
  func set(_ due: UInt64?, order: Int, action: @escaping @Sendable () async -> Void) {
    let needsTask = state.withLock { state in
      guard order > state.order else { return false }
      state.order = order
      state.due = due
      state.action = action
      guard let due, due < state.sleep ?? .max else { return false }
      state.sleep = due
      return true
    }
    guard needsTask, let due else { return }
    let task = Task { [weak self, clock, timer] in
      var next: UInt64? = due
      while let moment = next, !Task.isCancelled {
        let now = clock.monotonicNanoseconds
        if now < moment { await timer.suspend(nanoseconds: moment - now) }
        next = await self?.wake(from: moment)
      }
    }
    let stale = state.withLock { state -> Task<Void, Never>? in
      guard state.sleep == due else { return task }
      defer { state.task = task }
      return state.task
    }
    stale?.cancel()
  }

  /// - Returns: Until when to sleep again.
  private func wake(from sleep: UInt64) async -> UInt64? {
    guard !Task.isCancelled else { return nil }
    let now = clock.monotonicNanoseconds
    let (action, next) = state.withLock { state -> ((@Sendable () async -> Void)?, UInt64?) in
      // Another task has taken over.
      guard state.sleep == sleep else { return (nil, nil) }
      guard let due = state.due, due <= now else {
        state.sleep = state.due
        return (nil, state.due)
      }
      defer { (state.due, state.action, state.sleep) = (nil, nil, nil) }
      return (state.action, nil)
    }
    await action?()
    return next
  }
}
