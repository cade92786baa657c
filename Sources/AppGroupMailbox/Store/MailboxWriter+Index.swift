extension MailboxWriter {
  /// Begins a hold of the lock.
  ///
  /// - Parameter status: The mailbox directory's.
  mutating func begin(with kept: KeptIndex?, _ status: FileStatus) {
    self.status = status
    guard let kept else { return }
    lastCount = kept.index.waitingCount + kept.index.claims.count
    earlier = kept.mark
    readGeneration()
    let isGood = kept.mark.holds(
      for: status, generation, hasDistinctTimes: directories.hasDistinctChangeTimes,
      at: environment.clock.monotonicNanoseconds)
    if isGood { index = kept.index }
  }

  /// The index, if it is good for a later operation.
  func indexToKeep() -> KeptIndex? {
    guard let index, index.isComplete, let status, let generation, !mayHaveMissedChanges else { return nil }
    let now = environment.clock.monotonicNanoseconds
    guard let listed = listed ?? earlier?.listed else { return nil }
    func mark(_ status: FileStatus) -> IndexMark {
      IndexMark(
        directory: status.identity, changed: status.changed, generation: generation, recorded: now, listed: listed)
    }
    guard isGenerationRaised else {
      // Nothing was changed.
      return KeptIndex(
        index: index, mark: self.listed != nil ? mark(status).following(earlier) : earlier ?? mark(status))
    }
    do {
      return KeptIndex(index: index, mark: mark(try fileSystem.status(of: mailbox)))
    } catch {
      return nil
    }
  }

  /// Whether it is better to let go of the lock and list without it.
  var shouldListAhead: Bool {
    guard let status, directories.hasDistinctChangeTimes else { return false }
    return ListingAhead.isWorthIt(count: lastCount, size: status.size, many: environment.manyMessages)
  }

  // MARK: Settling

  /// The most that is settled from the index in one hold of the lock.
  private static let most = Settlement.step

  /// Does what is due by the index alone: mostly nothing.
  ///
  /// - Returns: Whether all is settled; if not, the directory has to be listed.
  mutating func settleFromIndex() -> Bool {
    guard index?.isComplete == true else { return false }
    return areClaimsHeld() && expireFromIndex()
  }

  /// Whether no claim is abandoned; those that look so are looked at.
  private mutating func areClaimsHeld() -> Bool {
    let now = environment.clock.stamp.secondsSince1970
    let suspects = index!.abandoned(now: now, claimTimeout: limits.claimTimeout)
    guard suspects.count <= Self.most else { return false }
    for claim in suspects {
      do {
        let status = try fileSystem.status(of: claim.fileName, in: mailbox)
        let stamp = status.modified.secondsSince1970
        guard ClaimDisposition.decide(stamp: stamp, now: now, claimTimeout: limits.claimTimeout) == .keep else {
          return false
        }
        index!.renew(claim, stamp: stamp)
      } catch {
        return false
      }
    }
    return true
  }

  private mutating func expireFromIndex() -> Bool {
    let now = environment.clock.secondsSince2001
    guard let expired = index!.expired(atMost: Self.most, now: now, limits: limits) else { return false }
    for name in expired {
      do {
        try remove(name.fileName)
      } catch {
        return false
      }
      journal.note(.expiredMessageRemoved)
    }
    return true
  }
}
