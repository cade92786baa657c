#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Where one consumer gets its messages from: one at a time, and not before it asks (clauses CON-1 to CON-6).
final class ClaimSource: Sendable {
  private let consumers: Consumers
  private let listening: Consumers.Listening
  /// In nanoseconds.
  private let pollInterval: UInt64
  /// Messages that could not be delivered: tried again at once, they would give a hint to whoever put them back, and so for ever.
  private let undelivered: StateLock<RetryPauses>
  /// Messages whose handler failed, if there is one.
  private let failed: StateLock<RetryPauses>?

  init(_ consumers: Consumers, pollInterval: Duration, failed: StateLock<RetryPauses>? = nil) {
    self.consumers = consumers
    self.pollInterval = max(pollInterval.timerNanoseconds, IdleWait.shortest)
    self.failed = failed
    undelivered = StateLock(
      RetryPauses(PausePolicy(first: IdleWait.shortest, factor: 2, longest: self.pollInterval)))
    listening = consumers.listen { [turnstile = consumers.turnstile] in turnstile.hint() }
  }

  private var store: MailboxStore { consumers.store }
  private var now: UInt64 { store.environment.clock.monotonicNanoseconds }

  /// Waits for a message that can be delivered, and claims it.
  ///
  /// - Parameter decode: Makes something of a claimed message; `nil` if it is not what its consumer expects.
  /// - Returns: What `decode` made; `nil` once the task is cancelled.
  func next<Claim>(
    _ decode: (ClaimedMessage) -> Claim?
  ) async throws(AppGroupMailboxError) -> Claim? {
    // Where messages wait and the lock is free nothing below suspends: others of this process are to have a turn too.
    await Task.yield()
    let turnstile = consumers.turnstile
    // Before the try, or a hint that comes after it would be lost.
    listening.refresh()
    let ticket = turnstile.enter()
    defer { turnstile.leave(ticket) }
    while true {
      await turnstile.turn(ticket)
      if Task.isCancelled { return nil }
      let rest: UInt64
      switch try await attempt(decode) {
      case .message(let claim, let handle):
        guard Task.isCancelled else { return claim }
        try await ClaimSettlement(handle).giveBack()
        return nil
      case .nothing(let trial): rest = restEnd(after: trial)
      case nil: return nil
      }
      // The try may have opened another directory.
      listening.refresh()
      turnstile.rest(ticket, until: rest)
    }
  }

  private enum Outcome<Claim> {
    case message(Claim, ClaimHandle)
    case nothing(ClaimTrial)
  }

  /// Tries to claim as soon as the lock is free.
  ///
  /// - Returns: `nil` once the task is cancelled.
  private func attempt<Claim>(
    _ decode: (ClaimedMessage) -> Claim?
  ) async throws(AppGroupMailboxError) -> Outcome<Claim>? {
    var pauses = BusyPauses()
    var generator = SystemRandomNumberGenerator()
    while !Task.isCancelled {
      var found: (Claim, ClaimHandle)?
      do {
        let trial = try store.tryToClaim(skipping: paused()) { message in
          found = decode(message).map { ($0, message.handle) }
          return found != nil
        }
        note(trial)
        return found.map { .message($0, $1) } ?? .nothing(trial)
      } catch .busy {
        await store.environment.timer.suspend(nanoseconds: pauses.next(using: &generator))
      }
    }
    return nil
  }

  private func paused() -> Set<UUID> {
    let now = now
    let paused = undelivered.withLock { $0.paused(at: now) }
    return failed.map { $0.withLock { $0.paused(at: now) } }?.union(paused) ?? paused
  }

  private func note(_ trial: ClaimTrial) {
    guard !trial.undelivered.isEmpty else { return }
    let now = now
    undelivered.withLock { pauses in
      for id in trial.undelivered { pauses.add(id, at: now) }
    }
  }

  private func restEnd(after trial: ClaimTrial) -> UInt64 {
    let now = now
    return IdleWait.end(
      now: now, pollInterval: pollInterval, recovery: trial.nextRecovery,
      retry: failed?.withLock { $0.nextEnd(after: now) }, unreadable: undelivered.withLock { $0.nextEnd(after: now) },
      endedEarly: trial.endedEarly)
  }
}
