extension AppGroupMailbox {
  /// Waits for messages and claims them, one at a time, when asked for the next.
  ///
  /// ```swift
  /// for try await claim in mailbox.claims() {
  ///   do {
  ///     try await handle(claim.message)
  ///     try claim.acknowledge()
  ///   } catch {
  ///     try claim.release()
  ///   }
  /// }
  /// ```
  ///
  /// A message is claimed only when the loop asks for it, so no lease runs while it waits in a buffer. The sequence ends when its task is
  /// cancelled. While the mailbox is busy or empty the task is suspended and no thread is blocked; nothing is held meanwhile. Any
  /// number of loops, in any number of processes, may take from one mailbox; those of one instance take turns.
  ///
  /// A message that cannot be read just now is passed over and tried again after a growing pause, of at most `pollInterval`.
  ///
  /// - Parameter pollInterval: After what time to look without any hint; less than a second counts as one. Hints come from the system within
  ///   milliseconds, and may be lost: then a message waits this long at most.
  /// - Returns: A sequence that may be iterated any number of times, from any actor. Its iterator throws ``AppGroupMailboxError``.
  public func claims(pollInterval: Duration = .seconds(30)) -> MailboxClaims<Message> {
    MailboxClaims(mailbox: self, pollInterval: pollInterval)
  }

  /// Handles messages as they come, until the task is cancelled.
  ///
  /// ```swift
  /// try await mailbox.consume(upTo: 4) { claim in try await upload(claim.message) }
  /// ```
  ///
  /// What becomes of a message:
  ///
  /// * Its handler returns: it is acknowledged.
  /// * Its handler throws: it is released, and this call tries it again after a pause, as `retry` says; others go on meanwhile. The
  ///   error goes no further, so a handler that wants it logged logs it.
  /// * Its handler settles the claim itself, by ``MailboxClaim/reject()`` for example: that stands.
  /// * Its handler takes long: the lease is extended while it runs. If the claim is lost nevertheless (the system had suspended the process
  ///   for longer than ``MailboxLimits/claimTimeout``, say), the handler's task is cancelled, for somebody else may be handling the message.
  /// * The call is cancelled, or fails: handlers' tasks are cancelled. Each message is settled when its handler has ended: acknowledged if
  ///   it returned, released if it threw. Only then does the call end.
  ///
  /// - Parameters:
  ///   - concurrency: How many handlers may run at once; positive. A message is claimed only when one is free.
  ///   - retry: When a message is tried again whose handler threw, and when it is given up.
  ///   - pollInterval: After what time to look without any hint; less than a second counts as one. See ``claims(pollInterval:)``.
  ///   - handler: Handles one message, in a child task. As everywhere in a mailbox, one message may come more than once.
  /// - Throws: ``AppGroupMailboxError/invalidLimit(_:)`` for a number that is out of its range; what ``claims(pollInterval:)`` throws;
  ///   ``AppGroupMailboxError/ioFailure(call:code:)`` if a message could not be settled after several tries: it comes again. Not for cancellation.
  public func consume(
    upTo concurrency: Int = 1, retry: MailboxRetryPolicy = .init(), pollInterval: Duration = .seconds(30),
    handler: @escaping @Sendable (MailboxClaim<Message>) async throws -> Void
  ) async throws(AppGroupMailboxError) {
    guard concurrency > 0 else { throw .invalidLimit("concurrency") }
    try retry.validate()
    try await Consumption(consumers, upTo: concurrency, retry: retry, pollInterval: pollInterval) { [self] claimed in
      claim(claimed).map { claim in
        Consumption.Work(handle: claimed.handle) { try await handler(claim) }
      }
    }.run()
  }

  /// Hints that something became pending, from whatever process.
  ///
  /// ```swift
  /// for await _ in mailbox.wakeUps() {
  ///   for claim in try mailbox.claimPending() { try claim.acknowledge() }
  /// }
  /// ```
  ///
  /// For those who consume in their own way; ``claims(pollInterval:)`` and ``consume(upTo:retry:pollInterval:handler:)`` listen already. A hint carries
  /// nothing. Hints may be lost, merged or without a reason, so look once in a while without any. The first comes at once, for what waits
  /// already; one that comes while the loop is at work is kept, and no more than one.
  ///
  /// On Apple systems these are the Darwin notifications of the mailbox's notification name, or without a name the changes of its
  /// directory; on Linux the changes of its directory.
  ///
  /// - Returns: A sequence that ends only when its task is cancelled.
  public func wakeUps() -> MailboxWakeUps {
    MailboxWakeUps(consumers: consumers)
  }
}
