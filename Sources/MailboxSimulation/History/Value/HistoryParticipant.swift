/// One opened mailbox of a history: its limits, its policy, and what its consumer decodes.
package struct HistoryParticipant: Codable, Hashable, Sendable {
  package var maxMessages = 100
  package var maxPayloadBytes = 65_536
  package var messageLifetime = 86_400.0
  package var claimTimeout = 600.0
  package var maxQuarantinedFiles = 20
  package var maxAttempts: Int? = 5
  package var maxDeadLetters = 100
  package var discardsOldest = false
  package var durability = HistoryDurability.powerLoss
  package var decodes = HistoryDecoding.anything
  /// The lock timeout in the unit of the history's moments; `nil` if moments are no times.
  ///
  /// What waited for less did not meet a lock that could not be had. Without it, whatever overlaps another process's
  /// operation gets the benefit of the doubt.
  package var lockTimeout: UInt64?
  /// How many files its claims take under one hold of the lock, 1 if nothing is known of it; `nil` for what the judge
  /// is told of all (``HistoryChecker/claimRound``).
  package var claimRound: Int?
  /// Whether statistics and lists of dead letters are made without the lock (`looking-lock`); `nil` if not.
  ///
  /// A listing is no snapshot then: what changes meanwhile may show twice, half, or not at all (SPEC.md section 4.6).
  package var looksWithoutLock: Bool?

  /// A participant with the defaults of LIM-6.
  package init() {}

  /// A participant that differs from the defaults where the closure says so.
  package init(_ change: (inout HistoryParticipant) -> Void) {
    change(&self)
  }

  /// The same for the model.
  package var model: ModelParticipant {
    ModelParticipant(
      maxMessages: maxMessages, maxPayloadBytes: maxPayloadBytes, messageLifetime: messageLifetime,
      claimTimeout: claimTimeout, maxQuarantinedFiles: maxQuarantinedFiles, maxAttempts: maxAttempts,
      maxDeadLetters: maxDeadLetters, discardsOldest: discardsOldest,
      decodes: decodes == .text ? .text : .anything)
  }
}

extension HistoryParticipant {
  /// A participant with the limits of a model's.
  package init(_ model: ModelParticipant, durability: HistoryDurability = .powerLoss) {
    maxMessages = model.maxMessages
    maxPayloadBytes = model.maxPayloadBytes
    messageLifetime = model.messageLifetime
    claimTimeout = model.claimTimeout
    maxQuarantinedFiles = model.maxQuarantinedFiles
    maxAttempts = model.maxAttempts
    maxDeadLetters = model.maxDeadLetters
    discardsOldest = model.discardsOldest
    self.durability = durability
    decodes = model.decodes == .text ? .text : .anything
  }
}

/// What a power loss may take (DUR-1 to DUR-3).
package enum HistoryDurability: String, CaseIterable, Codable, Sendable {
  case processCrash, ordered, powerLoss
}

/// The type of message that a consumer decodes.
package enum HistoryDecoding: String, Codable, Sendable {
  /// Any JSON.
  case anything
  /// A JSON string only.
  case text
}
