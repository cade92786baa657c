internal import Foundation

/// Claiming.
///
/// SPEC.md promises of a claim that it returns the first in order of what was pending when it began (CLM-2), and that it
/// lets the lock go after at most 64 renames (LCK-4); between two holds anybody may do anything. So a claim is searched
/// in steps: it settles, notes the candidates and renames a first round under one hold; then, each at a moment of its
/// own, it puts away what was no good and renames the next round. A round is as large as the implementation's, 1 for an
/// implementation of which nothing is known.
extension HistorySearch {
  mutating func claim(_ limit: Int?, _ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState]
  {
    if let position = state.walks.firstIndex(where: { $0.item == item }) {
      return advance(position, operation, item, state)
    }
    var next = state
    do throws(ModelError) {
      let walk = try next.model.beginClaim(limit: limit, by: operation.process)
      next.walks.append(SearchState.Walk(item: item, walk: walk))
      next.walks.sort { $0.item < $1.item }
      let position = next.walks.firstIndex { $0.item == item }!
      return round(position, operation, item, next)
    } catch {
      if operation.outcome?.error == HistoryError(error) {
        next.done.insert(item)
        return [next]
      }
      if operation.outcome != nil { note(item, .completeClaims, "the claim was to fail with \(error)", in: state) }
      return []
    }
  }

  private mutating func advance(
    _ position: Int, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    guard !state.walks[position].walk.undeliverable.isEmpty else { return round(position, operation, item, state) }
    var next = state
    next.model.putAway(&next.walks[position].walk, by: operation.process)
    return finished(position, operation, item, next)
  }

  /// One hold of the lock.
  private mutating func round(
    _ position: Int, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    let walk = state.walks[position].walk
    guard let outcome = operation.outcome else { return unknownRound(position, operation, item, state) }
    if outcome.error != nil { return [] }
    // Failing calls may leave files where they are (CLM-8) or end the claim (CLM-9).
    if operation.hasFaults { return faultedRound(position, operation, item, state) }
    let expected = outcome.claims.dropFirst(walk.delivered)
    let isPowerLossAhead = problem.powerLosses.contains { !state.done.contains($0) }
    let size = isPowerLossAhead ? 1 : problem.claimRound(of: operation)
    let tokens = expected.map { problem.tokens[$0.token] ?? -1 }
    var next = state
    let claims = next.model.claimRound(
      &next.walks[position].walk, size: size, by: operation.process, tokens: tokens[...])
    // What a power loss may have torn, and is not delivered where it was due, was torn.
    if let torn = firstTorn(claims, expected, state) {
      return round(position, operation, item, tearing(torn, state))
    }
    for (claim, seen) in zip(claims, expected) where !agrees(claim, seen, item, state) { return [] }
    if claims.count > expected.count {
      if expected.isEmpty, mayEndEarly(item, walk) { return ended(position, item, state) }
      let missing = claims[expected.count].message.id
      note(item, .completeClaims, "the claim left \(missing.short) behind", in: state)
      return []
    }
    for claim in claims { next.stamp(claim.token, problem.items[item].clock) }
    for token in next.walks[position].walk.undeliverable { next.stamp(token, problem.items[item].clock) }
    return finished(position, operation, item, next)
  }

  /// The claim is done, or goes on at another moment.
  private mutating func finished(
    _ position: Int, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    let walk = state.walks[position].walk
    var states: [SearchState] = []
    let due = operation.outcome.map { $0.claims.count } ?? 0
    if !walk.isDone { states.append(state) }
    // The lock may not be had again; what was claimed is returned then (CLM-11).
    let mayEnd = walk.isDone || (mayEndEarly(item, walk) && walk.undeliverable.isEmpty)
    guard mayEnd else { return states }
    if operation.outcome == nil || walk.delivered == due {
      states += ended(position, item, state)
    } else if walk.isDone {
      noteSurplus(operation, item, walk.delivered, state)
    }
    return states
  }

  private func ended(_ position: Int, _ item: Int, _ state: SearchState) -> [SearchState] {
    var next = state
    next.walks.remove(at: position)
    next.done.insert(item)
    return [next]
  }

  private func mayEndEarly(_ item: Int, _ walk: ModelClaimWalk) -> Bool {
    walk.delivered > 0 && problem.items[item].mayHaveMissedTheLock
  }

  /// A round of a killed claim: every rename may have been its last.
  private func unknownRound(
    _ position: Int, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    var next = state
    var states: [SearchState] = []
    // Of what is not durable a power loss may take any last part: each rename is then a step of its own.
    let isPowerLossAhead = problem.powerLosses.contains { !state.done.contains($0) }
    for _ in 0..<(isPowerLossAhead ? 1 : problem.claimRound(of: operation)) {
      let before = next
      let claims = next.model.claimRound(&next.walks[position].walk, size: 1, by: operation.process)
      for claim in claims { next.stamp(claim.token, problem.items[item].clock) }
      for token in next.walks[position].walk.undeliverable { next.stamp(token, problem.items[item].clock) }
      if let claim = claims.first, before.tearable.contains(claim.message.name(before: claim)) {
        states += unknownRound(position, operation, item, tearing(claim, before))
      }
      states += ended(position, item, next)
      guard next.walks[position].walk.undeliverable.isEmpty, next.walks[position].walk.mayGoOn else { break }
    }
    if !next.walks[position].walk.isDone { states.append(next) }
    // The whole effect first: it is the most likely one.
    return states.reversed()
  }

  /// A claim with failing calls returns some of the candidates, in order.
  private mutating func faultedRound(
    _ position: Int, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    var next = state
    let expected = (operation.outcome?.claims ?? []).dropFirst(state.walks[position].walk.delivered)
    guard let seen = expected.first else { return ended(position, item, state) }
    let candidates = next.walks[position].walk.candidates
    guard let place = candidates.firstIndex(where: { $0.id == seen.id }) else {
      noteSurplus(operation, item, state.walks[position].walk.delivered, state)
      return []
    }
    next.walks[position].walk.candidates.removeFirst(place)
    let tokens = [problem.tokens[seen.token] ?? -1]
    let claims = next.model.claimRound(&next.walks[position].walk, size: 1, by: operation.process, tokens: tokens[...])
    guard let claim = claims.first, agrees(claim, seen, item, state) else { return [] }
    next.stamp(claim.token, problem.items[item].clock)
    return expected.count == 1 ? ended(position, item, next) : [next]
  }
}
