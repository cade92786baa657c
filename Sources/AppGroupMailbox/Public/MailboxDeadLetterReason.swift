/// Why a message could not be delivered.
///
/// Not an enumeration: a later version may know more reasons, and what it wrote stays readable.
public struct MailboxDeadLetterReason: RawRepresentable, Hashable, Sendable {
  /// One to 32 lower-case letters, as it stands in the file's name (section 2.4 of SPEC.md).
  public let rawValue: String

  /// Creates a reason from the word that stands in a file's name.
  ///
  /// - Parameter rawValue: One to 32 lower-case letters; nothing is checked.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Delivered ``MailboxLimits/maxAttempts`` times, and neither acknowledged nor released: its consumer died or timed out each time.
  public static let attempts = MailboxDeadLetterReason(rawValue: "attempts")
  /// A valid message that does not decode as the consumer's type, as after a schema change.
  public static let undecodable = MailboxDeadLetterReason(rawValue: "undecodable")
  /// Larger than this reader's ``MailboxLimits/maxPayloadBytes``.
  public static let oversize = MailboxDeadLetterReason(rawValue: "oversize")
  /// The second of two files with one identifier.
  public static let duplicate = MailboxDeadLetterReason(rawValue: "duplicate")
  /// The consumer said so: ``MailboxClaim/reject()``.
  public static let rejected = MailboxDeadLetterReason(rawValue: "rejected")
}
