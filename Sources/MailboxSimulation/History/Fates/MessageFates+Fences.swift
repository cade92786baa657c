internal import Foundation

/// What consumers could do with their tokens.
extension MessageFates {
  /// CLM-1, LSE-4, ACK-2, REL-3, LSE-3, DLQ-6, REC-2.
  mutating func checkFences() {
    checkTokensAreUnique()
    for (token, uses) in facts.tokens.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
      guard let (message, number) = uses.delivery else {
        checkUnknownToken(token, uses)
        continue
      }
      let fate = facts.fates[message]
      let delivery = fate.deliveries[number]
      // A power loss may bring back what was there, but nobody who held it.
      guard !facts.lostPower(from: delivery.start, to: .max) else { continue }
      checkEndings(of: delivery, uses)
      for use in uses.endings + uses.renewals {
        checkSuccess(use, of: delivery, in: fate, uses)
        checkFailure(use, of: delivery, uses)
      }
    }
  }

  private mutating func checkTokensAreUnique() {
    var first: [UUID: Int?] = [:]
    for delivery in facts.fates.flatMap(\.deliveries) {
      guard let earlier = first.updateValue(delivery.operation, forKey: delivery.claim.token) else { continue }
      report(
        .uniqueTokens, "Two claims have the token \(delivery.claim.token.short)", [earlier, delivery.operation])
    }
  }

  private mutating func checkUnknownToken(_ token: UUID, _ uses: TokenFate) {
    guard !facts.plantedTokens.contains(token) else { return }
    for use in uses.endings + uses.renewals where facts.operations[use].succeeded {
      report(.uniqueTokens, "The token \(token.short) settled something, and no claim had given it", [use])
    }
  }

  /// One acknowledge, release or reject ends a claim; a second one finds nothing.
  private mutating func checkEndings(of delivery: MessageFate.Delivery, _ uses: TokenFate) {
    let ends = uses.endings.filter { facts.operations[$0].succeeded }
    guard ends.count > 1 else { return }
    report(.endedClaimsAreFenced, "The claim \(delivery.claim.token.short) was ended \(ends.count) times", ends)
  }

  /// What succeeded on a claim that had certainly ended before it began.
  private mutating func checkSuccess(
    _ use: Int, of delivery: MessageFate.Delivery, in fate: MessageFate, _ uses: TokenFate
  ) {
    let operation = facts.operations[use]
    guard operation.succeeded else { return }
    let ended = uses.endings.first {
      $0 != use && facts.operations[$0].succeeded && facts.timeline.end($0) < operation.invoked
    }
    if let ended, !operation.call.endsClaim {
      report(
        .endedClaimsAreFenced, "The claim \(delivery.claim.token.short) was extended after it had ended", [ended, use])
    }
    // Two files of one identifier are held by two.
    guard !fate.hasSeveralFiles, !facts.hasLostLock else { return }
    let next = fate.deliveries.first {
      $0.start > delivery.end && $0.end < operation.invoked && $0.claim.token != delivery.claim.token
    }
    if let next {
      report(
        .endedClaimsAreFenced,
        "The claim \(delivery.claim.token.short) was settled or extended after \(fate.id.short) was delivered anew",
        [delivery.operation, next.operation, use])
    }
  }

  /// What failed on a claim that nothing can have ended.
  private mutating func checkFailure(_ use: Int, of delivery: MessageFate.Delivery, _ uses: TokenFate) {
    let operation = facts.operations[use]
    guard operation.outcome?.error == .claimNoLongerExists else { return }
    let mayHaveEnded = uses.endings.contains {
      $0 != use && facts.operations[$0].mayHaveSucceeded && facts.timeline.start($0) <= facts.timeline.end(use)
    }
    let end = facts.timeline.end(use)
    if mayHaveEnded || facts.leaseMayRunOut(delivery, by: end) { return }
    if facts.wasReset(from: delivery.start, to: end) { return }
    report(
      .heldClaimsAreKept, "The claim \(delivery.claim.token.short) was gone, and nothing can have ended it",
      [delivery.operation, use])
  }
}
