internal import AppGroupMailbox
internal import Foundation

/// What an operation has said, and whether it is so.
extension CrashFacts {
  /// What an operation on a sound disk said and left.
  ///
  /// - Parameter held: The tokens of the claims that its process holds.
  /// - Returns: Which promise of SPEC.md is broken; `nil` if none is.
  func complaint(about outcome: CrashMailbox.Outcome, of operation: CrashOperation, held: Set<UUID>) -> String? {
    if let error = outcome.error {
      switch error {
      case .mailboxFull where before.depth + operation.newMessages > CrashMailbox.maxMessages: break
      case .duplicateMessage where operation == .restore: break
      default: return "it says \(error), and no call failed (ERR-1)"
      }
      let gone = before.identifiers.subtracting(after.identifiers).subtracting(before.expired(at: now))
      return gone.isEmpty ? nil : "it failed, and \(gone.count) messages are gone (ERR-3)"
    }
    let missing = Set(outcome.enqueued).subtracting(after.liveIdentifiers)
    if !missing.isEmpty { return "it succeeded, and \(missing.count) messages are not there (ENQ-1, OVF-4)" }
    let isNew = !after.identifiers.subtracting(before.identifiers).isEmpty
    if isNew, setting.discardsOldest, after.depth > CrashMailbox.maxMessages {
      return "\(after.depth) messages are there, and \(CrashMailbox.maxMessages) may be (OVF-5)"
    }
    return forgotten(held: held, in: after)
  }

  /// Claims of this operation that its process does not know of.
  func forgotten(held: Set<UUID>, in left: CrashContents) -> String? {
    let forgotten = left.tokens.subtracting(before.tokens).subtracting(held)
    return forgotten.isEmpty ? nil : "\(forgotten.count) messages are claimed by nobody (CLM-11, CLM-13)"
  }

  // MARK: With a failing call

  /// What an operation said and left for which a call failed.
  ///
  /// - Parameters:
  ///   - left: What is there after it.
  ///   - claimed: How many claims it returned, and how many it returns if nothing fails.
  func complaint(
    about outcome: CrashMailbox.Outcome, of operation: CrashOperation, _ failed: FailedCall, _ left: CrashContents,
    held: Set<UUID>, claimed: (now: Int, soundly: Int)
  ) -> String? {
    if outcome.error == nil, operation.isDoneOrFailed {
      let changed = left.messages.filter { after.messages[$0.key]?.place != $0.value.place }.keys
      if !changed.isEmpty || left.messages.count != after.messages.count {
        return "it succeeded, and did nothing (ACK-1, ERR-1)"
      }
    }
    if let text = attemptsOfWaiting(in: left, after: operation) { return text }
    // What cannot be renamed or listed cannot be put away either.
    let mayStay = failed.isForGood || [.rename, .list].contains(failed.call?.primitive)
    if !mayStay, let text = forgotten(held: held, in: left) { return text }
    if !failed.isForGood, failed.concernsOneMessage, claimed.now < claimed.soundly - 1 {
      return "one file fails, and \(claimed.now) of \(claimed.soundly) messages are returned (CLM-8)"
    }
    if !failed.isForGood, failed.call?.primitive != .remove {
      let new = Set(left.leftOver).subtracting(before.leftOver)
      if !new.isEmpty { return "a temporary is left behind (ENQ-19)" }
    }
    return nil
  }

  /// What waits after a failure waits as it did before, or as it would have without.
  private func attemptsOfWaiting(in left: CrashContents, after operation: CrashOperation) -> String? {
    for id in left.sortedIdentifiers {
      guard let found = left.messages[id], found.place == .pending else { continue }
      var allowed: Set<Int> = []
      if let message = before.messages[id], operation != .release { allowed.insert(message.attempts) }
      if let message = after.messages[id], message.place == .pending { allowed.insert(message.attempts) }
      if operation == .release, let message = before.messages[id], message.place == .pending {
        allowed.insert(message.attempts)
      }
      if !allowed.isEmpty, !allowed.contains(found.attempts) {
        return "\(CrashMailbox.text(id)) waits with \(found.attempts) attempts, not \(allowed) (CLM-13, REL-2)"
      }
    }
    return nil
  }
}

/// A call that was made to fail.
struct FailedCall {
  var call: FileSystemCall?
  var code: Int32
  /// Whether every later call of its kind failed, too.
  var isForGood: Bool

  /// Whether the failure can concern one message alone (CLM-8, CLM-9).
  var concernsOneMessage: Bool {
    guard let call else { return false }
    return call.concernsMessage && call.primitive != .rename && Self.ofOneFile.contains(code)
  }

  var isOfSynchronisation: Bool { [.synchronizeFile, .synchronizeDirectory].contains(call?.primitive) }

  private static let ofOneFile = [ErrorNumber.inputOutput, ErrorNumber.accessDenied, ErrorNumber.notPermitted]
}

extension CrashOperation {
  /// How many messages it may add.
  var newMessages: Int {
    switch self {
    case .enqueue, .enqueueRepeated, .enqueueImported, .enqueueLazily, .restore: 1
    case .enqueueBatch, .enqueueLongBatch: 3
    case .claimOne, .claimAll, .acknowledge, .release, .extend, .reject, .removeLetter, .maintain: 0
    }
  }

  /// Whether it has done everything it does when it succeeds.
  fileprivate var isDoneOrFailed: Bool {
    [.acknowledge, .release, .reject, .removeLetter].contains(self)
  }
}
