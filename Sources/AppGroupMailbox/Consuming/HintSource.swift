/// Where one who consumes in a way of its own gets hints from.
final class HintSource: Sendable {
  private let listening: Consumers.Listening
  private let signal = HintSignal(isSet: true)
  private let alarm: Alarm
  private let clock: any MailboxClock
  private let looks = StateLock(0)

  /// After what time a watch that could not be had is tried for again, in nanoseconds.
  private static let patience: UInt64 = 30_000_000_000

  init(_ consumers: Consumers) {
    let environment = consumers.store.environment
    clock = environment.clock
    alarm = Alarm(environment)
    listening = consumers.listen { [signal] in signal.ring() }
    listening.refresh()
  }

  /// Whether somebody is suspended in ``next()``.
  var isWaitedFor: Bool { signal.isWaitedFor }

  /// - Returns: `nil` once the task is cancelled.
  func next() async -> Void? {
    await Task.yield()
    look()
    await signal.wait()
    return Task.isCancelled ? nil : ()
  }

  /// Makes sure that there is a watch, and looks again later.
  private func look() {
    listening.refresh()
    let (due, order) = looks.withLock { looks in
      looks += 1
      return (clock.monotonicNanoseconds.saturatingAdd(Self.patience), looks)
    }
    alarm.set(due, order: order) { [weak self] in self?.look() }
  }
}
