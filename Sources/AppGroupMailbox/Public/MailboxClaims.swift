/// Messages one at a time, as they come; see ``AppGroupMailbox/claims(pollInterval:)``.
public struct MailboxClaims<Message: Codable & Sendable>: AsyncSequence, Sendable {
  /// A claim, which is its receiver's to settle.
  public typealias Element = MailboxClaim<Message>
  /// What ends a loop.
  public typealias Failure = AppGroupMailboxError

  let mailbox: AppGroupMailbox<Message>
  let pollInterval: Duration

  /// Begins to consume; nothing is claimed before the first ``AsyncIterator/next()``.
  ///
  /// - Returns: An iterator that claims one message for each call of `next()`.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(mailbox: mailbox, source: ClaimSource(mailbox.consumers, pollInterval: pollInterval))
  }

  /// Claims a message when it is asked for one.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let mailbox: AppGroupMailbox<Message>
    let source: ClaimSource

    /// Waits for the next message and claims it.
    ///
    /// - Returns: The claim; `nil` once the task is cancelled, and then nothing is claimed.
    /// - Throws: What ``AppGroupMailbox/claimPending(limit:)`` throws, other than ``AppGroupMailboxError/busy`` and a failure that concerns
    ///   single files only. The iterator can be asked again.
    public mutating func next() async throws(AppGroupMailboxError) -> MailboxClaim<Message>? {
      try await source.next(mailbox.claim)
    }
  }
}
