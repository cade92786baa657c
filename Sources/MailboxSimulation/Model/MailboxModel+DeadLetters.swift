/// Restoring and removing dead letters (DLQ-9 to DLQ-11).
extension MailboxModel {
  /// Writes a dead letter's message anew and removes the dead letter; `size` is the body's with the clock's date in it.
  package mutating func restore(_ deadLetter: ModelDeadLetter, size: Int, by participant: Int) throws(ModelError) {
    guard deadLetters.contains(deadLetter) else { throw .deadLetterNoLongerExists }
    let limits = participants[participant]
    // What is too large for this reader it does not take, and what it would write must be small enough too.
    try checkSize(deadLetter.message.size, limits)
    try checkSize(size, limits)
    // SPEC.md names no error for a body that cannot be rewritten; that nothing changes is all there is to say.
    guard deadLetter.message.body == .valid else { throw .decodingFailure }
    settle(limits)
    let message = deadLetter.message
    guard !holds(message.id) else { throw .duplicateMessage }
    try admit([ModelSubmission(id: message.id, payload: message.payload, size: size)], date: now, limits)
    remove(first: deadLetter)
  }

  /// Removes a dead letter and nothing else.
  package mutating func removeDeadLetter(_ deadLetter: ModelDeadLetter) throws(ModelError) {
    guard deadLetters.contains(deadLetter) else { throw .deadLetterNoLongerExists }
    remove(first: deadLetter)
  }

  private mutating func remove(first deadLetter: ModelDeadLetter) {
    if let position = deadLetters.firstIndex(of: deadLetter) { deadLetters.remove(at: position) }
  }
}
