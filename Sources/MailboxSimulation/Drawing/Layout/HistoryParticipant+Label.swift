/// What was opened, as a picture has it.
extension HistoryParticipant {
  /// Two lines.
  var shortDescription: [String] {
    let attempts = maxAttempts.map { "\($0) attempts" } ?? "no last attempt"
    return [
      "\(maxMessages) messages, \(discardsOldest ? "drops oldest" : "rejects newest")",
      "lease \(claimTimeout) s, \(attempts)",
    ].map { PictureText.fitting($0, columns: OperationLabel.columns + 1) }
  }
}
