#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MailboxStore {
  /// Claims waiting messages in order (section 4.2 of SPEC.md).
  ///
  /// - Parameters:
  ///   - limit: The most to claim; `nil` for all that wait now.
  ///   - consume: Called for each without any lock, in order; `false` if the body does not decode as what its consumer expects.
  /// - Throws: The first failure, if nothing was claimed (clause CLM-11).
  /// - Complexity: One listing, O(*n* log *n*) in the number of waiting messages; reads one body for each message claimed.
  package func claim(
    limit: Int?, _ consume: (ClaimedMessage) -> Bool
  ) throws(AppGroupMailboxError) {
    if let limit, limit < 0 { throw .invalidLimit("limit") }
    if limit == 0 { return }
    let journal = OperationJournal()
    defer { finish(journal) }
    var round = ClaimRound(limit: limit, maxAttempts: limits.maxAttempts)
    do {
      let newerFormat = state.withLock { $0.newerFormat }
      var (hasStep, directories) = try withSettledMailbox(journal, fresh: false) { (writer, snapshot) in
        round.candidates = snapshot.pending.filter { !newerFormat.contains($0) }.sorted()[...]
        return (round.claimNext(&writer), writer.directories)
      }
      while hasStep {
        try putAway(round.consume(for: self, journal, consume), journal)
        guard round.mayGoOn, !journal.mustStop else { break }
        (hasStep, directories) = try withLock(journal) { writer in (round.claimNext(&writer), writer.directories) }
      }
      sweepTemporariesIfDue(directories, journal)
    } catch {
      // What was claimed is the caller's, whatever came after it.
      if round.delivered == 0 { throw error }
    }
    if round.delivered == 0, let failure = journal.firstFailure { throw AppGroupMailboxError(failure) }
  }

  /// Puts claimed files where they belong that cannot be delivered: quarantine, dead letters, or back.
  private func putAway(
    _ files: [UndeliverableFile], _ journal: OperationJournal
  ) throws(AppGroupMailboxError) {
    guard !files.isEmpty else { return }
    do {
      try withLock(journal) { writer in
        for file in files { file.putAway(&writer) }
      }
    } catch {
      // Nothing may stay claimed for want of the lock: the token makes it safe to put back without.
      try withoutLock(journal) { writer in
        for file in files { file.asPutBack.putAway(&writer) }
      }
      throw error
    }
  }
}
