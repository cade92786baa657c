internal import Foundation

/// Whether what the model does is what was seen, and what is broken if not.
extension HistorySearch {
  mutating func agrees(_ claim: ModelClaim, _ seen: HistoryClaim, _ item: Int, _ state: SearchState) -> Bool {
    let message = claim.message
    if message.id != seen.id {
      noteOther(seen, due: message, item, state)
    } else if message.payload != seen.payload || message.date != seen.date {
      note(item, .deliveredAsEnqueued, "\(seen.id.short) was not delivered as it was enqueued", in: state)
    } else if claim.attemptsBefore != seen.attempts {
      note(
        item, .attemptsAreCounted, "\(seen.id.short) has \(claim.attemptsBefore) attempts, told were \(seen.attempts)",
        in: state)
    } else if state.model.claimed.contains(where: { $0.token == claim.token }) {
      note(item, .uniqueTokens, "the token \(seen.token.short) is in use", in: state)
    } else {
      return true
    }
    return false
  }

  private mutating func noteOther(_ seen: HistoryClaim, due: ModelMessage, _ item: Int, _ state: SearchState) {
    if state.model.pending.contains(where: { $0.id == seen.id }) {
      note(item, .order, "\(seen.id.short) was claimed where \(due.id.short) was due", in: state)
    } else {
      note(item, promise(ofMissing: seen.id, state), "\(seen.id.short) was claimed and did not wait", in: state)
    }
  }

  /// A claim gave more than there was.
  mutating func noteSurplus(_ operation: HistoryOperation, _ item: Int, _ delivered: Int, _ state: SearchState) {
    guard let surplus = (operation.outcome?.claims ?? []).dropFirst(delivered).first else { return }
    let isPending = state.model.pending.contains { $0.id == surplus.id }
    note(
      item, isPending ? .order : promise(ofMissing: surplus.id, state),
      "\(surplus.id.short) was claimed and was not due", in: state)
  }

  private func promise(ofMissing id: UUID, _ state: SearchState) -> HistoryPromise {
    if state.model.claimed.contains(where: { $0.message.id == id }) { return .oneHolder }
    if state.model.deadLetters.contains(where: { $0.message.id == id }) { return .deadLetters }
    let wasStored = problem.items.indices.contains { item in
      guard state.done.contains(item), let operation = problem.operation(item), operation.succeeded else {
        return false
      }
      return operation.call.messages.contains { $0.id == id }
    }
    return wasStored ? .acknowledgedStaysGone : .nothingIsInvented
  }

  // MARK: Torn messages

  /// The first delivery that was due and not seen, of a message that may be torn.
  func firstTorn(
    _ claims: [ModelClaim], _ expected: ArraySlice<HistoryClaim>, _ state: SearchState
  ) -> ModelClaim? {
    guard !state.tearable.isEmpty else { return nil }
    for (number, claim) in claims.enumerated() {
      let seen = expected.dropFirst(number).first
      if seen?.id == claim.message.id { continue }
      return state.tearable.contains(claim.message.name(before: claim)) ? claim : nil
    }
    return nil
  }

  func tearing(_ claim: ModelClaim, _ state: SearchState) -> SearchState {
    var next = state
    let name = claim.message.name(before: claim)
    if let position = next.model.pending.firstIndex(where: { $0.name == name }) {
      next.model.pending[position].body = .malformed
    }
    next.tearable.remove(name)
    return next
  }

  /// Power is lost: every state since the last synchronisation may be what is left (DESIGN: entries of one directory
  /// persist in order), nobody holds anything any more, and stamps may be older than they were.
  func powerLost(_ state: SearchState) -> [SearchState] {
    let now = SearchState.Checkpoint(model: state.model, leases: state.leases)
    return (state.checkpoints + [now]).reversed().map { checkpoint in
      var next = state
      next.model = checkpoint.model
      next.leases = checkpoint.leases.map { lease in
        SearchState.Lease(token: lease.token, low: -.infinity, high: lease.high)
      }
      next.walks = []
      next.checkpoints = []
      next.tearable = Set(next.model.messages.filter { problem.tearable.contains($0.id) }.map(\.name))
      return next
    }
  }

  /// Keeps what a coming power loss may leave.
  mutating func keepCheckpoint(_ next: inout SearchState, before state: SearchState, _ item: Int) {
    guard problem.powerLosses.contains(where: { !next.done.contains($0) }),
      let operation = problem.operation(item)
    else { return }
    let after = SearchState.Checkpoint(model: next.model, leases: next.leases)
    let durability = problem.history.participants[operation.process].durability
    if operation.call.stores, operation.outcome?.error == nil, operation.outcome != nil, durability == .powerLoss {
      next.checkpoints = [after]
      return
    }
    if next.checkpoints.isEmpty {
      next.checkpoints = [SearchState.Checkpoint(model: state.model, leases: state.leases)]
    }
    for var partial in partialStates(operation, item, state) {
      partial.tidy()
      let checkpoint = SearchState.Checkpoint(model: partial.model, leases: partial.leases)
      if next.checkpoints.last != checkpoint { next.checkpoints.append(checkpoint) }
    }
    if next.checkpoints.last != after { next.checkpoints.append(after) }
  }
}

extension HistorySearch {
  /// What there is between the calls of one step: a power loss may keep the first of them only.
  private mutating func partialStates(
    _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    guard operation.call.settles else { return [] }
    var states: [SearchState] = []
    // Settling makes its changes in an order that nobody promises.
    let upkeep = upkeep(state, item)
    for decisions in upkeep.everyPart {
      var part = state
      part.model.upkeep = decisions.upkeep
      part = settled(part, item)
      if part.model != state.model { states.append(part) }
      if !operation.call.messages.isEmpty, operation.outcome != nil {
        var start = state
        start.model.upkeep = decisions.upkeep
        states += partlyEnqueued(operation, item, start)
      }
    }
    return states
  }
}

extension ModelMessage {
  /// The name under which a claimed message was pending.
  func name(before claim: ModelClaim) -> ModelName {
    ModelName(ordinal: ordinal, id: id, date: date, attempts: claim.attemptsBefore)
  }
}
