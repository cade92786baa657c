#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message that could not be delivered, kept until somebody restores or removes it.
public struct MailboxDeadLetter<Message: Sendable>: Sendable {
  /// What identified the message.
  ///
  /// Several dead letters may have the same.
  public let id: UUID
  /// The message's date.
  public let enqueuedAt: Date
  /// How many deliveries ended in neither acknowledge nor release.
  public let attempts: Int
  /// Why it could not be delivered.
  public let reason: MailboxDeadLetterReason
  /// The message, if it can be read and decodes.
  public let message: Message?
  let name: DeadLetterName

  init(_ stored: StoredDeadLetter, message: Message?) {
    id = stored.name.message.id
    enqueuedAt = stored.enqueuedAt
    attempts = stored.name.message.attempts
    reason = stored.name.reason
    self.message = message
    name = stored.name
  }
}

extension AppGroupMailbox {
  /// Lists the messages that could not be delivered, oldest first, without changing anything.
  ///
  /// - Returns: The dead letters, each with its message where that can be read and decodes.
  /// - Throws: ``AppGroupMailboxError/busy``, ``AppGroupMailboxError/ioFailure(call:code:)``. Not for one that cannot be read: its message is `nil`.
  /// - Complexity: O(*n*) in the number of entries of the directory; reads every dead letter.
  public func deadLetters() throws(AppGroupMailboxError) -> [DeadLetter] {
    try store.deadLetters().map { MailboxDeadLetter($0, message: $0.body.flatMap(decode)) }
  }

  /// Makes a dead letter a waiting message again: the same identifier and message, dated now, with no attempts.
  ///
  /// - Parameter deadLetter: One that ``deadLetters()`` returned.
  /// - Throws: ``AppGroupMailboxError/deadLetterNoLongerExists``; ``AppGroupMailboxError/duplicateMessage`` if a message with its identifier is
  ///   pending or claimed; ``AppGroupMailboxError/mailboxFull``; ``AppGroupMailboxError/payloadTooLarge(actualBytes:maximumBytes:)``;
  ///   ``AppGroupMailboxError/decodingFailure`` if it is of a later format; ``AppGroupMailboxError/busy``; ``AppGroupMailboxError/ioFailure(call:code:)``; in
  ///   all these cases the dead letter stays. After ``AppGroupMailboxError/notDurable(id:)`` the message is restored.
  /// - Complexity: O(*n*) in the number of entries of the directory.
  public func restore(_ deadLetter: DeadLetter) throws(AppGroupMailboxError) {
    try store.restore(deadLetter.name)
  }

  /// Removes a dead letter for good.
  ///
  /// - Parameter deadLetter: One that ``deadLetters()`` returned.
  /// - Throws: ``AppGroupMailboxError/deadLetterNoLongerExists``, ``AppGroupMailboxError/busy``, ``AppGroupMailboxError/ioFailure(call:code:)``.
  /// - Complexity: A constant number of system calls.
  public func remove(_ deadLetter: DeadLetter) throws(AppGroupMailboxError) {
    try store.remove(deadLetter.name)
  }
}
