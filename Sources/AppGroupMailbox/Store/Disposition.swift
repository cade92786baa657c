/// What becomes of a claim when it is settled: a pure decision (clauses REC-1 to REC-3, EXP-2).
package enum ClaimDisposition: Equatable, Sendable {
  case keep, recover

  /// - Parameter stamp: The claimed file's modification time, in seconds since 1970, as is `now`.
  package static func decide(stamp: Double, now: Double, claimTimeout: Double) -> ClaimDisposition {
    abs(now - stamp) > claimTimeout ? .recover : .keep
  }
}

/// What becomes of a waiting message when it is settled: a pure decision (clauses EXP-1, EXP-3, DLQ-1, DLQ-5, DLQ-13).
package enum PendingDisposition: Equatable, Sendable {
  case keep, expire
  case deadLetter(MailboxDeadLetterReason)

  /// - Parameters:
  ///   - now: Seconds since 2001.
  ///   - isRepeated: Whether a file that comes first has the same identifier.
  package static func decide(
    _ name: PendingName, isRepeated: Bool, now: Double, limits: MailboxLimits
  ) -> PendingDisposition {
    if now - name.orderingSeconds > limits.messageLifetime { return .expire }
    if isRepeated { return .deadLetter(.duplicate) }
    if let maxAttempts = limits.maxAttempts, name.attempts >= maxAttempts { return .deadLetter(.attempts) }
    return .keep
  }
}

/// What an open file shows of itself before it is read: a pure decision (clauses QUA-2, QUA-4, DLQ-4, SEC-5).
package enum FileEvidence: Equatable, Sendable {
  case good
  /// It has no name any more.
  case gone
  case quarantine(QuarantineReason)
  case deadLetter(MailboxDeadLetterReason)

  /// - Parameter limit: The largest body this reader takes, in bytes.
  package static func judge(_ status: FileStatus, limit: Int) -> FileEvidence {
    guard status.type == .regular else { return .quarantine(.type) }
    guard status.linkCount > 0 else { return .gone }
    guard status.linkCount == 1 else { return .quarantine(.links) }
    return judge(size: status.size, limit: limit)
  }

  package static func judge(size: Int64, limit: Int) -> FileEvidence {
    if size > Int64(Envelope.maximumBytes) { return .quarantine(.oversize) }
    return size > Int64(limit) ? .deadLetter(.oversize) : .good
  }
}
