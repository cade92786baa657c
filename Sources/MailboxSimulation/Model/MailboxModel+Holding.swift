/// What a consumer does with a message it holds (ACK, REL, LSE, DLQ-6).
extension MailboxModel {
  /// Ends a message.
  package mutating func acknowledge(token: Int) throws(ModelError) {
    claimed.remove(at: try position(of: token))
  }

  /// Returns a message to its place, or makes it a dead letter if a file is there (REL-4).
  package mutating func release(token: Int, by participant: Int) throws(ModelError) {
    let position = try position(of: token)
    let message = claimed[position].released
    if pending.contains(where: { $0.name == message.name }) {
      guard bury(message, because: .duplicate, bound: participants[participant].maxDeadLetters) else {
        throw .deadLettersFull
      }
    } else {
      insertPending(message)
      wakesUp = true
    }
    claimed.remove(at: position)
  }

  /// Renews the lease.
  package mutating func extend(token: Int) throws(ModelError) {
    claimed[try position(of: token)].stamp = now
  }

  /// Makes a message a dead letter, or leaves the claim when there is no room.
  package mutating func reject(token: Int, by participant: Int) throws(ModelError) {
    let position = try position(of: token)
    guard deadLetters.count < participants[participant].maxDeadLetters else { throw .deadLettersFull }
    addDeadLetter(claimed[position].released, because: .rejected)
    claimed.remove(at: position)
  }

  private func position(of token: Int) throws(ModelError) -> Int {
    guard let position = claimed.firstIndex(where: { $0.token == token }) else { throw .claimNoLongerExists }
    return position
  }
}

extension ModelClaim {
  /// The message as it was before the claim (REL-2, DLQ-6).
  fileprivate var released: ModelMessage {
    var message = message
    message.attempts = attemptsBefore
    return message
  }
}
