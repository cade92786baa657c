internal import Foundation

/// What became of every message that an enqueue returned for (ENQ-1).
extension MessageFates {
  /// How a message can have ended.
  private enum End {
    /// It is there, or ended in a way that concerns it alone.
    case explained
    /// Nothing but an eviction explains it.
    case evicted
    case lost
  }

  /// Needs the final state; without it nothing is known to be lost.
  mutating func checkLoss() {
    guard let present = presentAtTheEnd else { return }
    var evicted: [Int?] = []
    for fate in facts.fates where !present.contains(fate.id) {
      for source in fate.sources where source.isCertain {
        switch end(of: fate, source) {
        case .explained: continue
        case .evicted: evicted.append(source.operation)
        case .lost:
          report(
            .nothingIsLost, "\(fate.id.short) was stored and is gone without a reason",
            [source.operation] + fate.deliveries.map(\.operation))
        }
        break
      }
    }
    let bound = facts.history.participants.filter(\.discardsOldest).map(\.maxMessages).min() ?? .max
    // What is evicted leaves the mailbox full: no more can go than were stored beyond its bound.
    if !evicted.isEmpty, evicted.count > facts.mostStored - bound {
      report(
        .nothingIsLost,
        "\(evicted.count) messages can only have been evicted, but at most \(facts.mostStored - bound) had to go",
        evicted)
    }
  }

  private var presentAtTheEnd: Set<UUID>? {
    switch facts.history.ending {
    case .none: nil
    case .drained(_, _, let claims): Set(claims.map(\.id))
    case .listing(let names): Set((names.pending + names.claimed + names.deadLetters).map(\.id))
    }
  }

  private func end(of fate: MessageFate, _ source: MessageFate.Source) -> End {
    if facts.mayHaveBeenSettled(fate, from: source.start, to: .max, \.isAcknowledge) { return .explained }
    if facts.mayHaveExpired(fate, source, by: .max) || wasTaken(source, of: fate) || mayHaveLeftAsDeadLetter(fate) {
      return .explained
    }
    if isHeld(fate) { return .explained }
    return facts.mayHaveEvicted(from: source.start, to: .max) ? .evicted : .lost
  }

  /// By a removal of the directory, or a power loss below its durability (DUR-1).
  private func wasTaken(_ source: MessageFate.Source, of fate: MessageFate) -> Bool {
    if facts.removals.contains(where: { $0 >= source.start }) { return true }
    // An enqueue that repeats an identifier does not look into the file it meets (ENQ-10), which may be torn.
    let metTornFile = fate.sources.contains { earlier in
      earlier.durability == .processCrash && facts.lostPower(from: earlier.start, to: source.end)
    }
    if metTornFile { return true }
    guard let loss = facts.powerLosses.last(where: { $0 >= source.start }) else { return false }
    // Not even what is safest is safe before its enqueue has returned.
    return source.durability != .powerLoss || source.end >= loss
  }

  private func mayHaveLeftAsDeadLetter(_ fate: MessageFate) -> Bool {
    guard facts.mayBeDeadLetter(fate, by: .max) else { return false }
    // A listing would show a dead letter that nobody has taken out.
    if case .listing = facts.history.ending { return !fate.removals.isEmpty }
    return true
  }

  /// Whether it can still be claimed where only what a drain delivered is known.
  private func isHeld(_ fate: MessageFate) -> Bool {
    guard case .drained(let process, let clock, _) = facts.history.ending else { return false }
    let isInSomebodysHands = fate.deliveries.contains { delivery in
      let endings = facts.tokens[delivery.claim.token]?.endings ?? []
      return !endings.contains { facts.operations[$0].succeeded }
        && !facts.leaseHasRunOut(delivery, at: clock, for: process)
    }
    return isInSomebodysHands || facts.unknownClaims.contains { mayHold($0, at: clock, for: process) }
  }

  /// Whether a killed claim's lease can still hold what it took.
  private func mayHold(_ number: Int, at clock: Double, for process: Int) -> Bool {
    let stamp = facts.timeline.clock(facts.operations[number], number: number)
    let timeout = facts.history.participants[process].claimTimeout
    return !(clock - stamp.upperBound > timeout || stamp.lowerBound - clock > timeout)
  }
}
