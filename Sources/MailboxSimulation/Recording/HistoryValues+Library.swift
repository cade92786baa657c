package import AppGroupMailbox

extension HistoryClaim {
  /// The same as the library gave it, of a mailbox of texts.
  package init(_ claim: MailboxClaim<String>) {
    self.init(
      token: claim.token, id: claim.id, payload: "\"\(claim.message)\"",
      date: claim.enqueuedAt.timeIntervalSinceReferenceDate, attempts: claim.attempts)
  }
}

extension HistoryDeadLetter {
  /// The same as the library gave it, of a mailbox of texts.
  package init(_ letter: AppGroupMailbox<String>.DeadLetter) {
    self.init(
      id: letter.id, reason: letter.reason.rawValue, date: letter.enqueuedAt.timeIntervalSinceReferenceDate,
      attempts: letter.attempts, payload: letter.message.map { "\"\($0)\"" })
  }
}

extension HistoryStatistics {
  /// The same as the library gave them.
  package init(_ statistics: MailboxStatistics) {
    self.init(
      pending: statistics.pending, claimed: statistics.claimed, deadLetters: statistics.deadLetters,
      quarantined: statistics.quarantined, oldestPending: statistics.oldestPending?.timeIntervalSinceReferenceDate)
  }
}
