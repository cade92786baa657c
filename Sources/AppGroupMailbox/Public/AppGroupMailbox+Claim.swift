#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension AppGroupMailbox {
  /// Claims waiting messages, oldest first.
  ///
  /// Each is this consumer's until it is acknowledged, released or rejected, or until
  /// ``MailboxLimits/claimTimeout`` has passed.
  ///
  /// A message that cannot be read just now stays where it is; one that is broken is quarantined; one that does not decode as `Message`
  /// becomes a dead letter. None of them keeps those behind it from being claimed.
  ///
  /// - Parameter limit: The most to claim; `nil` for all that wait when the call begins. A message in its last permitted attempt is
  ///   returned alone.
  /// - Returns: The claims in order; empty if nothing waits.
  /// - Throws: ``AppGroupMailboxError/invalidLimit(_:)`` for a negative limit; ``AppGroupMailboxError/busy``;
  ///   ``AppGroupMailboxError/ioFailure(call:code:)`` if something failed **and** nothing was claimed.
  /// - Complexity: O(*k* log *n*) for *k* of *n* waiting messages, and O(*n* log *n*) after another instance has changed the mailbox; reads
  ///   one file for each claim returned.
  public func claimPending(limit: Int? = nil) throws(AppGroupMailboxError) -> [Claim] {
    var claims: [Claim] = []
    try store.claim(limit: limit) { claimed in
      guard let claim = claim(claimed) else { return false }
      claims.append(claim)
      return true
    }
    return claims
  }

  /// A claim for its consumer, if the message is one of this type.
  func claim(_ claimed: ClaimedMessage) -> Claim? {
    decode(claimed.body).map { MailboxClaim(claimed, message: $0) }
  }

  /// The message in a body, if it is one of this type.
  func decode(_ body: Data) -> Message? {
    do {
      return try JSONDecoder().decode(IncomingMessage<Message>.self, from: body).message
    } catch {
      return nil
    }
  }
}
