package import Foundation

/// What is known of a mailbox when an operation is cut short: what must be there, and what may.
package struct CrashFacts: Hashable, Sendable {
  /// The messages before the operation, and after it had it not been cut short.
  package var before: CrashContents
  package var after: CrashContents
  /// The messages of earlier operations, which may come back after a power loss.
  package var earlier: [UUID: [UInt8]]
  /// How many broken files there were at most: those may come back, too.
  package var earlierBroken: Int
  /// Those that no power loss takes.
  package var promised: Set<UUID>
  /// All that were enqueued, in the order in which they came.
  package var arrived: [UUID]
  /// Those of them that were synchronised when they came, so that a power loss may take them from the end only.
  package var stored: Set<UUID>
  /// Those that the operation stores together.
  package var batch: [UUID]
  /// The one that the operation restores.
  package var restored: Set<UUID> = []
  package var setting: CrashSetting
  /// The clock at the operation's end, in seconds since 2001.
  package var now: Double
  /// Whether some message was stored by a mailbox that fears the death of processes only.
  package var hasLazyMessages = false
  /// Whether a call failed: then a claim may take what stands behind, and an eviction, too.
  package var hasFailure = false

  /// The same number for the same facts, as long as this process lives.
  var digest: UInt64 {
    var hasher = Hasher()
    hasher.combine(self)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// What a process finds there in which `isPowerLost` says whether others were cut short, too.
  ///
  /// - Returns: Which promise of SPEC.md is broken; `nil` if none is.
  package func violation(in found: CrashFindings, afterPowerLoss isPowerLost: Bool) -> String? {
    if let error = found.error { return "the next process cannot go on: \(error)" }
    if !found.leftOver.isEmpty { return "left over for ever: \(found.leftOver.sorted()) (ENQ-19, LAY-20)" }
    return presence(in: found, isPowerLost) ?? quality(of: found, isPowerLost)
  }

  // MARK: Which messages there are

  private func presence(in found: CrashFindings, _ isPowerLost: Bool) -> String? {
    let there = Set(found.messages.map(\.id))
    let expired = before.expired(at: now).union(after.expired(at: now))
    let certain = before.identifiers.intersection(after.identifiers).subtracting(expired)
    let lost = (isPowerLost ? certain.intersection(promised) : certain).subtracting(there)
    let live = found.messages.count { !$0.isDeadLetter }
    // What could not be settled, because a call failed, takes a slot until the next process settles it.
    let unsettled = before.broken + before.expired(at: now).count
    let isFull = hasFailure && setting.discardsOldest && live + unsettled >= CrashMailbox.maxMessages
    if !lost.isEmpty, !isFull || lost.count > unsettled {
      return "lost: \(names(lost)) (\(isPowerLost ? "DUR-1" : "ERR-3"))"
    }
    var possible = before.identifiers.union(after.identifiers)
    if isPowerLost { possible.formUnion(earlier.keys) }
    let invented = there.subtracting(possible)
    if !invented.isEmpty { return "came back: \(names(invented)) (ACK-1)" }
    // Restoring and storing leave a dead letter beside its message, a dead letter's making never does.
    let doubled = Set(found.messages.filter(\.isDeadLetter).map(\.id)).intersection(
      found.messages.filter { !$0.isDeadLetter }.map(\.id))
    let split = doubled.subtracting(before.besideLetters).subtracting(after.besideLetters).subtracting(restored)
    if !isPowerLost, !split.isEmpty { return "a message and its dead letter: \(names(split)) (DLQ-6)" }
    let fewest = min(before.messages.count, after.messages.count) - expired.count
    if !isPowerLost, there.count < fewest { return "\(there.count) messages are left of at least \(fewest) (OVF-2)" }
    // One that was there before may come back by itself.
    let together = isPowerLost ? batch.filter { earlier[$0] == nil } : batch
    if !mayTear(isPowerLost), !isPrefix(together, of: there) {
      return "a part of a batch that is no beginning: \(names(there)) (ENQ-14)"
    }
    let mayEnd = arrived.filter { stored.contains($0) && certain.contains($0) }
    if isPowerLost, setting.durability == .ordered, !isPrefix(mayEnd, of: there) {
      return "not the newest are lost: \(names(Set(mayEnd).subtracting(there))) (DUR-2)"
    }
    return nil
  }

  /// Whether those of a list that are there are its first ones.
  private func isPrefix(_ list: [UUID], of there: Set<UUID>) -> Bool {
    !list.drop(while: there.contains).contains(where: there.contains)
  }

  private func names(_ ids: Set<UUID>) -> String {
    ids.map { CrashMailbox.text($0) }.sorted().joined(separator: ", ")
  }

  // MARK: What they are like

  private func quality(of found: CrashFindings, _ isPowerLost: Bool) -> String? {
    var seen: Set<UUID> = []
    // A dead letter does not keep its identifier from being used again (DLQ-8).
    for message in found.messages where !message.isDeadLetter {
      guard seen.insert(message.id).inserted else { return "twice: \(names([message.id])) (DLQ-5)" }
    }
    for message in found.messages {
      if let text = message.text, text != CrashMailbox.text(message.id) { return "torn: \(text) (ENQ-9)" }
      // Of a dead letter beside a message nothing is known.
      if message.isDeadLetter, before.besideLetters.union(after.besideLetters).contains(message.id) { continue }
      guard let attempts = attempts(of: message.id, isPowerLost), let seen = message.attempts else { continue }
      guard attempts.contains(seen) else {
        return "\(names([message.id])) has \(seen) attempts, not \(attempts) (CLM-5, REL-2)"
      }
    }
    let dates = found.messages.filter { !$0.isDeadLetter }.compactMap(\.date)
    if dates != dates.sorted() { return "not in order (ORD-1)" }
    let broken = isPowerLost ? max(earlierBroken, before.broken) : before.broken
    if found.quarantined > max(before.quarantined, after.quarantined) + broken, !mayTear(isPowerLost) {
      return "\(found.quarantined) files are quarantined (QUA-1)"
    }
    return nil
  }

  /// Whether a power loss may leave halves of messages.
  private func mayTear(_ isPowerLost: Bool) -> Bool {
    isPowerLost && (setting.durability == .processCrash || hasLazyMessages)
  }

  /// What a name may say; `nil` for anything.
  private func attempts(of id: UUID, _ isPowerLost: Bool) -> Set<Int>? {
    guard !isPowerLost, let first = before.messages[id], let second = after.messages[id] else { return nil }
    return hasFailure
      ? Set(min(first.attempts, second.attempts)...max(first.attempts, second.attempts) + 1)
      : [first.attempts, second.attempts]
  }
}

/// What a process found that came after one that died.
package struct CrashFindings: Hashable, Sendable {
  package struct Message: Hashable, Sendable {
    package var id: UUID
    /// `nil` of a dead letter that has none.
    package var text: String?
    package var attempts: Int?
    package var date: Date?
    package var isDeadLetter = false
  }

  /// In the order in which they were delivered, dead letters last.
  package var messages: [Message] = []
  package var quarantined = 0
  package var leftOver: [String] = []
  package var error: String?
}
