internal import Foundation

/// What may come of one step of one item.
struct SearchSuccessors {
  var states: [SearchState] = []
  /// Whether the item belongs here if it fits here: it changes nothing, and would change nothing anywhere else.
  var isFinal = false
}

extension HistorySearch {
  /// The states after an item's next step, as far as they agree with what was observed.
  ///
  /// - Parameters:
  ///   - state: The state before it.
  ///   - item: What takes a step.
  ///   - decisions: What it finds to be abandoned and expired, if it settles.
  mutating func successors(of state: SearchState, _ item: Int, _ decisions: SearchDecisions) -> SearchSuccessors {
    var result = SearchSuccessors()
    let original = state
    var state = state
    state.model.upkeep = decisions.upkeep
    switch problem.items[item].content {
    case .event(let kind): result.states = happened(kind, state)
    case .operation(let number):
      let operation = problem.history.operations[number]
      result.states = decisions.isCutShort ? [settled(state, item)] : step(operation, item, state)
      let isObservation = operation.call.isReading || (operation.call.token != nil && operation.outcome?.error != nil)
      result.isFinal = isObservation && operation.outcome != nil
    }
    let isClaim = if case .claim = problem.operation(item)?.call { true } else { false }
    for position in result.states.indices {
      if !isClaim || decisions.isCutShort { result.states[position].done.insert(item) }
      result.states[position].tidy()
      keepCheckpoint(&result.states[position], before: original, item)
    }
    return result
  }

  private mutating func step(_ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState] {
    // Whatever failed for a reason from outside changed nothing, other than by settling (ERR-3). For `busy` not even
    // that (LCK-2); it is allowed, for an operation may take the lock more than once.
    if let error = operation.outcome?.error, error.isFromOutside {
      var states = operation.call.settles ? [state, settled(state, item)] : [state]
      // What was published is removed again, unless that fails too (ENQ-14).
      if operation.hasFaults, !operation.call.messages.isEmpty { states += partlyEnqueued(operation, item, state) }
      return finishing(item, states)
    }
    switch operation.call {
    case .enqueue, .batch: return enqueue(operation, item, state)
    case .claim(let limit): return claim(limit, operation, item, state)
    case .acknowledge, .release, .extend, .reject: return settle(operation, item, state)
    case .restore(let id, let reason): return restore(id, reason, operation, item, state)
    case .removeDeadLetter(let id, let reason): return remove(id, reason, operation, item, state)
    case .maintain: return [settled(state, item)]
    case .deadLetters: return list(operation, item, state)
    case .statistics: return count(operation, item, state)
    }
  }

  private func finishing(_ item: Int, _ states: [SearchState]) -> [SearchState] {
    guard case .claim = problem.operation(item)?.call else { return states }
    return states.map { state in
      var state = state
      state.done.insert(item)
      return state
    }
  }

  private func happened(_ kind: HistoryEvent.Kind, _ state: SearchState) -> [SearchState] {
    var state = state
    switch kind {
    case .planted(let file): state.plant(file, problem.tokens)
    case .directoryRemoved:
      state.model.removeEverything()
      state.leases = []
    case .powerLost: return powerLost(state)
    case .clockMoved, .killed, .stopped, .resumed, .lockFileRemoved: break
    }
    return [state]
  }

  /// The state that settling leaves.
  func settled(_ state: SearchState, _ item: Int) -> SearchState {
    guard let process = problem.operation(item)?.process else { return state }
    var next = state
    next.model.performMaintenance(by: process)
    return next
  }

  // MARK: Claims in hand

  /// Acknowledge, release, extend and reject.
  ///
  /// Each is one system call, with the lock or without it, so each happens at one moment (section 4.3).
  private mutating func settle(_ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState] {
    guard let uuid = operation.call.token, let token = problem.tokens[uuid] else { return [] }
    var next = state
    var error: ModelError?
    do throws(ModelError) {
      switch operation.call {
      case .acknowledge: try next.model.acknowledge(token: token)
      case .release: try next.model.release(token: token, by: operation.process)
      case .extend:
        try next.model.extend(token: token)
        let isSlippery = problem.items[item].mayHaveMissedTheLock
        next.stamp(token, problem.items[item].clock, replacing: isSlippery ? item : nil)
      default: try next.model.reject(token: token, by: operation.process)
      }
    } catch let thrown {
      error = thrown
    }
    guard let outcome = operation.outcome else { return error == nil ? [next] : [] }
    if outcome.error == error.map({ HistoryError($0) }) { return [error == nil ? next : state] }
    switch (error, outcome.error) {
    case (nil, .claimNoLongerExists):
      note(item, .heldClaimsAreKept, "the claim \(uuid.short) is still held, and was said to be gone", in: state)
    case (.claimNoLongerExists, nil):
      note(item, .endedClaimsAreFenced, "the claim \(uuid.short) has ended, and was settled or extended", in: state)
    default: note(item, .deadLetters, "\(outcome) where \(error.map { "\($0)" } ?? "done") was due", in: state)
    }
    return []
  }
}
