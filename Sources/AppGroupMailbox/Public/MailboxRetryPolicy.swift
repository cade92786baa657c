/// How long a message waits after its handler has failed, before ``AppGroupMailbox/consume(upTo:retry:pollInterval:handler:)`` tries it again.
///
/// The pauses are those of one call: another consumer may take the message at once, and a call that is made anew begins anew.
public struct MailboxRetryPolicy: Sendable, Equatable {
  /// The pause after the first failure; at least 10 milliseconds count.
  public var firstPause: Duration
  /// By how much each further pause of a message is longer than the one before; 1 or more.
  public var factor: Double
  /// No pause is longer than this; not shorter than the first.
  public var longestPause: Duration
  /// After how many failures in a row a message is rejected, and so becomes a dead letter; `nil` for never.
  public var maxFailures: Int?

  /// Creates a policy; by default a message is tried again after 1, 2, 4, … seconds, at last every five minutes, and never given up.
  ///
  /// Nothing is checked here: `consume` does when it begins.
  ///
  /// - Parameters:
  ///   - firstPause: The pause after the first failure.
  ///   - factor: By how much each further pause is longer than the one before.
  ///   - longestPause: The bound of all pauses.
  ///   - maxFailures: After how many failures in a row a message is rejected; `nil` for never.
  public init(
    firstPause: Duration = .seconds(1), factor: Double = 2, longestPause: Duration = .seconds(300),
    maxFailures: Int? = nil
  ) {
    self.firstPause = firstPause
    self.factor = factor
    self.longestPause = longestPause
    self.maxFailures = maxFailures
  }

  func validate() throws(AppGroupMailboxError) {
    guard firstPause >= .zero else { throw .invalidLimit("firstPause") }
    guard factor >= 1, factor.isFinite else { throw .invalidLimit("factor") }
    guard longestPause >= firstPause else { throw .invalidLimit("longestPause") }
    if let maxFailures, maxFailures <= 0 { throw .invalidLimit("maxFailures") }
  }
}
