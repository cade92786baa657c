import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport

/// A mailbox to consume from, in virtual time, with hints that a test gives.
struct ConsumingBench: Sendable {
  typealias Note = MailboxBench.Note

  let bench: MailboxBench
  let timer: SimulatedTimer
  let wakeUps = ManualWakeUps()
  let recorder = CallRecorder()

  /// - Parameter pausesAreReal: Whether a consumer that finds the lock taken, by a test that uses the mailbox beside it, tries again by itself.
  init(pausesAreReal: Bool = true) throws {
    bench = try MailboxBench()
    timer = SimulatedTimer(bench.clock, realBelow: pausesAreReal ? 5_000_000 : 0)
  }

  /// Opens an instance.
  func open(
    limits: MailboxLimits = MailboxLimits(), over base: any FileSystem = POSIXFileSystem(),
    clock: (any MailboxClock)? = nil
  ) throws -> AppGroupMailbox<Note> {
    try bench.open(
      limits: limits, fileSystem: recorder.fileSystem(over: base), clock: clock, wakeUps: wakeUps, timer: timer)
  }

  /// Opens another instance, for somebody who waits for the lock in real time: a consumer may have it.
  func openBeside(limits: MailboxLimits = MailboxLimits()) throws -> AppGroupMailbox<Note> {
    var limits = limits
    limits.lockTimeout = 60
    return try bench.open(limits: limits, clock: PatientClock(base: bench.clock))
  }

  /// How often somebody has asked for the lock.
  var tries: Int { recorder.calls.count { $0.primitive == .tryLock } }

  /// How often the directory was listed.
  var listings: Int { recorder.calls.count { $0.primitive == .list } }

  /// Waits until those who consume have done what was to do, and sleep.
  ///
  /// - Parameter sleepers: How many tasks sleep then: the one that wakes those who rest, and once a handler has run, the one that extends leases.
  func settle(_ mailbox: AppGroupMailbox<Note>, sleepers: Int = 1) async throws {
    try await eventually("everybody rests") {
      mailbox.consumers.turnstile.restingCount > 0 && timer.sleeps.count >= sleepers
    }
  }

  /// Lets time pass, step by step, and those who consume do what they do.
  func pass(
    seconds: Double, step: Double = 1, _ mailbox: AppGroupMailbox<Note>, sleepers: Int = 1
  ) async throws {
    for _ in 0..<Int(seconds / step) {
      timer.advance(by: step)
      try await settle(mailbox, sleepers: sleepers)
    }
  }

  /// Begins a loop that puts what it gets into an inbox, and closes that at its end.
  func loop(
    _ mailbox: AppGroupMailbox<Note>, pollInterval: Duration = .seconds(30)
  ) -> (task: Task<Void, any Error>, claims: Inbox<MailboxClaim<Note>>) {
    let claims = Inbox<MailboxClaim<Note>>()
    let task = Task {
      defer { claims.close() }
      for try await claim in mailbox.claims(pollInterval: pollInterval) { claims.put(claim) }
    }
    return (task, claims)
  }
}

/// A clock that is set, and on which pauses are real.
private struct PatientClock: MailboxClock {
  let base: SimulatedClock

  var now: Date { base.now }
  var monotonicNanoseconds: UInt64 { SystemClock().monotonicNanoseconds }

  func sleep(nanoseconds: UInt64) { SystemClock().sleep(nanoseconds: nanoseconds) }
}

/// A clock that knows how often a thread was blocked.
final class BlockCountingClock: MailboxClock {
  private let base: SimulatedClock
  private let counted = StateLock(0)

  init(_ base: SimulatedClock) {
    self.base = base
  }

  var blockedCount: Int { counted.withLock { $0 } }
  var now: Date { base.now }
  var monotonicNanoseconds: UInt64 { base.monotonicNanoseconds }

  func sleep(nanoseconds: UInt64) {
    counted.withLock { $0 += 1 }
    base.sleep(nanoseconds: nanoseconds)
  }
}
