/// One opened mailbox: its limits, and what its consumer decodes.
package struct ModelParticipant: Hashable, Sendable {
  package var maxMessages: Int
  package var maxPayloadBytes: Int
  package var messageLifetime: Double
  package var claimTimeout: Double
  package var maxQuarantinedFiles: Int
  package var maxAttempts: Int?
  package var maxDeadLetters: Int
  package var discardsOldest: Bool
  package var decodes: ModelDecoding
  /// Messages of a newer format, which this instance is not offered again (CLM-12).
  var newerFormats: Set<ModelName> = []

  /// A participant with the defaults of LIM-6 where nothing else is said.
  package init(
    maxMessages: Int = 100, maxPayloadBytes: Int = 65_536, messageLifetime: Double = 86_400,
    claimTimeout: Double = 600, maxQuarantinedFiles: Int = 20, maxAttempts: Int? = 5, maxDeadLetters: Int = 100,
    discardsOldest: Bool = false, decodes: ModelDecoding = .anything
  ) {
    self.maxMessages = maxMessages
    self.maxPayloadBytes = maxPayloadBytes
    self.messageLifetime = messageLifetime
    self.claimTimeout = claimTimeout
    self.maxQuarantinedFiles = maxQuarantinedFiles
    self.maxAttempts = maxAttempts
    self.maxDeadLetters = maxDeadLetters
    self.discardsOldest = discardsOldest
    self.decodes = decodes
  }

  /// What a body may weigh (ENQ-4, LAY-15).
  var payloadBound: Int { min(maxPayloadBytes, 16_777_216) }
}

/// The type of message that a consumer decodes.
package enum ModelDecoding: Hashable, Sendable {
  case anything
  case text

  func accepts(_ payload: String) -> Bool {
    self == .anything || payload.hasPrefix("\"")
  }
}
