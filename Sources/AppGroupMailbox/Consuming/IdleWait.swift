/// How long a consumer that found nothing waits without a hint: a pure decision (clause CON-3).
package enum IdleWait {
  /// Nothing is looked at more often while there is nothing to do.
  package static let shortest: UInt64 = 1_000_000_000

  /// - Parameters:
  ///   - pollInterval: In nanoseconds.
  ///   - recovery: In how many seconds a claim will be abandoned.
  ///   - retry: When a message may be tried again whose handler failed, on the monotonic clock.
  ///   - unreadable: The same for one that could not be delivered.
  ///   - endedEarly: Whether the try left messages unseen.
  /// - Returns: When to try again, on the monotonic clock.
  package static func end(
    now: UInt64, pollInterval: UInt64, recovery: Double?, retry: UInt64?, unreadable: UInt64?, endedEarly: Bool
  ) -> UInt64 {
    // A claim is abandoned when its time has passed, not when it has come.
    let untilRecovery = recovery.map { UInt64(min(max($0, 0), 1e9) * 1e9) + 1_000_000 } ?? .max
    let wait = max(min(endedEarly ? 0 : pollInterval, untilRecovery), shortest)
    let end = min(now.saturatingAdd(wait), max(unreadable ?? .max, now.saturatingAdd(shortest)))
    // That is no look for something that may be there: it is known to be.
    return min(end, retry ?? .max)
  }
}
