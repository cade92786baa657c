/// Settling (SPEC.md section 5.1): the upkeep that enqueue, claim, restore and maintenance begin with.
extension MailboxModel {
  /// Settles and does nothing else.
  package mutating func performMaintenance(by participant: Int) {
    settle(participants[participant])
  }

  mutating func settle(_ participant: ModelParticipant) {
    for _ in 0..<malformedNames {
      quarantine(bound: participant.maxQuarantinedFiles)
    }
    malformedNames = 0
    recoverAbandoned(participant)
    expire(participant)
    buryUndeliverable(participant)
  }

  /// REC-1, REC-3: abandoned in either direction; REC-6: a recovery replaces no file.
  private mutating func recoverAbandoned(_ participant: ModelParticipant) {
    for claim in claimed where isAbandoned(claim, participant) {
      if pending.contains(where: { $0.name == claim.message.name }) {
        guard bury(claim.message, because: .duplicate, bound: participant.maxDeadLetters) else { continue }
      } else {
        insertPending(claim.message)
        diagnostics.append(.recovered)
        wakesUp = true
      }
      claimed.removeAll { $0.token == claim.token }
    }
  }

  /// EXP-1 to EXP-3: only what is pending, and only into the past.
  private mutating func expire(_ participant: ModelParticipant) {
    let kept = pending.filter { !isExpired($0, participant) }
    diagnostics += repeatElement(.expired, count: pending.count - kept.count)
    pending = kept
  }

  private func isAbandoned(_ claim: ModelClaim, _ participant: ModelParticipant) -> Bool {
    upkeep.map { $0.abandoned.contains(claim.token) } ?? (abs(now - claim.stamp) > participant.claimTimeout)
  }

  private func isExpired(_ message: ModelMessage, _ participant: ModelParticipant) -> Bool {
    upkeep.map { $0.expired.contains(message.name) } ?? (now - message.date > participant.messageLifetime)
  }

  /// One message after the other, so that a file is a duplicate only of one that is still there.
  ///
  /// DLQ-1 and DLQ-5: of several files with one identifier the claimed one stays, or else the first in order.
  private mutating func buryUndeliverable(_ participant: ModelParticipant) {
    for message in pending {
      let reason: ModelReason
      if isDuplicate(message) {
        reason = .duplicate
      } else if isExhausted(message, participant) {
        reason = .attempts
      } else {
        continue
      }
      if bury(message, because: reason, bound: participant.maxDeadLetters) { removePending(message) }
    }
  }

  /// Whether a message has used up its attempts (DLQ-1, DLQ-13).
  func isExhausted(_ message: ModelMessage, _ participant: ModelParticipant) -> Bool {
    participant.maxAttempts.map { message.attempts >= $0 } ?? false
  }

  /// Whether another file with the same identifier goes before this one.
  func isDuplicate(_ message: ModelMessage) -> Bool {
    if claimed.contains(where: { $0.message.id == message.id }) { return true }
    return pending.first { $0.id == message.id }?.name != message.name
  }

  mutating func removePending(_ message: ModelMessage) {
    pending.removeAll { $0.name == message.name }
  }
}

/// What settling finds, decided by somebody who knows the clock only within bounds.
struct ModelUpkeep: Hashable, Sendable {
  /// Tokens of claims.
  var abandoned: Set<Int> = []
  /// Messages, under the names they have when recovered.
  var expired: Set<ModelName> = []
}
