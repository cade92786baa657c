#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AppGroupMailbox {
  /// Adds a message under a new identifier, dated now.
  ///
  /// - Parameter message: The value to store; its encoded body counts against ``MailboxLimits/maxPayloadBytes``, in bytes.
  /// - Returns: The identifier under which the message is delivered.
  /// - Throws: ``AppGroupMailboxError``, see ``enqueue(_:id:enqueuedAt:)``.
  /// - Complexity: O(log *n*) in the number of messages, and O(*n* log *n*) after another instance has changed the mailbox; no message
  ///   is read.
  @discardableResult
  public func enqueue(_ message: Message) throws(AppGroupMailboxError) -> UUID {
    try enqueue(message, id: store.environment.identifiers.makeIdentifier())
  }

  /// Adds a message under a given identifier, dated now, unless a message with that identifier is pending or claimed.
  ///
  /// - Parameters:
  ///   - message: The value to store; its encoded body counts against ``MailboxLimits/maxPayloadBytes``, in bytes.
  ///   - id: What identifies the message: enqueueing it again while it is there changes nothing, and succeeds.
  /// - Returns: `id`.
  /// - Throws: ``AppGroupMailboxError``, see ``enqueue(_:id:enqueuedAt:)``.
  /// - Complexity: O(log *n*) in the number of messages, and O(*n* log *n*) after another instance has changed the mailbox; no message
  ///   is read.
  @discardableResult
  public func enqueue(_ message: Message, id: UUID) throws(AppGroupMailboxError) -> UUID {
    try enqueue(message, id: id, enqueuedAt: store.environment.clock.now)
  }

  /// Adds a message with its own date, as when messages are imported: order and expiry go by that date.
  ///
  /// - Parameters:
  ///   - message: The value to store; its encoded body counts against ``MailboxLimits/maxPayloadBytes``, in bytes.
  ///   - id: What identifies the message: enqueueing it again while it is there changes nothing, and succeeds.
  ///   - enqueuedAt: A finite date; one older than ``MailboxLimits/messageLifetime`` expires at the next operation.
  /// - Returns: `id`.
  /// - Throws: ``AppGroupMailboxError/mailboxFull`` when no slot is free; ``AppGroupMailboxError/payloadTooLarge(actualBytes:maximumBytes:)``;
  ///   ``AppGroupMailboxError/encodingFailure``; ``AppGroupMailboxError/invalidDate``; ``AppGroupMailboxError/busy``;
  ///   ``AppGroupMailboxError/ioFailure(call:code:)``; in all these cases nothing is stored. After
  ///   ``AppGroupMailboxError/notDurable(id:)`` the message is. Repeating an identifier that is pending or claimed is no error.
  /// - Complexity: O(log *n*) in the number of messages, and O(*n* log *n*) after another instance has changed the mailbox; no message
  ///   is read.
  @discardableResult
  public func enqueue(_ message: Message, id: UUID, enqueuedAt: Date) throws(AppGroupMailboxError) -> UUID {
    try store.store([try encode(message, id, enqueuedAt)])
    return id
  }

  /// Adds several messages with one date, under new identifiers: all or none.
  ///
  /// Cheaper than one at a time: the mailbox is locked once and its directory synchronised once.
  ///
  /// - Parameter messages: At most ``MailboxLimits/maxMessages`` values, in the order in which they are to be delivered.
  /// - Returns: Their identifiers, in the same order.
  /// - Throws: ``AppGroupMailboxError/batchTooLarge(actualCount:maximumCount:)``, and see ``enqueue(_:id:enqueuedAt:)``. If the process is
  ///   killed meanwhile, the first few may be stored.
  /// - Complexity: O(*k* log *n*) for *k* messages and *n* that are there, and O(*k* + *n* log *n*) after another instance has changed the
  ///   mailbox.
  @discardableResult
  public func enqueue(contentsOf messages: [Message]) throws(AppGroupMailboxError) -> [UUID] {
    try enqueue(contentsOf: messages.map { (id: store.environment.identifiers.makeIdentifier(), message: $0) })
  }

  /// Adds several messages with one date, under given identifiers: all or none.
  ///
  /// - Parameter messages: At most ``MailboxLimits/maxMessages`` values with their identifiers. One whose identifier is pending, claimed or
  ///   came before in the same call is ignored, and takes no slot.
  /// - Returns: The identifiers, in the same order.
  /// - Throws: ``AppGroupMailboxError/batchTooLarge(actualCount:maximumCount:)``, and see ``enqueue(_:id:enqueuedAt:)``.
  /// - Complexity: O(*k* log *n*) for *k* messages and *n* that are there, and O(*k* + *n* log *n*) after another instance has changed the
  ///   mailbox.
  @discardableResult
  public func enqueue(contentsOf messages: [(id: UUID, message: Message)]) throws(AppGroupMailboxError) -> [UUID] {
    let now = store.environment.clock.now
    var outgoing: [OutgoingMessage] = []
    outgoing.reserveCapacity(messages.count)
    for (id, message) in messages { outgoing.append(try encode(message, id, now)) }
    try store.store(outgoing)
    return messages.map(\.id)
  }

  /// Encodes outside any lock: it is the message's own code (clause LCK-4).
  private func encode(_ message: Message, _ id: UUID, _ enqueuedAt: Date) throws(AppGroupMailboxError)
    -> OutgoingMessage
  {
    guard let date = NameDate(seconds: enqueuedAt.timeIntervalSinceReferenceDate) else { throw .invalidDate }
    do {
      let envelope = OutgoingEnvelope(
        id: id, enqueuedAt: Date(timeIntervalSinceReferenceDate: date.seconds), message: message)
      return OutgoingMessage(id: id, date: date, body: try JSONEncoder().encode(envelope))
    } catch {
      throw .encodingFailure
    }
  }
}
