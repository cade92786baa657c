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
  /// - Complexity: O(*k* log *n*) for *k* of *n* waiting messages; reads one body for each message claimed. Where another instance has
  /// changed the mailbox since the last operation, one listing, O(*n* log *n*).
  package func claim(
    limit: Int?, _ consume: (ClaimedMessage) -> Bool
  ) throws(AppGroupMailboxError) {
    if let limit, limit < 0 { throw .invalidLimit("claim limit") }
    if limit == 0 { return }
    let journal = OperationJournal()
    defer { finish(journal) }
    let round = try claim(ClaimRound(limit: limit, maxAttempts: limits.maxAttempts), journal, consume)
    if round.delivered == 0, let failure = journal.firstFailure { throw AppGroupMailboxError(failure) }
  }

  /// Claims the first waiting message that can be delivered, if the lock can be had at once.
  ///
  /// - Parameter skipped: Messages that are not to be tried.
  /// - Throws: ``AppGroupMailboxError/busy``, and what concerns more than single files.
  func tryToClaim(
    skipping skipped: Set<UUID>, _ consume: (ClaimedMessage) -> Bool
  ) throws(AppGroupMailboxError) -> ClaimTrial {
    let journal = OperationJournal(lockTimeout: 0)
    defer { finish(journal) }
    let round = try claim(
      ClaimRound(limit: 1, maxAttempts: limits.maxAttempts, skipping: skipped), journal, consume)
    if round.delivered == 0, let failure = journal.firstFailure, failure.concernsEverything {
      throw AppGroupMailboxError(failure)
    }
    return ClaimTrial(
      undelivered: journal.undelivered, nextRecovery: round.nextRecovery, endedEarly: journal.mustStop)
  }

  private func claim(
    _ round: consuming ClaimRound, _ journal: OperationJournal, _ consume: (ClaimedMessage) -> Bool
  ) throws(AppGroupMailboxError) -> ClaimRound {
    do {
      var (hasStep, directories) = try begin(&round, journal)
      while true {
        if hasStep { try putAway(round.consume(for: self, journal, consume), journal) }
        guard !journal.mustStop else { break }
        if round.needsMore {
          (hasStep, directories) = try begin(&round, journal)
        } else if hasStep && round.mayGoOn {
          (hasStep, directories) = try withLock(journal) { writer in (round.claimNext(&writer), writer.directories) }
        } else {
          break
        }
      }
      sweepTemporariesIfDue(directories, journal)
    } catch {
      // What was claimed is the caller's, whatever came after it.
      if round.delivered == 0 { throw error }
    }
    return round
  }

  /// Settles, and claims the first few of those that wait.
  private func begin(
    _ round: inout ClaimRound, _ journal: OperationJournal
  ) throws(AppGroupMailboxError) -> (hasStep: Bool, directories: MailboxDirectories) {
    let newerFormat = state.withLock { $0.newerFormat }
    return try withSettledMailbox(journal, fresh: false) { (writer) in
      round.begin(writer, skipping: newerFormat)
      return (round.claimNext(&writer), writer.directories)
    }
  }

  /// Puts claimed files where they belong that cannot be delivered: quarantine, dead letters, or back.
  private func putAway(
    _ files: [UndeliverableFile], _ journal: OperationJournal
  ) throws(AppGroupMailboxError) {
    guard !files.isEmpty else { return }
    for file in files where file.mayWait { journal.noteUndelivered(file.original) }
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
