internal import Foundation

/// Who had a message, and how often.
extension MessageFates {
  /// How many later deliveries each is compared with; a message that is delivered more often is not worth quadratic time.
  private static let window = 8

  /// CLM-16, REC-2: a message that one consumer holds, no other gets.
  mutating func checkHolders(of fate: MessageFate) {
    // A planted file beside another of its identifier is a second one; so are two enqueued ones where the lock did not exclude.
    guard !fate.hasSeveralFiles, !(facts.hasLostLock && fate.sources.count > 1)
    else { return }
    let deliveries = fate.deliveries.sorted { $0.end < $1.end }
    for (number, one) in deliveries.enumerated() {
      for other in deliveries[(number + 1)...].prefix(Self.window) where one.claim.token != other.claim.token {
        // Either may have been first; only if neither can have made room for the other did both have it.
        if mayPrecede(one, other) || mayPrecede(other, one) { continue }
        report(
          .oneHolder, "\(fate.id.short) was delivered again while its first consumer held it",
          [one.operation, other.operation])
      }
    }
  }

  private func mayPrecede(_ first: MessageFate.Delivery, _ second: MessageFate.Delivery) -> Bool {
    // What returned before the other was invoked did not come after it.
    first.start <= second.end && facts.mayHaveEnded(first, before: second.end)
  }

  /// ACK-1: an acknowledged message is not delivered again, unless it was stored again or power was lost.
  mutating func checkReturn(of fate: MessageFate) {
    guard fate.deliveries.count > 1, !fate.hasSeveralFiles, !facts.hasLostLock else { return }
    let ends = acknowledgements(of: fate)
    guard !ends.isEmpty else { return }
    for delivery in fate.deliveries.sorted(by: { $0.end < $1.end }).dropFirst() {
      for end in ends where facts.timeline.end(end) < delivery.start {
        let began = facts.timeline.start(end)
        let mayBeStoredAgain = fate.sources.contains { $0.end >= began && $0.start <= delivery.end }
        if mayBeStoredAgain || facts.lostPower(from: began, to: delivery.end) { continue }
        report(
          .acknowledgedStaysGone, "\(fate.id.short) was delivered again after it was acknowledged",
          [end, delivery.operation])
        break
      }
    }
  }

  private func acknowledgements(of fate: MessageFate) -> [Int] {
    fate.deliveries.flatMap { delivery in
      (facts.tokens[delivery.claim.token]?.endings ?? []).filter {
        facts.operations[$0].call.isAcknowledge && facts.operations[$0].succeeded
      }
    }
  }

  /// CLM-5, REL-2, REC-5: as far as unknown outcomes leave it certain.
  mutating func checkAttempts(of fate: MessageFate) {
    for delivery in fate.deliveries {
      let most = mostAttempts(before: delivery, in: fate)
      let fewest = fewestAttempts(before: delivery, in: fate)
      if delivery.claim.attempts > most {
        report(
          .attemptsAreCounted,
          "\(fate.id.short) was delivered with \(delivery.claim.attempts) attempts, and at most \(most) were made",
          fate.deliveries.map(\.operation))
      } else if delivery.claim.attempts < fewest {
        report(
          .attemptsAreCounted,
          "\(fate.id.short) was delivered with \(delivery.claim.attempts) attempts, and at least \(fewest) were made",
          fate.deliveries.map(\.operation))
      }
    }
  }

  private func mostAttempts(before delivery: MessageFate.Delivery, in fate: MessageFate) -> Int {
    let others = fate.deliveries.count { other in
      guard other.claim.token != delivery.claim.token, other.start <= delivery.end else { return false }
      if facts.lostPower(from: other.start, to: delivery.end) { return true }
      return facts.leaseMayRunOut(other, by: delivery.end) && !wasSettled(other)
    }
    let unknown = facts.unknownClaims.count { facts.timeline.start($0) <= delivery.end }
    return (fate.sources.map(\.attempts).max() ?? 0) + others + unknown
  }

  private func fewestAttempts(before delivery: MessageFate.Delivery, in fate: MessageFate) -> Int {
    // A message that was stored anew, or reset by a power loss, begins at zero.
    guard fate.sources.count == 1, let source = fate.sources.first,
      !facts.lostPower(from: source.start, to: delivery.end)
    else { return 0 }
    let given = fate.deliveries.count { other in
      other.end < delivery.start && !mayHaveBeenSettled(other, before: delivery.end)
    }
    return min(source.attempts + given, 9_999)
  }

  private func wasSettled(_ delivery: MessageFate.Delivery) -> Bool {
    (facts.tokens[delivery.claim.token]?.endings ?? []).contains { facts.operations[$0].succeeded }
  }

  private func mayHaveBeenSettled(_ delivery: MessageFate.Delivery, before moment: UInt64) -> Bool {
    (facts.tokens[delivery.claim.token]?.endings ?? []).contains {
      facts.operations[$0].mayHaveSucceeded && facts.operations[$0].invoked <= moment
    }
  }
}
