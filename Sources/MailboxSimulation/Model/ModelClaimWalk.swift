/// One claim's way through the waiting messages, in the steps between which the lock is let go (section 4.2).
struct ModelClaimWalk: Hashable, Sendable {
  var limit: Int?
  /// What waited when the claim began and is still to be tried, in order.
  var candidates: [ModelName] = []
  var delivered = 0
  /// Nothing more is claimed.
  var isOver = false
  /// The tokens of what was claimed, is no good, and is still to be put where it belongs.
  var undeliverable: [Int] = []

  /// Whether there is nothing left to do.
  var isDone: Bool { undeliverable.isEmpty && !mayGoOn }

  /// Whether there is anything left to claim.
  var mayGoOn: Bool { !isOver && !candidates.isEmpty && limit.map { $0 > delivered } ?? true }
}

/// Claiming step by step.
extension MailboxModel {
  /// Settles and takes note of what waits.
  mutating func beginClaim(limit: Int?, by participant: Int) throws(ModelError) -> ModelClaimWalk {
    if let limit, limit < 0 { throw .invalidLimit }
    if limit == 0 { return ModelClaimWalk(limit: 0) }
    let limits = participants[participant]
    settle(limits)
    let candidates = pending.filter {
      !isExhausted($0, limits) && !isDuplicate($0) && !limits.newerFormats.contains($0.name)
    }
    return ModelClaimWalk(limit: limit, candidates: candidates.map(\.name))
  }

  /// Claims the next candidates under one hold of the lock, and reads them.
  ///
  /// What is gone meanwhile is passed over; what is no good stays claimed until ``putAway(_:by:)``.
  ///
  /// - Parameters:
  ///   - walk: The claim.
  ///   - size: How many at most.
  ///   - participant: Who claims.
  ///   - tokens: For what is delivered, in order; the model makes those that are missing.
  /// - Returns: What is delivered.
  mutating func claimRound(
    _ walk: inout ModelClaimWalk, size: Int, by participant: Int, tokens: ArraySlice<Int> = []
  ) -> [ModelClaim] {
    var tokens = tokens
    var claims: [ModelClaim] = []
    while walk.mayGoOn, claims.isEmpty, walk.undeliverable.isEmpty {
      let limits = participants[participant]
      var batch = walk.candidates.prefix(min(size, walk.limit.map { $0 - walk.delivered } ?? size))
      let goesAlone = isLastAttempt(batch[0], limits)
      if goesAlone && walk.delivered > 0 {
        walk.isOver = true
        break
      }
      batch = goesAlone ? batch.prefix(1) : batch.prefix { !isLastAttempt($0, limits) }
      walk.candidates.removeFirst(batch.count)
      for name in batch {
        guard let message = pending.first(where: { $0.name == name }) else { continue }
        if message.size > limits.payloadBound {
          buryPending(message, because: .oversize, limits)
        } else if message.body == .valid && limits.decodes.accepts(message.payload) {
          claims.append(hold(message, token: tokens.popFirst()))
        } else {
          walk.undeliverable.append(hold(message, token: nil).token)
        }
      }
      walk.delivered += claims.count
      if goesAlone && !claims.isEmpty { walk.isOver = true }
    }
    return claims
  }

  /// Puts what a claim could not deliver where it belongs: quarantine, dead letters, or back.
  mutating func putAway(_ walk: inout ModelClaimWalk, by participant: Int) {
    for token in walk.undeliverable {
      // Somebody may have found it abandoned.
      guard let position = claimed.firstIndex(where: { $0.token == token }) else { continue }
      let claim = claimed.remove(at: position)
      var message = claim.message
      message.attempts = claim.attemptsBefore
      putAway(message, by: participant)
    }
    walk.undeliverable = []
  }

  private mutating func putAway(_ message: ModelMessage, by participant: Int) {
    let limits = participants[participant]
    switch message.body {
    case .malformed, .ofAnotherMessage, .ofAnotherDate: quarantine(bound: limits.maxQuarantinedFiles)
    case .newerFormat:
      participants[participant].newerFormats.insert(message.name)
      diagnostics.append(.newerFormatSkipped)
      insertPending(message)
    case .valid:
      if !bury(message, because: .undecodable, bound: limits.maxDeadLetters) { insertPending(message) }
    }
  }

  private func isLastAttempt(_ name: ModelName, _ participant: ModelParticipant) -> Bool {
    participant.maxAttempts.map { name.attempts + 1 == $0 } ?? false
  }

  private mutating func hold(_ message: ModelMessage, token: Int?) -> ModelClaim {
    removePending(message)
    var raised = message
    raised.attempts = min(message.attempts + 1, 9_999)
    let claim = ModelClaim(
      token: token ?? nextToken, message: raised, attemptsBefore: message.attempts, stamp: now)
    if token == nil { nextToken += 1 }
    claimed.append(claim)
    return claim
  }
}
