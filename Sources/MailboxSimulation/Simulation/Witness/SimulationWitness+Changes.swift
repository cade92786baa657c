internal import AppGroupMailbox
internal import Foundation

/// What one call changed in the directory, and whether its operation may do that.
extension SimulationWitness {
  mutating func judge(
    _ difference: DirectorySight.Difference, by process: Int, _ before: DirectorySight, _ volume: SimulatedVolume
  ) {
    for file in difference.removed + difference.added where file.message == nil { checkForeign(file, process) }
    let removed = difference.removed.first { !$0.isForeign }
    let added = difference.added.first { !$0.isForeign }
    guard removed != nil || added != nil else { return }
    let change = Change(process: process, before: before, volume: volume)
    checkGeneration(process, volume)
    switch (removed, added) {
    case (nil, let new?): appear(new, change)
    case (let old?, nil): disappear(old, change)
    case (let old?, let new?): move(old, to: new, change)
    case (nil, nil): break
    }
  }

  /// Who changed something, and what there was before.
  struct Change {
    var process: Int
    var before: DirectorySight
    var volume: SimulatedVolume
  }

  func operation(_ change: Change) -> WitnessedOperation? { operations[change.process] }

  /// LAY-16: what is not ours is left alone.
  mutating func checkForeign(_ file: SeenFile, _ process: Int) {
    guard file.entry == .foreign, file.name.name != EntryName.lockFile, file.name.name != EntryName.temporaries else {
      return
    }
    report("LAY-16", "foreign files are left alone", "process \(process) touched \(file.name.name.text)")
  }

  /// LCK-1.
  mutating func checkLock(_ change: Change, _ what: String) {
    count("changes under the lock")
    check(
      hasLock(change.process, change.volume), "LCK-1",
      "enqueue, claim, restore and maintenance change messages only while they hold the lock",
      "process \(change.process) \(what) without it")
  }

  // MARK: Something moves

  private mutating func move(_ old: SeenFile, to new: SeenFile, _ change: Change) {
    if old.entry == .legacyTemporary, operation(change)?.isLegacy == true { return appear(new, change) }
    check(
      old.inode == new.inode, "ENQ-9", "nothing is replaced",
      "\(new.text) appeared and \(old.text) vanished in one call of process \(change.process)")
    if case .quarantined(let name) = new.entry { return quarantine(old, as: name, new, change) }
    if let letter = new.letter { return bury(old, as: letter, change) }
    switch (old.pending, old.claimed, new.pending, new.claimed) {
    case (let from?, _, _, let to?): claim(old, from, new, to, change)
    case (_, let from?, let to?, _): giveBack(old, from, to, change)
    case (let from?, _, let to?, _): lengthen(old, from, to, change)
    default:
      report("CLM-1", "messages go from pending to claimed and back", "\(old.text) became \(new.text)")
    }
  }

  /// IOP-3: a legacy name gets the date of its body and no attempts.
  private mutating func lengthen(_ old: SeenFile, _ from: PendingName, _ to: PendingName, _ change: Change) {
    count("legacy names lengthened")
    checkLock(change, "lengthened \(old.text)")
    let isRight =
      from.isLegacy && to.ordinal == from.ordinal && to.id == from.id && to.attempts == 0
      && to.details?.date.seconds == old.content.date && operation(change)?.call.settles == true
    check(
      isRight, "IOP-3", "only a legacy name is lengthened, by its body's date", "\(old.text) became \(to.fileName.text)"
    )
  }

  // MARK: Something goes

  private mutating func disappear(_ old: SeenFile, _ change: Change) {
    guard let operation = operation(change) else { return }
    switch old.entry {
    case .pending: removePending(old, operation, change)
    case .claimed(let name): acknowledge(old, name, operation, change)
    case .deadLetter(let name):
      count("dead letters removed")
      operations[change.process]?.removedLetters.append(name)
      let isAllowed =
        switch operation.call {
        case .removeDeadLetter(name.message.id, name.reason.rawValue): true
        // Only after the message is pending: a crash in between leaves both (section 4.5).
        case .restore(name.message.id, name.reason.rawValue):
          operation.published.contains { $0.message?.id == name.message.id }
        default: false
        }
      check(
        isAllowed, "DLQ-11", "a dead letter goes only when it is removed, or after it is restored",
        "\(operation.call) removed \(old.text)")
    case .quarantined: trimQuarantine(old, operation, change)
    case .malformed:
      report("QUA-3", "a malformed name is quarantined", "\(operation.call) removed \(old.text)")
    case .legacyTemporary:
      guard let modified = change.before.files.first(where: { $0.name == old.name }).flatMap({ stamps[$0.inode] })
      else {
        return
      }
      check(
        operation.isLegacy || max(operation.clock.upperBound - modified, modified - operation.clock.lowerBound) > 3_600,
        "LAY-21", "a young temporary of release 0.1 is left alone", "\(operation.call) removed \(old.text)")
    case .foreign: break
    }
  }

  /// EXP-1, OVF-1 to OVF-6, ENQ-14.
  private mutating func removePending(_ old: SeenFile, _ operation: WitnessedOperation, _ change: Change) {
    checkLock(change, "removed \(old.text)")
    if let place = operation.published.firstIndex(where: { $0.name == old.name }) {
      count("enqueues taken back")
      operations[change.process]?.published.remove(at: place)
      operations[change.process]?.hasTakenBack = true
      return
    }
    if operation.call.settles, operation.clock.upperBound - old.date > settings.limits.messageLifetime {
      return count("messages expired")
    }
    count("messages evicted")
    check(
      operation.mayEvict.contains(old.name), "OVF-1",
      "only the oldest are evicted, after the new message is there, and no more than are too many (OVF-2, OVF-4, OVF-6)",
      "\(operation.call) of process \(change.process) removed \(old.text)")
  }

  /// ACK-1: only who holds a claim ends it.
  private mutating func acknowledge(
    _ old: SeenFile, _ name: ClaimedName, _ operation: WitnessedOperation, _ change: Change
  ) {
    count("claims acknowledged")
    operations[change.process]?.settled.insert(name.token)
    guard case .acknowledge(name.token) = operation.call else {
      return report(
        "EXP-2", "a claimed message is removed by its consumer's acknowledge alone (OVF-3, REC-2)",
        "\(operation.call) of process \(change.process) removed \(old.text)")
    }
  }

  // MARK: Stamps

  /// Looks at the modification times of claims (LSE-2).
  mutating func seeStamps(_ volume: SimulatedVolume, _ process: Int) {
    guard let operation = operations[process], case .extend(let token) = operation.call,
      let file = sight.claim(token), let modified = volume.stamp(of: file.inode), let earlier = stamps[file.inode],
      modified != earlier
    else { return }
    operations[process]?.settled.insert(token)
    stamps[file.inode] = modified
    count("leases extended")
    if holds[process] == nil { noteSlip(token, earlier, by: process) }
    check(
      operation.clock.contains(approximately: modified), "LSE-2", "extending sets the stamp to the clock's time",
      "the stamp became \(modified) while the clock showed \(operation.clock)")
  }
}

extension SeenFile {
  var isForeign: Bool { entry == .foreign }

  /// As a person reads it.
  var text: String {
    switch entry {
    case .pending(let name): name.text
    case .claimed(let name): "claim \(name.token.short) of \(name.returning.text)"
    case .deadLetter(let name): "dead letter (\(name.reason.rawValue)) \(name.message.text)"
    case .quarantined(let name): "quarantined file (\(name.reason ?? "no reason"))"
    case .malformed, .legacyTemporary, .foreign: name.name.text
    }
  }
}

extension PendingName {
  fileprivate var text: String {
    isLegacy ? "legacy message \(id.short)" : "message \(id.short)" + (attempts > 0 ? " with \(attempts) attempts" : "")
  }
}

extension ClosedRange<Double> {
  /// Files keep nanoseconds, and a double of these days a tenth of a microsecond.
  func contains(approximately value: Double) -> Bool {
    value >= lowerBound - 1e-6 && value <= upperBound + 1e-6
  }
}

extension FileTime {
  fileprivate var sinceReferenceDate: Double { Double(seconds - 978_307_200) + Double(nanoseconds) / 1_000_000_000 }
}

extension SimulatedVolume {
  /// The modification time of an inode, in seconds since 2001.
  func stamp(of inode: Int) -> Double? {
    inodes.indices.contains(inode) ? inodes[inode]?.attributes.modified.sinceReferenceDate : nil
  }
}
