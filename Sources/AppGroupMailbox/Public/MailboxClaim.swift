#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message that a consumer holds, until it is settled or its lease runs out.
///
/// Dropping a claim settles nothing: the message returns when ``MailboxLimits/claimTimeout`` has passed, with one attempt more. After that, every
/// method fails with ``AppGroupMailboxError/claimNoLongerExists`` and touches nothing, even if another consumer holds the message by then.
public final class MailboxClaim<Message: Sendable>: Sendable {
  /// What identifies the message.
  public let id: UUID
  /// The message.
  public let message: Message
  /// The message's date, by which it is ordered and expires.
  public let enqueuedAt: Date
  /// How many earlier deliveries ended in neither acknowledge nor release: their consumer died or took too long.
  public let attempts: Int
  private let handle: ClaimHandle
  /// The fencing token, as it stands in the name of the claimed file (clause LAY-5).
  package var token: UUID { handle.token }

  init(_ claimed: ClaimedMessage, message: Message) {
    id = claimed.handle.id
    self.message = message
    enqueuedAt = Date(timeIntervalSinceReferenceDate: claimed.envelope.date.seconds)
    attempts = claimed.handle.attempts
    handle = claimed.handle
  }

  /// Removes the message: it is done, and not delivered again.
  ///
  /// Needs no free space and waits for no other process. Not synchronised: after a power loss the message may be delivered once more.
  ///
  /// - Throws: ``AppGroupMailboxError/claimNoLongerExists``; ``AppGroupMailboxError/ioFailure(call:code:)``, after which the claim is still held.
  /// - Complexity: A constant number of system calls.
  public func acknowledge() throws(AppGroupMailboxError) {
    try handle.store.acknowledge(handle)
  }

  /// Returns the message to its place in the order, for any consumer; this delivery does not count as an attempt.
  ///
  /// - Throws: ``AppGroupMailboxError/claimNoLongerExists``; ``AppGroupMailboxError/deadLettersFull``, if somebody put a file in its place, and
  ///   ``AppGroupMailboxError/ioFailure(call:code:)``, after which the claim is still held.
  /// - Complexity: A constant number of system calls.
  public func release() throws(AppGroupMailboxError) {
    try handle.store.release(handle)
  }

  /// Renews the lease: ``MailboxLimits/claimTimeout`` begins again now.
  ///
  /// - Throws: ``AppGroupMailboxError/claimNoLongerExists``; ``AppGroupMailboxError/ioFailure(call:code:)``, after which the lease is as it was.
  /// - Complexity: A constant number of system calls.
  public func extend() throws(AppGroupMailboxError) {
    try handle.store.extend(handle)
  }

  /// Sets the message aside as a dead letter: it is valid, and will never be handled.
  ///
  /// - Throws: ``AppGroupMailboxError/claimNoLongerExists``; ``AppGroupMailboxError/deadLettersFull``, ``AppGroupMailboxError/busy`` and
  ///   ``AppGroupMailboxError/ioFailure(call:code:)``, after which the claim is still held.
  /// - Complexity: O(*n*) in the number of entries of the directory.
  public func reject() throws(AppGroupMailboxError) {
    try handle.store.reject(handle)
  }
}
