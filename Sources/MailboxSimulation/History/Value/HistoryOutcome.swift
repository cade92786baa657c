package import Foundation

/// What an operation returned.
package enum HistoryOutcome: Codable, Hashable, Sendable {
  case done
  /// The identifiers of an enqueue or a batch.
  case identifiers(ids: [UUID])
  case claims(claims: [HistoryClaim])
  case deadLetters(letters: [HistoryDeadLetter])
  case statistics(counts: HistoryStatistics)
  case failed(error: HistoryError)
}

extension HistoryOutcome {
  /// The messages that a claim delivered.
  package var claims: [HistoryClaim] {
    if case .claims(let claims) = self { claims } else { [] }
  }

  /// The error that it failed with.
  package var error: HistoryError? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// Whether it did what it was asked to; an enqueue that is `notDurable` did (DUR-5).
  package var succeeded: Bool { error == nil || error == .notDurable }
}

/// One delivery, as its consumer got it.
package struct HistoryClaim: Codable, Hashable, Sendable {
  package var token: UUID
  package var id: UUID
  /// JSON text or its digest, as the producer's.
  package var payload: String
  /// Seconds since 2001.
  package var date: Double
  /// The earlier deliveries that ended in neither acknowledge nor release, as the consumer is told.
  package var attempts: Int

  /// A delivery.
  package init(token: UUID, id: UUID, payload: String, date: Double, attempts: Int = 0) {
    self.token = token
    self.id = id
    self.payload = payload
    self.date = date
    self.attempts = attempts
  }
}

/// One dead letter of a list.
package struct HistoryDeadLetter: Codable, Hashable, Sendable {
  package var id: UUID
  package var reason: String
  package var date: Double
  package var attempts: Int
  /// The message, where the reader decodes it.
  package var payload: String?

  /// A dead letter as a list tells it.
  package init(id: UUID, reason: String, date: Double, attempts: Int, payload: String?) {
    self.id = id
    self.reason = reason
    self.date = date
    self.attempts = attempts
    self.payload = payload
  }
}

/// What statistics said (STA-1).
package struct HistoryStatistics: Codable, Hashable, Sendable {
  package var pending: Int
  package var claimed: Int
  package var deadLetters: Int
  package var quarantined: Int
  package var oldestPending: Double?
  /// `nil` if it is not to be looked at.
  package var bytes: Int?

  /// Statistics of the given counts.
  package init(
    pending: Int, claimed: Int, deadLetters: Int, quarantined: Int, oldestPending: Double?, bytes: Int? = nil
  ) {
    self.pending = pending
    self.claimed = claimed
    self.deadLetters = deadLetters
    self.quarantined = quarantined
    self.oldestPending = oldestPending
    self.bytes = bytes
  }
}

/// The codes of the errors, without what they carry.
package enum HistoryError: String, Codable, Error, Hashable, Sendable {
  case mailboxFull, payloadTooLarge, batchTooLarge, invalidDate, invalidLimit, encodingFailure
  case claimNoLongerExists, duplicateMessage, deadLettersFull, deadLetterNoLongerExists, decodingFailure
  case busy, notDurable, ioFailure, unsafeFile, containerUnavailable, invalidNamespace
}

extension HistoryError {
  /// The code of the model's error.
  init(_ error: ModelError) {
    self =
      switch error {
      case .mailboxFull: .mailboxFull
      case .payloadTooLarge: .payloadTooLarge
      case .batchTooLarge: .batchTooLarge
      case .invalidDate: .invalidDate
      case .invalidLimit: .invalidLimit
      case .claimNoLongerExists: .claimNoLongerExists
      case .duplicateMessage: .duplicateMessage
      case .deadLettersFull: .deadLettersFull
      case .deadLetterNoLongerExists: .deadLetterNoLongerExists
      case .decodingFailure: .decodingFailure
      }
  }

  /// Whether it comes from the world around the mailbox, which a model without files and processes does not predict.
  var isFromOutside: Bool {
    switch self {
    case .busy, .ioFailure, .unsafeFile, .containerUnavailable, .invalidNamespace, .encodingFailure: true
    default: false
    }
  }
}
