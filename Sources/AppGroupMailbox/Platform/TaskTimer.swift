/// The one way in which asynchronous consumption waits for time to pass.
package protocol TaskTimer: Sendable {
  /// Suspends the calling task for so long, or until it is cancelled.
  func suspend(nanoseconds: UInt64) async
}

/// The system's own.
package struct SystemTaskTimer: TaskTimer {
  package init() {}

  package func suspend(nanoseconds: UInt64) async {
    do {
      // The continuous clock goes on while the system sleeps, as leases do.
      try await Task.sleep(for: .nanoseconds(Int64(clamping: nanoseconds)), clock: ContinuousClock())
    } catch {
      // Cancelled: whoever waits looks.
    }
  }
}
