#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a mailbox holds at one moment (clause STA-1).
public struct MailboxStatistics: Equatable, Sendable {
  /// Messages that wait for a consumer, expired ones included until they are removed.
  public var pending: Int
  /// Messages that a consumer holds, abandoned ones included until they are recovered.
  public var claimed: Int
  /// Messages that could not be delivered.
  public var deadLetters: Int
  /// Hostile or broken files kept for inspection.
  public var quarantined: Int
  /// The date of the first pending message in order; `nil` if none is pending.
  public var oldestPending: Date?
  /// The size of all pending, claimed and dead-letter files together, in bytes.
  public var bytes: Int64
}
