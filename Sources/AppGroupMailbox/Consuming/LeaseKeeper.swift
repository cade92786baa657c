/// Extends the leases of messages while their handlers run (clause CON-10).
final class LeaseKeeper: Sendable {
  /// One claim that is kept.
  struct Lease: Sendable {
    fileprivate let number: Int
    /// Rings when the claim is not this consumer's any more.
    let loss = HintSignal()
  }

  private struct Kept {
    let lease: Lease
    let handle: ClaimHandle
    var due: UInt64
  }

  private struct State {
    var kept: [Int: Kept] = [:]
    var lastNumber = 0
    /// How often the alarm was set.
    var settings = 0
  }

  private let state = StateLock(State())
  private let clock: any MailboxClock
  private let alarm: Alarm
  /// After what time a lease is extended, in nanoseconds; `nil` if none ever runs out.
  private let period: UInt64?

  /// A third, so that two extensions in a row may fail.
  init(_ environment: MailboxEnvironment, claimTimeout: Double) {
    clock = environment.clock
    alarm = Alarm(environment)
    period = claimTimeout.isFinite ? UInt64(min(max(claimTimeout / 3, 0.01), 1e9) * 1e9) : nil
  }

  /// Keeps a claim from now on; `nil` if there is nothing to do for it.
  func keep(_ handle: ClaimHandle) -> Lease? {
    guard let period else { return nil }
    let due = clock.monotonicNanoseconds.saturatingAdd(period)
    let lease = state.withLock { state in
      state.lastNumber += 1
      let lease = Lease(number: state.lastNumber)
      state.kept[lease.number] = Kept(lease: lease, handle: handle, due: due)
      return lease
    }
    setAlarm()
    return lease
  }

  /// - Returns: Whether the claim was still this consumer's, as far as known.
  func end(_ lease: Lease) -> Bool {
    let wasKept = forget(lease)
    setAlarm()
    return wasKept
  }

  private func forget(_ lease: Lease) -> Bool {
    state.withLock { $0.kept.removeValue(forKey: lease.number) != nil }
  }

  private func setAlarm() {
    let (due, order) = state.withLock { state in
      state.settings += 1
      return (state.kept.values.lazy.map(\.due).min(), state.settings)
    }
    alarm.set(due, order: order) { [weak self] in self?.extendDue() }
  }

  private func extendDue() {
    guard let period else { return }
    let now = clock.monotonicNanoseconds
    for one in state.withLock({ $0.kept.values.filter { $0.due <= now } }) {
      do throws(AppGroupMailboxError) {
        try one.handle.store.extend(one.handle, lockTimeout: 0)
        postpone(one, until: now.saturatingAdd(period))
      } catch .claimNoLongerExists {
        if forget(one.lease) { one.lease.loss.ring() }
      } catch {
        // It is held still, and the next try comes well before its time.
        postpone(one, until: now.saturatingAdd(period / 8))
      }
    }
    setAlarm()
  }

  private func postpone(_ one: Kept, until due: UInt64) {
    state.withLock { $0.kept[one.lease.number]?.due = due }
  }
}
