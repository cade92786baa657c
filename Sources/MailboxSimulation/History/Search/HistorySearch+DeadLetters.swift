internal import Foundation

/// Dead letters, statistics, and what was there at the end.
extension HistorySearch {
  mutating func restore(
    _ id: UUID, _ reason: String, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    let letters = state.model.deadLetters.filter { $0.message.id == id && $0.reason.rawValue == reason }
    guard let outcome = operation.outcome else {
      return letters.flatMap { partlyRestored($0, operation, item, state) }
    }
    if letters.isEmpty, outcome.error == .deadLetterNoLongerExists {
      // It may have been gone when it was read, or only when the lock was had and the mailbox settled.
      return [state, settled(state, item)]
    }
    if outcome.error == .payloadTooLarge, !problem.knowsSizes { return letters.isEmpty ? [] : [state] }
    var states: [SearchState] = []
    for (letter, state) in letters.flatMap({ whetherTorn($0, state) }) {
      for date in problem.items[item].dates {
        var next = state
        next.model.now = date
        var error: HistoryError?
        do throws(ModelError) {
          try next.model.restore(letter, size: letter.message.size, by: operation.process)
        } catch let thrown {
          error = HistoryError(thrown)
        }
        if error == (outcome.succeeded ? nil : outcome.error) { states.append(next) }
      }
    }
    if states.isEmpty { note(item, .deadLetters, "\(operation) cannot end so", in: state) }
    return states
  }

  /// A restore that was cut off: a crash after the publish leaves both (section 4.5).
  private func partlyRestored(
    _ letter: ModelDeadLetter, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    let participant = problem.history.participants[operation.process].model
    let settled = settled(state, item)
    let message = letter.message
    let submission = ModelSubmission(id: message.id, payload: message.payload, size: message.size)
    guard message.body == .valid, !settled.model.holds(message.id),
      let admission = try? settled.model.admission(of: [submission], participant)
    else { return [settled] }
    var states: [SearchState] = []
    for both in problem.items[item].dates.flatMap({ published(admission, $0, item, settled) }) {
      var one = both
      if let place = one.model.deadLetters.firstIndex(of: letter) { one.model.deadLetters.remove(at: place) }
      states += [one, both]
    }
    return states + [settled]
  }

  mutating func remove(
    _ id: UUID, _ reason: String, _ operation: HistoryOperation, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    let places = state.model.deadLetters.indices.filter {
      state.model.deadLetters[$0].message.id == id && state.model.deadLetters[$0].reason.rawValue == reason
    }
    if operation.outcome?.error == .deadLetterNoLongerExists, places.isEmpty { return [state] }
    guard operation.outcome?.succeeded ?? true, !places.isEmpty else {
      note(item, .deadLetters, "\(operation) cannot end so", in: state)
      return []
    }
    return places.map { place in
      var next = state
      next.model.deadLetters.remove(at: place)
      return next
    }
  }

  /// A list shows every dead letter (DLQ-12), but one that goes while the bodies are read may be missing.
  mutating func list(_ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState] {
    guard case .deadLetters(let seen) = operation.outcome else { return operation.outcome == nil ? [] : [state] }
    if problem.looksAtNoMoment(item) { return [state] }
    let reader = problem.history.participants[operation.process]
    let state = reading(seen, state, reader)
    var missing = state.model.deadLetters.map { HistoryDeadLetter($0, for: reader) }
    for letter in seen {
      // A message that cannot be read just now is listed without it.
      let place = missing.firstIndex {
        $0 == letter || (operation.hasFaults && letter.payload == nil && $0.withoutPayload == letter)
      }
      guard let place else {
        note(
          item, .deadLetters, "the list shows \(letter.id.short) (\(letter.reason)), which is not there so", in: state)
        return []
      }
      missing.remove(at: place)
    }
    if let left = missing.first(where: { !mayGo($0, during: item) }) {
      note(item, .deadLetters, "the list lacks \(left.id.short) (\(left.reason))", in: state)
      return []
    }
    return [state]
  }

  /// What a list tells of dead letters that a power loss may have torn: those without a message were.
  private func reading(
    _ seen: [HistoryDeadLetter], _ state: SearchState, _ reader: HistoryParticipant
  ) -> SearchState {
    guard !state.tearable.isEmpty else { return state }
    var next = state
    for (place, letter) in state.model.deadLetters.enumerated() where state.tearable.contains(letter.message.name) {
      let whole = HistoryDeadLetter(letter, for: reader)
      if seen.contains(whole) {
        // What a reader cannot decode it does not show, torn or not.
        if whole.payload != nil { next.tearable.remove(letter.message.name) }
      } else if seen.contains(whole.withoutPayload) {
        next = Self.torn(place, next)
      }
    }
    return next
  }

  /// A dead letter and the state around it: as it was, and torn if a power loss may have torn it.
  private func whetherTorn(
    _ letter: ModelDeadLetter, _ state: SearchState
  ) -> [(letter: ModelDeadLetter, state: SearchState)] {
    guard state.tearable.contains(letter.message.name), let place = state.model.deadLetters.firstIndex(of: letter)
    else { return [(letter, state)] }
    var whole = state
    whole.tearable.remove(letter.message.name)
    let torn = Self.torn(place, state)
    return [(letter, whole), (torn.model.deadLetters[place], torn)]
  }

  private static func torn(_ place: Int, _ state: SearchState) -> SearchState {
    var next = state
    next.tearable.remove(next.model.deadLetters[place].message.name)
    next.model.deadLetters[place].message.body = .malformed
    return next
  }

  private func mayGo(_ letter: HistoryDeadLetter, during item: Int) -> Bool {
    problem.items.indices.contains { other in
      switch problem.operation(other)?.call {
      case .restore(letter.id, letter.reason), .removeDeadLetter(letter.id, letter.reason):
        problem.items[other].start <= problem.items[item].end && problem.items[item].start <= problem.items[other].end
      default: false
      }
    }
  }

  /// STA-1, at one moment in between (`statistics-race`).
  ///
  /// Bytes are summed up after the listing, so they are compared only where nothing else was going on.
  mutating func count(_ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState] {
    guard case .statistics(let seen) = operation.outcome else { return operation.outcome == nil ? [] : [state] }
    if problem.looksAtNoMoment(item) { return [state] }
    let counted = state.model.statistics()
    let due = HistoryStatistics(
      pending: counted.pending, claimed: counted.claimed, deadLetters: counted.deadLetters,
      quarantined: counted.quarantined, oldestPending: counted.oldestPending, bytes: seen.bytes)
    let isAlone = !problem.items.indices.contains {
      $0 != item && problem.items[$0].start <= problem.items[item].end
        && problem.items[item].start <= problem.items[$0].end
    }
    // A file that a power loss has torn may be of any size.
    let knowsSizes = problem.knowsSizes && problem.powerLosses.isEmpty
    let bytesAgree = seen.bytes.map { !isAlone || !knowsSizes || $0 == counted.bytes } ?? true
    if due == seen, bytesAgree { return [state] }
    note(item, .statistics, "\(HistoryOutcome.statistics(counts: seen)), and due was \(due)", in: state)
    return []
  }
}

extension HistoryDeadLetter {
  fileprivate var withoutPayload: HistoryDeadLetter {
    var letter = self
    letter.payload = nil
    return letter
  }

  /// What a reader is told of a dead letter of the model.
  init(_ letter: ModelDeadLetter, for reader: HistoryParticipant) {
    let message = letter.message
    let decodes =
      message.body == .valid && message.size <= reader.maxPayloadBytes
      && (reader.decodes == .anything || message.payload.hasPrefix("\""))
    self.init(
      id: message.id, reason: letter.reason.rawValue, date: message.date, attempts: message.attempts,
      payload: decodes ? message.payload : nil)
  }
}
