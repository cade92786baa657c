import MailboxSimulation

// What the model does, as a process would see it.

extension HistoryMessage {
  init(_ submission: ModelSubmission) {
    self.init(id: submission.id, payload: submission.payload, size: submission.size)
  }
}

extension HistoryClaim {
  init(_ claim: ModelClaim) {
    self.init(
      token: HistoryExample.token(claim.token), id: claim.message.id, payload: claim.message.payload,
      date: claim.message.date, attempts: claim.attemptsBefore)
  }
}

extension HistoryDeadLetter {
  init(_ letter: ModelDeadLetter, for decoding: ModelDecoding) {
    let message = letter.message
    let isDecoded = decoding == .anything || message.payload.hasPrefix("\"")
    self.init(
      id: message.id, reason: letter.reason.rawValue, date: message.date, attempts: message.attempts,
      payload: isDecoded ? message.payload : nil)
  }
}

extension HistoryListing {
  /// The names in a model's directory; only tokens that somebody was given are told.
  init(_ model: MailboxModel, tokens: [Int]) {
    self.init(
      pending: model.pending.map { Name(id: $0.id, date: $0.date, attempts: $0.attempts) },
      claimed: model.claimed.map { claim in
        Name(
          id: claim.message.id, date: claim.message.date, attempts: claim.message.attempts,
          token: tokens.contains(claim.token) ? HistoryExample.token(claim.token) : nil)
      },
      deadLetters: model.deadLetters.map { letter in
        Name(
          id: letter.message.id, date: letter.message.date, attempts: letter.message.attempts,
          reason: letter.reason.rawValue)
      }, quarantined: model.quarantined)
  }
}
