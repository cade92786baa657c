#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One call of `consume`: asks for messages while a handler is free, and settles each when its handler has ended.
struct Consumption: Sendable {
  /// A claimed message, and what its handler does with it.
  struct Work: Sendable {
    let handle: ClaimHandle
    let run: @Sendable () async throws -> Void
  }

  private let source: ClaimSource
  private let leases: LeaseKeeper
  private let clock: any MailboxClock
  private let concurrency: Int
  private let maxFailures: Int?
  /// Messages whose handler failed.
  private let failed: StateLock<RetryPauses>
  private let prepare: @Sendable (ClaimedMessage) -> Work?

  init(
    _ consumers: Consumers, upTo concurrency: Int, retry: MailboxRetryPolicy, pollInterval: Duration,
    _ prepare: @escaping @Sendable (ClaimedMessage) -> Work?
  ) {
    let environment = consumers.store.environment
    failed = StateLock(RetryPauses(PausePolicy(retry)))
    source = ClaimSource(consumers, pollInterval: pollInterval, failed: failed)
    leases = LeaseKeeper(environment, claimTimeout: consumers.store.limits.claimTimeout)
    clock = environment.clock
    self.concurrency = concurrency
    maxFailures = retry.maxFailures
    self.prepare = prepare
  }

  private enum Event: Sendable {
    case message(Work)
    /// The call is cancelled.
    case noMessage
    case settled
    case failure(AppGroupMailboxError)
  }

  /// Runs until the task is cancelled or something fails, and until all handlers have ended then.
  func run() async throws(AppGroupMailboxError) {
    let failure = await withTaskGroup(of: Event.self) { group in
      var (isAsking, isOver, running) = (false, false, 0)
      var failure: AppGroupMailboxError?
      while true {
        if !isAsking, !isOver, running < concurrency {
          isAsking = true
          group.addTask { await ask() }
        }
        guard let event = await group.next() else { return failure }
        switch event {
        case .message(let work):
          isAsking = false
          running += 1
          if isOver || Task.isCancelled {
            group.addTask { await settling { () throws(AppGroupMailboxError) in try await giveBack(work) } }
          } else {
            group.addTask { await settling { () throws(AppGroupMailboxError) in try await handle(work) } }
          }
        case .noMessage: (isAsking, isOver) = (false, true)
        case .settled: running -= 1
        case .failure(let error):
          isOver = true
          failure = failure ?? error
          group.cancelAll()
        }
      }
    }
    if let failure { throw failure }
  }

  private func ask() async -> Event {
    do {
      return try await source.next(prepare).map { .message($0) } ?? .noMessage
    } catch {
      return .failure(error)
    }
  }

  private func settling(_ body: () async throws(AppGroupMailboxError) -> Void) async -> Event {
    do {
      try await body()
      return .settled
    } catch {
      return .failure(error)
    }
  }

  private func giveBack(_ work: Work) async throws(AppGroupMailboxError) {
    try await ClaimSettlement(work.handle).giveBack()
  }

  /// Runs a message's handler, and settles the message.
  private func handle(_ work: Work) async throws(AppGroupMailboxError) {
    let lease = leases.keep(work.handle)
    let hasSucceeded = await runHandler(work, lease)
    let isHeld = lease.map { leases.end($0) } ?? true
    let settlement = ClaimSettlement(work.handle)
    let id = work.handle.id
    if hasSucceeded {
      failed.withLock { $0.remove(id) }
      try await settlement.acknowledge()
    } else if Task.isCancelled || !isHeld {
      // That was not the message's fault.
      try await settlement.giveBack()
    } else {
      try await retryLater(id, settlement)
    }
  }

  /// Before the message is given back its pause has begun: the next try may come at once.
  private func retryLater(_ id: UUID, _ settlement: ClaimSettlement) async throws(AppGroupMailboxError) {
    let now = clock.monotonicNanoseconds
    let failures = failed.withLock { $0.add(id, at: now) }
    if let maxFailures, failures >= maxFailures {
      if await settlement.reject() { return failed.withLock { $0.remove(id) } }
      failed.withLock { $0.lengthen(id, at: now) }
    }
    try await settlement.giveBack()
  }

  private enum HandlerEvent {
    case returned, threw
    /// Or the call is cancelled.
    case leaseLost
  }

  /// - Returns: Whether the handler returned.
  private func runHandler(_ work: Work, _ lease: LeaseKeeper.Lease?) async -> Bool {
    await withTaskGroup(of: HandlerEvent.self) { group in
      group.addTask {
        do {
          try await work.run()
          return .returned
        } catch {
          // The handler's own to report: the mailbox knows nothing of it.
          return .threw
        }
      }
      if let lease {
        group.addTask {
          await lease.loss.wait()
          return .leaseLost
        }
      }
      var hasReturned = false
      for await event in group {
        if case .returned = event { hasReturned = true }
        // Either the handler has ended, or it is to end.
        group.cancelAll()
      }
      return hasReturned
    }
  }
}

extension PausePolicy {
  init(_ policy: MailboxRetryPolicy) {
    self.init(
      first: policy.firstPause.timerNanoseconds, factor: policy.factor, longest: policy.longestPause.timerNanoseconds)
  }
}
