internal import AppGroupMailbox

/// A timer that goes by a clock which moves when it is told to.
package final class SimulatedTimer: TaskTimer {
  private struct Sleeper {
    var end: UInt64
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var sleepers: [Int: Sleeper] = [:]
    var lastNumber = 0
    var requests: [UInt64] = []
  }

  private let clock: SimulatedClock
  private let state = StateLock(State())
  private let realBelow: UInt64

  /// A timer at which nobody sleeps.
  ///
  /// - Parameter realBelow: Shorter pauses, in nanoseconds, are the machine's: they are made for somebody who works in real time.
  package init(_ clock: SimulatedClock, realBelow: UInt64 = 0) {
    self.clock = clock
    self.realBelow = realBelow
  }

  /// What was asked for so far, in nanoseconds.
  package var requests: [UInt64] { state.withLock { $0.requests } }

  /// In how many nanoseconds each of those who sleep now is to wake, sorted.
  package var sleeps: [UInt64] {
    let now = clock.monotonicNanoseconds
    return state.withLock { $0.sleepers.values.map { $0.end - min($0.end, now) }.sorted() }
  }

  package func suspend(nanoseconds: UInt64) async {
    if nanoseconds < realBelow { return await SystemTaskTimer().suspend(nanoseconds: nanoseconds) }
    let end = clock.monotonicNanoseconds + nanoseconds
    let number = state.withLock { state in
      state.requests.append(nanoseconds)
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !Task.isCancelled, end > clock.monotonicNanoseconds else { return false }
          state.sleepers[number] = Sleeper(end: end, continuation: continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  /// Moves the clock, and wakes those whose time has come.
  package func advance(by seconds: Double) {
    clock.move(by: seconds)
    wake()
  }

  /// Moves the clock to when the next one is to wake.
  ///
  /// - Returns: Whether somebody sleeps.
  @discardableResult
  package func advanceToNext() -> Bool {
    guard let next = sleeps.first else { return false }
    clock.sleep(nanoseconds: next)
    wake()
    return true
  }

  private func wake() {
    let now = clock.monotonicNanoseconds
    let due = state.withLock { state in
      let due = state.sleepers.filter { $0.value.end <= now }
      for number in due.keys { state.sleepers[number] = nil }
      return due
    }
    for sleeper in due.values { sleeper.continuation.resume() }
  }
}
