/// A claimed file that cannot be delivered, and what becomes of it.
struct UndeliverableFile {
  enum Fate: Equatable {
    case quarantine(QuarantineReason)
    case deadLetter(MailboxDeadLetterReason)
    case putBack
  }

  private let claim: ClaimRound.ClaimedFile
  private let fate: Fate

  init(_ claim: ClaimRound.ClaimedFile, _ fate: Fate) {
    self.claim = claim
    self.fate = fate
  }

  var asPutBack: UndeliverableFile { UndeliverableFile(claim, .putBack) }

  /// Attempts are as before the claim wherever the message goes (clauses CLM-13, DLQ-3).
  func putAway(_ writer: inout MailboxWriter) {
    let name = claim.claimed.fileName
    switch fate {
    case .quarantine(let reason): writer.quarantine(name, reason)
    case .deadLetter(let reason):
      if !writer.deadLetter(name, as: claim.original, reason) { putBack(name, &writer) }
    case .putBack: putBack(name, &writer)
    }
  }

  private func putBack(_ name: FileName, _ writer: inout MailboxWriter) {
    do {
      _ = try writer.putBack(name, as: claim.original)
    } catch {
      // Still claimed, and recovered when its lease runs out.
      if !error.isGone { writer.journal.noteCleanupFailed(error) }
    }
  }
}
