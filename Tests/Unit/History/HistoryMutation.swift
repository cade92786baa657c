import Foundation
import MailboxSimulation

/// A change after which a sequential history of the model is certainly wrong: there is one order, and the model gives one
/// outcome in it.
enum HistoryMutation: String, CaseIterable {
  case dropDelivery, repeatDelivery, repeatDeliveryAnew, swapDeliveries, swapIdentifiers
  case changePayload, changeDate, raiseAttempts, changeToken, inventIdentifier, lowerLimit, deliverEarly
  case succeedAfterTheEnd, failWhileHeld, settleTwice
  case admitWhenFull, refuseWhenNotFull, forgetEnqueue
  case countMorePending, countFewerClaimed, hideDeadLetter, inventDeadLetter, refuseRestore, refuseRemoval
  case loseAtTheEnd, inventAtTheEnd, returnAtTheEnd, quarantineAtTheEnd

  /// Whether the fast judge sees it too, wherever it is.
  var isSeenFast: Bool {
    switch self {
    case .repeatDelivery, .repeatDeliveryAnew, .changePayload, .changeDate, .changeToken, .inventIdentifier,
      .deliverEarly, .settleTwice, .forgetEnqueue, .quarantineAtTheEnd, .inventAtTheEnd:
      true
    default: false
    }
  }

  /// Changes a history, where it has anything to change.
  ///
  /// - Returns: The position of what was changed; `nil` if nothing was.
  func apply(to history: inout MailboxHistory, _ tape: ChoiceTape) -> Int? {
    guard let target = pick(history, tape) else { return nil }
    if target < history.operations.count {
      change(&history, target)
    } else {
      guard case .listing(var names) = history.ending, change(&names) else { return nil }
      history.ending = .listing(names: names)
    }
    return target
  }

  private func pick(_ history: MailboxHistory, _ tape: ChoiceTape) -> Int? {
    if rawValue.hasSuffix("AtTheEnd") { return history.operations.count }
    let targets = history.operations.indices.filter { fits(history.operations[$0], history, $0) }
    return targets.isEmpty ? nil : tape.pick(from: targets)
  }

  private func fits(_ operation: HistoryOperation, _ history: MailboxHistory, _ number: Int) -> Bool {
    let claims = operation.outcome?.claims ?? []
    switch self {
    case .dropDelivery, .repeatDelivery, .repeatDeliveryAnew, .changePayload, .changeDate, .raiseAttempts,
      .inventIdentifier, .lowerLimit:
      return !claims.isEmpty
    case .swapDeliveries, .swapIdentifiers: return claims.count > 1
    case .changeToken:
      guard let token = claims.first?.token else { return false }
      return history.operations.contains { $0.call.settles(token) && $0.outcome?.succeeded ?? false }
    case .deliverEarly: return Self.source(of: operation, in: history) != nil
    case .succeedAfterTheEnd: return operation.outcome?.error == .claimNoLongerExists
    case .failWhileHeld: return operation.outcome == .done && operation.call.isAboutClaim
    case .settleTwice: return operation.outcome == .done && operation.call.endsClaimForGood
    case .admitWhenFull: return operation.outcome?.error == .mailboxFull
    case .refuseWhenNotFull, .forgetEnqueue:
      guard case .enqueue(let message, _) = operation.call, case .identifiers = operation.outcome else { return false }
      return self == .refuseWhenNotFull || Self.isDelivered(message, after: number, in: history)
    case .countMorePending: return operation.call == .statistics
    case .countFewerClaimed:
      guard case .statistics(let counts) = operation.outcome else { return false }
      return counts.claimed > 0
    case .hideDeadLetter, .inventDeadLetter:
      guard case .deadLetters(let letters) = operation.outcome else { return false }
      return self == .inventDeadLetter || !letters.isEmpty
    case .refuseRestore:
      guard case .restore = operation.call else { return false }
      return operation.outcome == .done
    case .refuseRemoval:
      guard case .removeDeadLetter = operation.call else { return false }
      return operation.outcome == .done
    case .loseAtTheEnd, .inventAtTheEnd, .returnAtTheEnd, .quarantineAtTheEnd: return false
    }
  }

  /// The enqueue of the first message that a claim delivered, known by its payload.
  private static func source(of operation: HistoryOperation, in history: MailboxHistory) -> Int? {
    guard let payload = operation.outcome?.claims.first?.payload, payload.contains(".") else { return nil }
    return history.operations.firstIndex { $0.call.payloads.contains(payload) && $0.invoked < operation.invoked }
  }

  private static func isDelivered(_ message: HistoryMessage, after number: Int, in history: MailboxHistory) -> Bool {
    message.payload.contains(".")
      && history.operations[number...].contains { operation in
        operation.outcome?.claims.contains { $0.payload == message.payload } ?? false
      }
  }

  private func change(_ history: inout MailboxHistory, _ target: Int) {
    var operation = history.operations[target]
    defer { if target < history.operations.count, self != .forgetEnqueue { history.operations[target] = operation } }
    var claims = operation.outcome?.claims ?? []
    switch self {
    case .dropDelivery: claims.removeLast()
    case .repeatDelivery: claims.append(claims[0])
    case .repeatDeliveryAnew:
      claims.append(claims[0])
      claims[claims.count - 1].token = HistoryExample.token(9_999)
    case .swapDeliveries: claims.swapAt(0, 1)
    case .swapIdentifiers: (claims[0].id, claims[1].id) = (claims[1].id, claims[0].id)
    case .changePayload: claims[0].payload += " "
    // Further than any clock or enqueue goes.
    case .changeDate: claims[0].date += 1_000_000
    case .raiseAttempts: claims[0].attempts += 1
    case .changeToken: claims[0].token = HistoryExample.token(9_999)
    case .inventIdentifier: claims[0].id = HistoryExample.id(9_999)
    case .lowerLimit: operation.call = .claim(limit: claims.count - 1)
    case .deliverEarly:
      guard let source = Self.source(of: operation, in: history) else { return }
      operation.invoked = history.operations[source].invoked - 30
      operation.returned = operation.invoked + 5
      operation.clockInvoked = history.operations[source].clockInvoked
      operation.clockReturned = operation.clockInvoked
    case .succeedAfterTheEnd: operation.outcome = .done
    case .failWhileHeld: operation.outcome = .failed(error: .claimNoLongerExists)
    case .settleTwice:
      var second = operation
      second.invoked += 30
      second.returned = second.invoked + 5
      history.operations.append(second)
    case .admitWhenFull: operation.outcome = .identifiers(ids: operation.call.ids)
    case .refuseWhenNotFull: operation.outcome = .failed(error: .mailboxFull)
    case .forgetEnqueue: history.operations.remove(at: target)
    case .countMorePending, .countFewerClaimed, .hideDeadLetter, .inventDeadLetter: recount(&operation)
    case .refuseRestore: operation.outcome = .failed(error: .duplicateMessage)
    case .refuseRemoval: operation.outcome = .failed(error: .deadLetterNoLongerExists)
    case .loseAtTheEnd, .inventAtTheEnd, .returnAtTheEnd, .quarantineAtTheEnd: break
    }
    if case .claims = operation.outcome { operation.outcome = .claims(claims: claims) }
  }

  private func recount(_ operation: inout HistoryOperation) {
    switch operation.outcome {
    case .statistics(var counts):
      if self == .countMorePending { counts.pending += 1 } else { counts.claimed -= 1 }
      operation.outcome = .statistics(counts: counts)
    case .deadLetters(let letters):
      let invented = HistoryDeadLetter(
        id: HistoryExample.id(9_999), reason: "rejected", date: 0, attempts: 0, payload: nil)
      operation.outcome = .deadLetters(
        letters: self == .hideDeadLetter ? Array(letters.dropFirst()) : letters + [invented])
    default: break
    }
  }

  private func change(_ names: inout HistoryListing) -> Bool {
    switch self {
    case .loseAtTheEnd:
      if !names.pending.isEmpty {
        names.pending.removeFirst()
      } else if !names.claimed.isEmpty {
        names.claimed.removeFirst()
      } else if !names.deadLetters.isEmpty {
        names.deadLetters.removeFirst()
      } else {
        return false
      }
    case .inventAtTheEnd: names.pending.append(HistoryListing.Name(id: HistoryExample.id(9_999), date: 0))
    case .returnAtTheEnd:
      guard let claim = names.claimed.popLast() else { return false }
      names.pending.append(HistoryListing.Name(id: claim.id, date: claim.date, attempts: claim.attempts))
    default: names.quarantined += 1
    }
    return true
  }
}
