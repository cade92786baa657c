internal import AppGroupMailbox
internal import Foundation

/// A message becomes visible.
extension SimulationWitness {
  mutating func appear(_ new: SeenFile, _ change: Change) {
    guard let operation = operation(change) else { return }
    if operation.isLegacy { return appearLegacy(new, operation, change) }
    guard let name = new.pending, let details = name.details, operation.storedIDs.contains(name.id) else {
      guard new.entry != .legacyTemporary else { return }
      return report(
        "ERR-3", "an operation changes nothing but what it is for",
        "\(operation.call) of process \(change.process) made \(new.text)")
    }
    count("messages published")
    checkLock(change, "published \(new.text)")
    checkContent(new, operation, change)
    checkPlace(new, name, details, operation, change)
    if !operation.isExcused { checkRoom(new, operation, change) }
    operations[change.process]?.published.append(new)
    let evictable = evictable(after: new, operation, change)
    operations[change.process]?.mayEvict = evictable
  }

  private mutating func appearLegacy(_ new: SeenFile, _ operation: WitnessedOperation, _ change: Change) {
    guard let id = new.pending?.id else { return }
    unsynchronized.insert(id)
    count("legacy messages published")
    operations[change.process]?.published.append(new)
  }

  /// ENQ-8, DUR-2, LAY-22: it is complete when it becomes visible.
  private mutating func checkContent(_ new: SeenFile, _ operation: WitnessedOperation, _ change: Change) {
    let id = new.message?.id
    let expected = id.map(UserMessage.payload)
    check(
      new.content.payload == expected || planted.contains(id ?? UUID(high: 0, low: 0)), "ENQ-8",
      "a message is complete when it becomes visible", "\(new.text) holds \(new.content)")
    let inode = change.volume.inodes[new.inode]
    check(
      inode?.attributes.mode == 0o600, "LAY-22", "a message file has mode 0600",
      "\(new.text) has \(String(inode?.attributes.mode ?? 0, radix: 8))")
    guard settings.durability != .processCrash else { return }
    check(
      !change.volume.log.needsBarrier(new.inode), "DUR-2",
      "a file is synchronised before it becomes visible", "\(new.text) was not")
  }

  /// ENQ-3, LAY-10: its date and its place.
  private mutating func checkPlace(
    _ new: SeenFile, _ name: PendingName, _ details: PendingName.Details, _ operation: WitnessedOperation,
    _ change: Change
  ) {
    if case .enqueue(_, .some(let date)) = operation.call {
      check(
        details.date.seconds == date, "ENQ-3", "a given date is kept", "\(new.text) is dated \(details.date.seconds)")
    } else {
      check(
        operation.clock.contains(details.date.seconds), "ENQ-3", "without a date it is the clock's time",
        "\(new.text) is dated \(details.date.seconds) while the clock showed \(operation.clock)")
    }
    check(details.attempts == 0, "CLM-5", "a new message has no attempts", new.text)
    guard !operation.isExcused else { return }
    let highest = change.before.files.filter { $0.isRegular && $0.letter == nil }
      .compactMap { $0.message?.ordinal }.filter { $0 < 1 << 62 }.max()
    let milliseconds = UInt64(max(operation.clock.lowerBound + 978_307_200, 0) * 1_000)
    check(
      name.ordinal > highest ?? 0 && name.ordinal + 1 >= milliseconds, "LAY-10",
      "the ordinal is above all others, and not before the clock", "\(new.text) has the ordinal \(name.ordinal)")
  }

  /// ENQ-2, LIM-4, OVF-3.
  private mutating func checkRoom(_ new: SeenFile, _ operation: WitnessedOperation, _ change: Change) {
    let others = change.before.holders(of: new.message?.id ?? UUID(high: 0, low: 0))
      .filter { change.volume.inodes[$0.inode]?.names == 1 }
    check(
      others.isEmpty, "ENQ-2", "an identifier that is pending or claimed is not stored again",
      "\(operation.call) published \(new.text) beside \(others.first?.text ?? "")")
    let (depth, claimed, bound) = (sight.depth, sight.claimedCount, settings.maxMessages)
    if !settings.discardsOldest {
      check(
        depth <= bound, "LIM-4", "the depth does not pass the bound", "\(operation.call) made it \(depth) of \(bound)")
    } else {
      let own = sight.files.count { file in
        file.isRegular && file.pending.map { operation.storedIDs.contains($0.id) } == true
      }
      check(
        claimed + own <= bound, "OVF-3",
        "what is claimed is not evicted: with too little else, the mailbox is full",
        "\(operation.call) was admitted beside \(claimed) claims")
    }
  }

  /// The oldest of those that were there before, as many as are too many now.
  private func evictable(
    after new: SeenFile, _ operation: WitnessedOperation, _ change: Change
  ) -> [VolumeName] {
    guard settings.discardsOldest else { return [] }
    let ids = operation.storedIDs
    let old = sight.files.filter { file in
      file.isRegular && file.pending.map { !ids.contains($0.id) } == true
    }.sorted { $0.precedes($1) }
    // Beside what nobody expected, any may go.
    if operation.isExcused { return old.map(\.name) }
    // Decided when the lock was had: what others ended since then, without the lock, is not reckoned.
    let excess = max(sight.depth + (holds[change.process]?.endedByOthers ?? 0) - settings.maxMessages, 0)
    // A legacy message that could not be read is ordered by its ordinal (ORD-4).
    let isUncertain = operation.faults > 0 && old.contains { $0.message?.isLegacy == true }
    if isUncertain, excess > 0 { return old.map(\.name) }
    // What others have released since the lock was had, without it, may not have been seen waiting.
    let returned = holds[change.process]?.returnedByOthers ?? []
    return (old.prefix(excess) + old.filter { !returned.contains($0.inode) }.prefix(excess)).map(\.name)
  }
}
