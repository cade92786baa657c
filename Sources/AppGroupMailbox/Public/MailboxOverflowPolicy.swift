/// What happens to a message that finds the mailbox full.
public enum MailboxOverflowPolicy: Sendable, Hashable {
  /// It is refused with ``AppGroupMailboxError/mailboxFull`` (clause LIM-4).
  case rejectNewest
  /// It is stored, and the oldest pending ones are removed after that (clauses OVF-1 to OVF-6).
  case discardOldest
}
