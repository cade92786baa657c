/// What a message survives once `enqueue` has returned (clauses DUR-1 to DUR-8).
public enum MailboxDurability: Sendable, Hashable {
  /// The death of any process. Nothing is synchronised; a power loss may take or empty recent messages.
  case processCrash
  /// A power loss may take the newest messages and never leaves half of one. The file is synchronised before it is visible;
  /// on Apple systems by a barrier, which does not wait for the medium.
  case ordered
  /// A power loss too: file and directory are synchronised, on Apple systems through to the medium.
  case powerLoss
}
