/// A message in a consumer's hands.
package struct ModelClaim: Hashable, Sendable {
  /// The fencing token: a number that no other claim has.
  package var token: Int
  /// The message with its attempts as the claim raised them.
  package var message: ModelMessage
  /// The attempts that release and the put-backs restore.
  package var attemptsBefore: Int
  /// When the lease was last renewed, in seconds since 2001.
  package var stamp: Double

  /// A claim as it stands on disk.
  package init(token: Int, message: ModelMessage, attemptsBefore: Int, stamp: Double) {
    self.token = token
    self.message = message
    self.attemptsBefore = attemptsBefore
    self.stamp = stamp
  }
}

/// A message that could not be delivered.
package struct ModelDeadLetter: Hashable, Sendable {
  package var reason: ModelReason
  package var message: ModelMessage

  /// A dead letter with its reason.
  package init(reason: ModelReason, message: ModelMessage) {
    self.reason = reason
    self.message = message
  }
}

/// The reasons of SPEC.md section 2.4 for a dead letter.
package enum ModelReason: String, Hashable, Sendable {
  case attempts, undecodable, oversize, duplicate, rejected
}
