/// Hints that something became pending; see ``AppGroupMailbox/wakeUps()``.
public struct MailboxWakeUps: AsyncSequence, Sendable {
  /// A hint carries nothing.
  public typealias Element = Void
  /// Waiting cannot fail.
  public typealias Failure = Never

  let consumers: Consumers

  /// Begins to listen: what becomes pending from now on is hinted at.
  ///
  /// - Returns: An iterator with hints of its own.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(HintSource(consumers))
  }

  /// Waits for hints; it keeps one that comes while nobody waits.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private let source: HintSource

    init(_ source: HintSource) {
      self.source = source
    }

    /// Whether somebody is suspended in ``next()``.
    package var isWaitedFor: Bool { source.isWaitedFor }

    /// Waits for the next hint.
    ///
    /// - Returns: A hint; `nil` once the task is cancelled.
    public mutating func next() async -> Void? {
      await source.next()
    }
  }
}
