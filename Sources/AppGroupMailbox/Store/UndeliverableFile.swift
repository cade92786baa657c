/// A claimed file that cannot be delivered, and what becomes of it.
struct UndeliverableFile {
  enum Fate: Equatable {
    case quarantine(QuarantineReason)
    case deadLetter(MailboxDeadLetterReason)
    case putBack
  }

  private let claimed: ClaimedName
  let original: PendingName
  private let fate: Fate

  init(_ claim: ClaimRound.ClaimedFile, _ fate: Fate) {
    self.init(claim.claimed, claim.original, fate)
  }

  private init(_ claimed: ClaimedName, _ original: PendingName, _ fate: Fate) {
    self.claimed = claimed
    self.original = original
    self.fate = fate
  }

  /// Whether its message may wait still, or again.
  var mayWait: Bool {
    if case .quarantine = fate { false } else { true }
  }

  var asPutBack: UndeliverableFile { UndeliverableFile(claimed, original, .putBack) }

  /// Attempts are as before the claim wherever the message goes (clauses CLM-13, DLQ-3).
  ///
  /// What cannot be put away now is still claimed, and is judged again when its lease runs out.
  func putAway(_ writer: inout MailboxWriter) {
    let name = claimed.fileName
    do {
      switch fate {
      case .quarantine(let reason): try writer.quarantine(name, reason)
      case .deadLetter(let reason):
        if try !writer.deadLetter(name, as: original, reason) {
          _ = try writer.putBack(name, as: original)
        }
      case .putBack: _ = try writer.putBack(name, as: original)
      }
    } catch {
      if !error.isGone { writer.journal.noteCleanupFailed(error) }
    }
  }
}
