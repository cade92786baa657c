/// The errors that an operation of the model ends in, named as SPEC.md names them.
package enum ModelError: Error, Hashable, Sendable {
  case mailboxFull
  case payloadTooLarge(actual: Int, maximum: Int)
  case batchTooLarge(actual: Int, maximum: Int)
  case invalidDate
  case invalidLimit
  case claimNoLongerExists
  case duplicateMessage
  case deadLettersFull
  case deadLetterNoLongerExists
  case decodingFailure
}

/// The diagnostics that the model predicts.
package enum ModelDiagnostic: Hashable, Sendable {
  case expired
  case recovered
  case discarded
  case repeated
  case malformedQuarantined
  case deadLettered(ModelReason)
  case deadLettersFull
  case newerFormatSkipped
}

/// What statistics count (STA-1).
package struct ModelStatistics: Hashable, Sendable {
  package var pending: Int
  package var claimed: Int
  package var deadLetters: Int
  package var quarantined: Int
  package var oldestPending: Double?
  package var bytes: Int

  /// Statistics of the given counts.
  package init(pending: Int, claimed: Int, deadLetters: Int, quarantined: Int, oldestPending: Double?, bytes: Int) {
    self.pending = pending
    self.claimed = claimed
    self.deadLetters = deadLetters
    self.quarantined = quarantined
    self.oldestPending = oldestPending
    self.bytes = bytes
  }
}
