/// Claiming (CLM, DLQ-2 to DLQ-5).
extension MailboxModel {
  /// Takes the first messages in order, at most `limit` of them.
  package mutating func claimPending(limit: Int? = nil, by participant: Int) throws(ModelError) -> [ModelClaim] {
    if let limit, limit < 0 { throw .invalidLimit }
    if limit == 0 { return [] }
    let limits = participants[participant]
    settle(limits)
    // What there was no room to bury stays where it is and is skipped (DLQ-7).
    var candidates = pending.filter { !isExhausted($0, limits) && !isDuplicate($0) }[...]
    candidates.removeAll { limits.newerFormats.contains($0.name) }
    var taken: [ModelClaim] = []
    while let first = candidates.first, taken.count < limit ?? .max {
      if isLastAttempt(first, limits) {
        // The poison message waits for a claim of its own; going on behind it would break the order (DLQ-2, ORD-1).
        guard taken.isEmpty else { break }
        candidates.removeFirst()
        taken = take([first], by: participant)
        if !taken.isEmpty { break }
      } else {
        let wanted = min(limit.map { $0 - taken.count } ?? Self.round, Self.round)
        let batch = candidates.prefix(wanted).prefix { !isLastAttempt($0, limits) }
        candidates = candidates.dropFirst(batch.count)
        taken += take(batch, by: participant)
      }
    }
    return taken
  }

  // How many messages are looked at before the first of them is read: the library's number; SPEC.md allows up to 64.
  private static let round = 16

  private func isLastAttempt(_ message: ModelMessage, _ participant: ModelParticipant) -> Bool {
    message.attempts + 1 == participant.maxAttempts
  }

  /// Claims what is good of some messages and does with the others what section 5.2 says: sizes are seen first, then
  /// bodies (section 4.2).
  private mutating func take(_ messages: ArraySlice<ModelMessage>, by participant: Int) -> [ModelClaim] {
    let limits = participants[participant]
    var fitting: [ModelMessage] = []
    for message in messages {
      if message.size > limits.payloadBound {
        buryPending(message, because: .oversize, limits)
      } else {
        fitting.append(message)
      }
    }
    return fitting.compactMap { read($0, by: participant) }
  }

  private mutating func read(_ message: ModelMessage, by participant: Int) -> ModelClaim? {
    let limits = participants[participant]
    switch message.body {
    case .malformed, .ofAnotherMessage, .ofAnotherDate:
      removePending(message)
      quarantine(bound: limits.maxQuarantinedFiles)
      return nil
    case .newerFormat:
      participants[participant].newerFormats.insert(message.name)
      diagnostics.append(.newerFormatSkipped)
      return nil
    case .valid where !limits.decodes.accepts(message.payload):
      buryPending(message, because: .undecodable, limits)
      return nil
    case .valid:
      return hold(message)
    }
  }

  mutating func buryPending(
    _ message: ModelMessage, because reason: ModelReason, _ participant: ModelParticipant
  ) {
    if bury(message, because: reason, bound: participant.maxDeadLetters) {
      removePending(message)
    }
  }

  /// CLM-5, CLM-6, LAY-9.
  private mutating func hold(_ message: ModelMessage) -> ModelClaim {
    removePending(message)
    var raised = message
    raised.attempts = min(message.attempts + 1, 9_999)
    let claim = ModelClaim(token: nextToken, message: raised, attemptsBefore: message.attempts, stamp: now)
    nextToken += 1
    claimed.append(claim)
    return claim
  }
}
