/// Something a mailbox did or noticed on the way that no return value tells.
///
/// Never carries a path, a name or a byte of a message (clause SEC-7). Delivered in order, after the lock is released: calling the mailbox
/// from a diagnostic closure works (clause DIA-3).
public enum MailboxDiagnostic: Equatable, Sendable {
  /// A pending message was older than ``MailboxLimits/messageLifetime`` and was removed.
  case expiredMessageRemoved
  /// A claim was older than ``MailboxLimits/claimTimeout`` and its message is pending again.
  case abandonedClaimRecovered
  /// A file was a link, no regular file, had several names or was larger than any message may be, and was quarantined.
  case unsafeFileQuarantined
  /// A file's name or content was not a message, and it was quarantined.
  case malformedMessageQuarantined
  /// The oldest pending message made room for a new one.
  case oldestMessageDiscarded
  /// A message's identifier was pending or claimed already, and nothing was written.
  case repeatedMessageIgnored
  /// A message could not be delivered and became a dead letter.
  case messageDeadLettered(MailboxDeadLetterReason)
  /// A message should have become a dead letter and stays where it is: there are ``MailboxLimits/maxDeadLetters`` of them.
  case deadLettersFull
  /// A message of a later format was left for a later version.
  case newerFormatSkipped
  /// A call failed for one file, which was left as it was; the next operation tries again.
  case fileSkipped(call: MailboxSystemCall, code: Int32)
  /// A call failed after the operation had succeeded: something that should be gone is still there, until a later operation.
  case cleanupFailed(call: MailboxSystemCall, code: Int32)
}
