internal import AppGroupMailbox
internal import Foundation

/// A file goes to quarantine or to the dead letters.
extension SimulationWitness {
  /// QUA-1 to QUA-4: only on evidence, and the evidence is the reason.
  mutating func quarantine(_ old: SeenFile, as name: QuarantineName, _ new: SeenFile, _ change: Change) {
    guard let operation = operation(change), let inode = change.volume.inodes[old.inode] else { return }
    count("files quarantined (\(name.reason ?? ""))")
    operations[change.process]?.quarantinedSinceLock += 1
    if let token = old.claimed?.token { operations[change.process]?.leave(token) }
    let isEvident =
      switch name.reason.flatMap(QuarantineReason.init(rawValue:)) {
      case .name: old.entry == .malformed
      case .type: inode.kind != .file
      case .links: inode.names != 1 || operation.isExcused
      case .oversize: inode.size > Envelope.maximumBytes
      case .body: SeenContent(inode.content.bytes, of: old.message ?? .none) == .invalid
      case .mismatch: SeenContent(inode.content.bytes, of: old.message ?? .none) == .mismatch
      case nil: false
      }
    check(
      isEvident, "QUA-1", "a file is quarantined on evidence about itself alone",
      "\(operation.call) of process \(change.process) quarantined \(old.text) for \(name.reason ?? "nothing")")
    if let claimed = old.claimed {
      let isMine = operation.claimed(claimed.token) != nil
      check(
        isMine || inode.kind != .file, "REC-2", "nobody quarantines what another holds",
        "\(operation.call) took \(old.text)")
    }
  }

  /// QUA-5, QUA-7.
  mutating func trimQuarantine(_ old: SeenFile, _ operation: WitnessedOperation, _ change: Change) {
    count("quarantine trimmed")
    check(
      operation.quarantinedSinceLock > 0 || operation.isExcused, "QUA-7",
      "the quarantine is trimmed only when something is added to it", "\(operation.call) removed \(old.text)")
    check(
      change.before.quarantined.count > settings.maxQuarantinedFiles || operation.isExcused, "QUA-5",
      "no more is removed from quarantine than is too much", "\(operation.call) removed \(old.text)")
  }

  /// DLQ-1 to DLQ-7.
  mutating func bury(_ old: SeenFile, as letter: DeadLetterName, _ change: Change) {
    guard let operation = operation(change), let inode = change.volume.inodes[old.inode] else { return }
    count("dead letters (\(letter.reason.rawValue))")
    checkLock(change, "made \(old.text) a dead letter")
    let attempts = old.message?.attempts ?? 0
    var isRight = false
    var kept = attempts
    switch letter.reason {
    case .rejected:
      if case .reject(let token) = operation.call, old.claimed?.token == token { isRight = true }
      if let token = old.claimed?.token { operations[change.process]?.settled.insert(token) }
      kept = attempts - (old.message?.isLegacy == true ? 0 : 1)
    case .attempts: isRight = old.pending != nil && attempts >= settings.maxAttempts && operation.call.settles
    case .oversize:
      isRight = inode.size > settings.limits.maxPayloadBytes && inode.size <= Envelope.maximumBytes
      // Found when it is opened, or, if it grows, when it is read.
      if old.claimed != nil { kept = attempts - 1 }
    case .duplicate:
      let others = change.before.holders(of: letter.message.id).filter { $0.name != old.name }
      isRight = others.contains { $0.inode != old.inode || operation.isExcused }
      if case .release(let token) = operation.call, old.claimed?.token == token {
        kept = attempts - 1
        operations[change.process]?.settled.insert(token)
      } else if let claimed = old.claimed {
        checkAbandoned(old, claimed, operation, change)
      } else {
        isRight = isRight && others.contains { $0.claimed != nil || $0.precedes(old) || operation.isExcused }
      }
    default: isRight = false
    }
    if let token = old.claimed?.token { for other in operations.indices { operations[other]?.leave(token) } }
    check(
      isRight && letter.message.attempts == kept, "DLQ-1",
      "what becomes a dead letter has the reason its name says (DLQ-2 to DLQ-6)",
      "\(operation.call) of process \(change.process) made \(old.text) one because of \(letter.reason.rawValue)")
    let count = sight.letters.count
    check(
      count <= settings.maxDeadLetters || operation.isExcused, "DLQ-7", "the dead letters are bounded",
      "\(operation.call) made them \(count)")
  }
}

extension PendingName {
  fileprivate static let none = PendingName(ordinal: 0, id: UUID(high: 0, low: 0), details: nil)
}
