internal import AppGroupMailbox
internal import Foundation

/// A message goes to a consumer, and comes back.
extension SimulationWitness {
  mutating func claim(
    _ old: SeenFile, _ from: PendingName, _ new: SeenFile, _ to: ClaimedName, _ change: Change
  ) {
    guard let operation = operation(change) else { return }
    count("messages claimed")
    checkLock(change, "claimed \(old.text)")
    guard case .claim(let limit) = operation.call else {
      return report("CLM-1", "only a claim claims", "\(operation.call) claimed \(old.text)")
    }
    check(tokens.insert(to.token).inserted, "LSE-4", "a token is used for one claim", "\(to.token) was used before")
    check(
      to.returning == from.raisingAttempts(), "CLM-5", "a claim raises the attempts by one",
      "\(old.text) became \(new.text)")
    let modified = change.volume.stamp(of: new.inode) ?? 0
    stamps[new.inode] = modified
    check(
      operation.clock.contains(approximately: modified), "CLM-6", "the stamp is the clock's before the rename",
      "\(new.text) is stamped \(modified) while the clock showed \(operation.clock)")
    if !operation.isExcused {
      let inode = change.volume.inodes[new.inode]
      check(
        new.isRegular && inode?.names == 1, "QUA-2", "nothing but a regular file with one link is claimed", old.text)
    }
    check(
      operation.clock.lowerBound - old.date <= settings.limits.messageLifetime, "EXP-1",
      "what is too old is not delivered", "\(old.text) is dated \(old.date)")
    let inHand = operation.inHand.filter(\.original.content.isGood)
    // What was read in vain and could not be put back is in nobody's way.
    check(
      inHand.count < limit ?? .max || operation.faults > 0, "CLM-2",
      "a claim takes at most as many as it was asked for",
      "\(operation.call) took \(old.text) as well")
    let isLast = from.attempts + 1 == settings.maxAttempts
    check(
      inHand.isEmpty || !(isLast || operation.hasLastAttempt) || operation.faults > 0, "DLQ-2",
      "a message in its last permitted attempt is claimed alone", "\(old.text) was claimed beside others")
    if old.content.isGood && old.letter == nil { checkOrder(old, operation, change) }
    operations[change.process]?.claims.append(
      WitnessedOperation.Claim(token: to.token, original: old, isLastAttempt: isLast))
  }

  /// ORD-1, ORD-2, CLM-2.
  private mutating func checkOrder(_ old: SeenFile, _ operation: WitnessedOperation, _ change: Change) {
    guard operation.faults == 0, !operation.isExcused else { return }
    let passed = change.before.files.first { other in
      other.precedes(old) && isDue(other, operation, change.volume)
    }
    check(
      passed == nil, "ORD-1", "messages are claimed in their order",
      "\(old.text) was claimed before \(passed?.text ?? "")")
  }

  /// Whether a claim has to take a waiting message, as far as it alone is concerned.
  func isDue(_ file: SeenFile, _ operation: WitnessedOperation, _ volume: SimulatedVolume) -> Bool {
    guard let name = file.pending, file.isRegular, file.since <= operation.began, file.content.isGood,
      let inode = volume.inodes[file.inode], inode.names == 1, inode.attributes.mode & 0o400 != 0,
      inode.size <= settings.limits.maxPayloadBytes,
      name.attempts < settings.maxAttempts,
      operation.clock.upperBound - file.date <= settings.limits.messageLifetime
    else { return false }
    // The second of two with one identifier is no message for a claim.
    return !operation.twiceIDs.contains(name.id)
  }

  /// A claimed message returns.
  mutating func giveBack(_ old: SeenFile, _ from: ClaimedName, _ to: PendingName, _ change: Change) {
    guard let operation = operation(change) else { return }
    if case .release(from.token) = operation.call {
      count("claims released")
      operations[change.process]?.settled.insert(from.token)
      return checkReturn(from, to, "REL-2", "release restores name and attempts")
    }
    if operation.claimed(from.token) != nil {
      count("claims put back")
      operations[change.process]?.leave(from.token)
      check(
        operation.faults > 0 || operation.isExcused || !old.content.isGood, "CLM-16",
        "what can be delivered is not put back", "\(operation.call) put \(old.text) back")
      return checkReturn(from, to, "CLM-13", "a put-back restores name and attempts")
    }
    count("claims recovered")
    for other in operations.indices { operations[other]?.leave(from.token) }
    checkLock(change, "recovered \(old.text)")
    check(
      operation.call.settles, "REC-1", "only settling recovers", "\(operation.call) gave \(old.text) back")
    check(to == from.returning, "REC-5", "recovery leaves the attempts as they were raised", "\(old.text) lost some")
    checkAbandoned(old, from, operation, change)
  }

  private mutating func checkReturn(_ from: ClaimedName, _ to: PendingName, _ clause: String, _ promise: String) {
    var original = from.returning
    // The highest count stays, and a legacy name has none.
    if let attempts = from.returning.details?.attempts, attempts > 0 { original.details!.attempts = attempts - 1 }
    check(to == original, clause, promise, "\(from.fileName.text) became \(to.fileName.text)")
  }

  /// REC-1 to REC-4.
  mutating func checkAbandoned(
    _ old: SeenFile, _ name: ClaimedName, _ operation: WitnessedOperation, _ change: Change
  ) {
    let stamp = change.volume.stamp(of: old.inode) ?? 0
    let candidates = [stamp, holds[change.process]?.slipped[name.token]].compactMap(\.self)
    let isAbandoned = candidates.contains { stamp in
      max(operation.clock.upperBound - stamp, stamp - operation.clock.lowerBound) > settings.claimTimeout - 1e-6
    }
    check(
      isAbandoned, "REC-2", "a claim that is not abandoned is not recovered",
      "\(operation.call) of process \(change.process) took \(old.text), stamped \(stamp) while the clock showed \(operation.clock)"
    )
  }
}

extension WitnessedOperation {
  mutating func leave(_ token: UUID) {
    if let place = claims.firstIndex(where: { $0.token == token }) { claims[place].isGone = true }
  }
}
