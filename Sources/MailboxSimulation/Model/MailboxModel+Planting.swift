/// What others may do to the directory.
extension MailboxModel {
  /// A pending file appears.
  package mutating func plant(_ message: ModelMessage) {
    pending.removeAll { $0.name == message.name }
    insertPending(message)
  }

  /// A claim appears that no participant holds, as a process leaves behind that died.
  package mutating func plantClaim(_ message: ModelMessage, stamp: Double) {
    let before = max(message.attempts - 1, 0)
    claimed.append(ModelClaim(token: nextToken, message: message, attemptsBefore: before, stamp: stamp))
    nextToken += 1
  }

  /// The directory is removed, and every claim with it.
  package mutating func removeEverything() {
    (pending, claimed, deadLetters, quarantined, malformedNames) = ([], [], [], 0, 0)
  }

  /// A file appears whose name starts like ours and does not parse (LAY-17).
  package mutating func plantMalformedName() {
    malformedNames += 1
  }
}
