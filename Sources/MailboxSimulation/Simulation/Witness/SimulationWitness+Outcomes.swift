internal import AppGroupMailbox
internal import Foundation

/// What an operation says came of it, compared with what it did.
extension SimulationWitness {
  mutating func finish(
    _ process: Int, _ outcome: HistoryOutcome, _ volume: SimulatedVolume, _ now: SimulationInstant
  ) {
    operations[process]?.see(clock: now.clock)
    look(volume)
    guard let operation = operations[process] else { return }
    operations[process] = nil
    holds[process] = nil
    count(operation.call.kind)
    guard !operation.isLegacy else { return }
    if let error = outcome.error {
      count("failed: \(error.rawValue)")
      checkFailure(error, operation, now)
    }
    if outcome.succeeded, operation.call.stores { checkStored(outcome, operation, process, volume) }
    if case .claims(let claims) = outcome { checkClaims(claims, operation, volume, now) }
    if let token = operation.call.token { checkSettled(token, outcome, operation) }
    if case .statistics(let counts) = outcome { checkCounts(counts, operation) }
    if case .deadLetters(let letters) = outcome { checkList(letters, operation) }
    if outcome.succeeded { checkLetterGone(operation) }
  }

  /// ENQ-1, ENQ-2, DUR-1.
  private mutating func checkStored(
    _ outcome: HistoryOutcome, _ operation: WitnessedOperation, _ process: Int, _ volume: SimulatedVolume
  ) {
    for id in operation.storedIDs {
      let own = operation.published.first { $0.message?.id == id }
      let isStored = own != nil
      check(
        isStored || operation.presentIDs.contains(id), "ENQ-1", "enqueue returns after the message is stored",
        "\(operation.call) of process \(process) returned, and \(id.short) never was there")
      guard settings.durability == .powerLoss, outcome.error == nil, !operation.isExcused else { continue }
      // What was torn before is not looked into (ENQ-10).
      for file in sight.holders(of: id) where !planted.contains(id) && file.content.isGood {
        // Another one of that identifier, stored after this one had ended, is another's.
        if let own, own.inode != file.inode { continue }
        promised.insert(id)
        check(
          volume.isDurable(file.inode), "DUR-1", "what enqueue returned for survives a power loss",
          "\(operation.call) of process \(process) returned, and \(file.text) is not on stable storage")
      }
    }
  }

  /// ERR-3, ENQ-14, CLM-11, and whether there was a reason for the error.
  private mutating func checkFailure(
    _ error: HistoryError, _ operation: WitnessedOperation, _ now: SimulationInstant
  ) {
    let isInnocent = operation.faults == 0 && !operation.isExcused
    if error != .notDurable, isInnocent {
      check(
        operation.published.isEmpty, "ERR-3", "what fails has changed nothing",
        "\(operation.call) failed with \(error.rawValue) and left \(operation.published.first?.text ?? "")")
      let left = operation.inHand.first { sight.claim($0.token) != nil }
      check(
        left == nil, "CLM-11", "a claim that claimed something returns it",
        "\(operation.call) failed with \(error.rawValue) and keeps \(left?.original.text ?? "")")
    }
    guard isInnocent else { return }
    let waited = Double(now.monotonic - operation.monotonic) / 1e9
    switch error {
    // Of two files with an identifier that is repeated neither is evicted (OVF-4).
    case .mailboxFull where settings.discardsOldest && !operation.twiceIDs.isDisjoint(with: operation.storedIDs): break
    case .mailboxFull:
      let new = Set(operation.storedIDs).count
      let most = settings.discardsOldest ? operation.mostClaimed : operation.deepest
      // A repeated message of a batch takes no place, and is not evicted.
      check(
        most + new > settings.maxMessages, "LIM-4", "a mailbox that has room takes a message",
        "\(operation.call) was refused at a depth of \(operation.deepest) with \(operation.mostClaimed) claims")
    case .busy:
      check(
        waited >= settings.limits.lockTimeout, "LCK-2", "the lock is waited for until its time is over",
        "\(operation.call) gave up after \(waited) s")
    case .duplicateMessage:
      check(
        operation.storedIDs.contains(where: operation.presentIDs.contains), "DLQ-10",
        "only a dead letter whose identifier is there cannot be restored for that", "\(operation.call)")
    // A repeated identifier's file is opened under a lock of its own, which may not be had.
    case .notDurable where waited >= settings.limits.lockTimeout: break
    case .ioFailure, .notDurable, .unsafeFile:
      check(
        operation.hasMetUnreadable, "ERR-1", "a failure has a call that failed",
        "\(operation.call) failed with \(error.rawValue), and no call did")
    default: break
    }
  }

  /// CLM-4, ORD-1, CLM-11, CLM-2.
  private mutating func checkClaims(
    _ claims: [HistoryClaim], _ operation: WitnessedOperation, _ volume: SimulatedVolume, _ now: SimulationInstant
  ) {
    for claim in claims { checkDelivery(claim, operation) }
    let order = claims.map(\.token)
    let made = operation.claims.map(\.token).filter(order.contains)
    check(order == made, "ORD-1", "messages are returned in their order", "\(order.map(\.short))")
    guard operation.faults == 0, !operation.isExcused else { return }
    for claim in operation.inHand where !order.contains(claim.token) && sight.claim(claim.token) != nil {
      report(
        "CLM-11", "a claim that claimed something returns it", "\(operation.call) keeps \(claim.original.text)")
    }
    // If the lock could not be had again, what was claimed is returned.
    let waited = Double(now.monotonic - operation.monotonic) / 1e9
    guard waited < settings.limits.lockTimeout, !operation.hasLastAttempt else { return }
    checkNothingIsLeft(claims.count, operation, volume)
  }

  private mutating func checkDelivery(_ claim: HistoryClaim, _ operation: WitnessedOperation) {
    let due = operation.due(claim.token)
    if due.isEmpty { report("CLM-1", "what is returned was claimed", "\(claim) belongs to no claim") }
    for due in due {
      check(due == claim, "CLM-4", "a claim returns what was enqueued", "\(due) was delivered as \(claim)")
    }
  }

  /// CLM-2, CLM-7.
  private mutating func checkNothingIsLeft(
    _ count: Int, _ operation: WitnessedOperation, _ volume: SimulatedVolume
  ) {
    if case .claim(let limit?) = operation.call, count >= limit { return }
    guard let left = sight.files.filter({ isDue($0, operation, volume) }).min(by: { $0.precedes($1) }) else { return }
    // One in its last attempt waits for a claim of its own, and whatever is behind it waits too (DLQ-2).
    let isBehindLast = operation.waiting.contains { file in
      file.message?.attempts == settings.maxAttempts - 1 && !left.precedes(file)
    }
    if count > 0, isBehindLast { return }
    report(
      "CLM-2", "a claim takes all that wait when it begins, up to its limit",
      "\(operation.call) returned \(count) and left \(left.text)")
  }

  /// ACK-2, REL-3, LSE-3, DLQ-6.
  private mutating func checkSettled(_ token: UUID, _ outcome: HistoryOutcome, _ operation: WitnessedOperation) {
    if outcome.error == nil {
      // A stamp that is the same again shows nothing, and without the lock a recovery may come between its two calls.
      if case .extend = operation.call, operation.hasClaim { return }
      check(
        operation.settled.contains(token) || operation.isExcused, "ACK-2",
        "a claim that ended cannot be settled (REL-3, LSE-3, DLQ-6)", "\(operation.call) succeeded and did nothing")
    } else if outcome.error == .claimNoLongerExists {
      check(
        sight.claim(token) == nil || operation.isExcused, "REC-2", "a claim does not end by itself",
        "\(operation.call) was told that the claim is gone, and it is there")
    }
  }

  /// STA-1.
  private mutating func checkCounts(_ counts: HistoryStatistics, _ operation: WitnessedOperation) {
    let seen = [counts.pending, counts.claimed, counts.deadLetters, counts.quarantined]
    check(
      zip(operation.counts, seen).allSatisfy { $0.contains($1) }, "STA-1", "statistics count what is there",
      "\(seen) were counted, and there were \(operation.counts)")
  }

  /// DLQ-12.
  private mutating func checkList(_ letters: [HistoryDeadLetter], _ operation: WitnessedOperation) {
    for letter in letters {
      check(
        operation.presentLetters.contains {
          $0.message.id == letter.id && $0.reason.rawValue == letter.reason
            && $0.message.attempts == letter.attempts
        }, "DLQ-12",
        "a list of dead letters shows what is there", "it shows \(letter.id.short) (\(letter.reason))")
    }
    guard operation.faults == 0 else { return }
    let constant = sight.letters.filter { $0.since <= operation.began }
    check(
      letters.count >= constant.count || operation.isExcused, "DLQ-12", "a list of dead letters shows all",
      "it shows \(letters.count) of \(constant.count)")
  }

  /// DLQ-9, DLQ-11.
  private mutating func checkLetterGone(_ operation: WitnessedOperation) {
    switch operation.call {
    case .restore(let id, _), .removeDeadLetter(let id, _):
      check(
        operation.removedLetters.contains { $0.message.id == id } || operation.faults > 0 || operation.isExcused,
        "DLQ-11", "a dead letter that was restored or removed is gone", "\(operation.call) left it")
    default: break
    }
  }
}

extension HistoryCall {
  /// One word for each kind of operation.
  var kind: String {
    switch self {
    case .enqueue(_, .some): "enqueue dated"
    case .enqueue: "enqueue"
    case .batch: "batch"
    case .claim: "claim"
    case .acknowledge: "acknowledge"
    case .release: "release"
    case .extend: "extend"
    case .reject: "reject"
    case .restore: "restore"
    case .removeDeadLetter: "remove"
    case .maintain: "maintain"
    case .deadLetters: "list"
    case .statistics: "statistics"
    }
  }
}

extension SimulatedVolume {
  /// Whether an inode of the mailbox's directory is on stable storage, with its content and the path to it.
  func isDurable(_ inode: Int) -> Bool {
    guard let directory = mailboxDirectory, inodes[inode]?.content == durable.inodes[inode]?.content,
      durable.inodes[directory]?.entries.sorted.contains(where: { $0.inode == inode }) == true
    else { return false }
    var number = directory
    while number != Self.root {
      guard let parent = inodes[number]?.parent,
        durable.inodes[parent]?.entries.sorted.contains(where: { $0.inode == number }) == true
      else { return false }
      number = parent
    }
    return true
  }
}
