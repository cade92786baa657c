#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The bounds of a mailbox.
///
/// Every participant may have its own; each keeps to its own.
///
/// An initialiser of ``AppGroupMailbox`` checks them and throws ``AppGroupMailboxError/invalidLimit(_:)`` with the name of a bad one
/// (clauses LIM-1 to LIM-3, LIM-6).
public struct MailboxLimits: Sendable, Equatable {
  /// The most messages that may be pending or claimed together; positive.
  public var maxMessages: Int
  /// The largest encoded body in bytes, envelope included; positive.
  ///
  /// More than 16 MiB counts as 16 MiB.
  public var maxPayloadBytes: Int
  /// How long after its `enqueuedAt` a pending message expires, in seconds; positive, may be infinite.
  public var messageLifetime: TimeInterval
  /// How long a consumer may hold a claim without extending it, in seconds; positive, may be infinite.
  public var claimTimeout: TimeInterval
  /// The most hostile or broken files that are kept for inspection; 0 removes them at once.
  public var maxQuarantinedFiles: Int
  /// After how many deliveries that ended in neither acknowledge nor release a message becomes a dead letter; `nil` for never.
  public var maxAttempts: Int?
  /// The most dead letters that are kept; further ones stay where they are and are skipped.
  public var maxDeadLetters: Int
  /// How long to wait for another process or thread that holds the lock, in seconds; 0 tries once.
  public var lockTimeout: TimeInterval

  /// Creates limits; each has the default that suits a widget and its app.
  ///
  /// Nothing is checked here: the mailbox does when it is opened.
  ///
  /// - Parameters:
  ///   - maxMessages: The most messages that may be pending or claimed together.
  ///   - maxPayloadBytes: The largest encoded body in bytes.
  ///   - messageLifetime: How long after its date a pending message expires, in seconds.
  ///   - claimTimeout: How long a consumer may hold a claim without extending it, in seconds.
  ///   - maxQuarantinedFiles: The most hostile or broken files that are kept.
  ///   - maxAttempts: After how many failed deliveries a message becomes a dead letter; `nil` for never.
  ///   - maxDeadLetters: The most dead letters that are kept.
  ///   - lockTimeout: How long to wait for another process or thread that holds the lock, in seconds.
  public init(
    maxMessages: Int = 100, maxPayloadBytes: Int = 65_536, messageLifetime: TimeInterval = 86_400,
    claimTimeout: TimeInterval = 600, maxQuarantinedFiles: Int = 20, maxAttempts: Int? = 5,
    maxDeadLetters: Int = 100, lockTimeout: TimeInterval = 1
  ) {
    self.maxMessages = maxMessages
    self.maxPayloadBytes = maxPayloadBytes
    self.messageLifetime = messageLifetime
    self.claimTimeout = claimTimeout
    self.maxQuarantinedFiles = maxQuarantinedFiles
    self.maxAttempts = maxAttempts
    self.maxDeadLetters = maxDeadLetters
    self.lockTimeout = lockTimeout
  }

  func validate() throws(AppGroupMailboxError) {
    guard maxMessages > 0 else { throw .invalidLimit("maxMessages") }
    guard maxPayloadBytes > 0 else { throw .invalidLimit("maxPayloadBytes") }
    guard messageLifetime > 0 else { throw .invalidLimit("messageLifetime") }
    guard claimTimeout > 0 else { throw .invalidLimit("claimTimeout") }
    guard maxQuarantinedFiles >= 0 else { throw .invalidLimit("maxQuarantinedFiles") }
    if let maxAttempts, maxAttempts <= 0 { throw .invalidLimit("maxAttempts") }
    guard maxDeadLetters >= 0 else { throw .invalidLimit("maxDeadLetters") }
    guard lockTimeout >= 0 else { throw .invalidLimit("lockTimeout") }
  }

  /// The largest body this reader takes, in bytes (clauses ENQ-4, LAY-15).
  package var effectivePayloadBytes: Int { min(maxPayloadBytes, Envelope.maximumBytes) }
}
