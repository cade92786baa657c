#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A message that the engine has claimed, and what is needed to settle it.
package struct ClaimedMessage: Sendable {
  package var handle: ClaimHandle
  package var envelope: Envelope
  /// With the message alone.
  package var body: Data
}

/// A claim as its consumer holds it: the token is its fence (clauses LSE-4, ACK-2).
package struct ClaimHandle: Sendable {
  package let store: MailboxStore
  let claimed: ClaimedName
  /// The name before the claim, with the attempts as they were.
  let original: PendingName

  package var id: UUID { original.id }
  package var attempts: Int { original.attempts }
  package var token: UUID { claimed.token }
}
