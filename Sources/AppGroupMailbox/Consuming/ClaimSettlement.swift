/// Settles a claim without blocking a thread, also on behalf of a task that is cancelled.
struct ClaimSettlement: Sendable {
  private let handle: ClaimHandle

  init(_ handle: ClaimHandle) {
    self.handle = handle
  }

  /// How often a call that fails is tried, with pauses between.
  private static let mostTries = 5
  /// In nanoseconds; each is longer than the one before.
  private static let firstPause: UInt64 = 20_000_000

  /// Returns the message, as if it had not been claimed.
  ///
  /// - Throws: What it fails with after several tries; the message returns when its lease runs out.
  func giveBack() async throws(AppGroupMailboxError) {
    try await trying { () throws(AppGroupMailboxError) in
      do throws(AppGroupMailboxError) {
        try handle.store.release(handle, lockTimeout: 0)
      } catch .deadLettersFull {
        // Somebody put a file in its place: it stays claimed, and diagnostics have told.
      }
    }
  }

  /// - Throws: What it fails with after several tries; the message comes again when its lease runs out.
  func acknowledge() async throws(AppGroupMailboxError) {
    try await trying { () throws(AppGroupMailboxError) in try handle.store.acknowledge(handle) }
  }

  /// - Returns: Whether it is settled; if not, it is still claimed.
  func reject() async -> Bool {
    do {
      try await trying { () throws(AppGroupMailboxError) in try handle.store.reject(handle, lockTimeout: 0) }
      return true
    } catch {
      return false
    }
  }

  /// Tries again what may go better a little later; that the claim has ended already is as good.
  private func trying(
    _ body: @escaping @Sendable () throws(AppGroupMailboxError) -> Void
  ) async throws(AppGroupMailboxError) {
    let failure = Self.failure(body)
    guard let failure, failure.mayPass else { return try Self.throwing(failure) }
    let timer = handle.store.environment.timer
    // A task of its own: pauses of a cancelled one would be none.
    try Self.throwing(
      await Task {
        var last = failure
        var pause = Self.firstPause
        for _ in 1..<Self.mostTries {
          await timer.suspend(nanoseconds: pause)
          pause *= 2
          guard let failure = Self.failure(body) else { return nil }
          last = failure
        }
        return last
      }.value)
  }

  private static func failure(_ body: () throws(AppGroupMailboxError) -> Void) -> AppGroupMailboxError? {
    do {
      try body()
      return nil
    } catch .claimNoLongerExists {
      return nil
    } catch {
      return error
    }
  }

  private static func throwing(_ failure: AppGroupMailboxError?) throws(AppGroupMailboxError) {
    if let failure { throw failure }
  }
}

extension AppGroupMailboxError {
  /// Whether trying again soon may help.
  fileprivate var mayPass: Bool {
    switch self {
    case .busy, .ioFailure: true
    default: false
    }
  }
}
