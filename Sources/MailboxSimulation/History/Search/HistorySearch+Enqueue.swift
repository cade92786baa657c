internal import Foundation

/// Storing messages.
extension HistorySearch {
  /// A returned enqueue or batch happened at one moment, under the lock; so did one that failed.
  mutating func enqueue(_ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState] {
    guard let outcome = operation.outcome else { return partlyEnqueued(operation, item, state) }
    let messages = operation.call.messages
    if outcome.error == .payloadTooLarge, messages.contains(where: { $0.size == nil }) { return [state] }
    if case .identifiers(let ids) = outcome, ids != messages.map(\.id) {
      note(item, .repeatedIdentifiers, "the identifiers returned are not those given", in: state)
      return []
    }
    var states: [SearchState] = []
    let dates = problem.items[item].dates
    for date in outcome.succeeded ? dates : Array(dates.prefix(1)) {
      var next = state
      let error = perform(operation, date, item, &next.model)
      if error == (outcome.succeeded ? nil : outcome.error) {
        states.append(next)
        if operation.hasFaults, outcome.succeeded { states += withoutSomeEvictions(operation, date, item, state) }
      } else {
        noteEnqueue(item, error, outcome.error, state)
      }
    }
    return states
  }

  /// What failing removals leave (OVF-6): any of the evicted may still be there, and nothing goes in its place.
  private func withoutSomeEvictions(
    _ operation: HistoryOperation, _ date: Double, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    let participant = problem.history.participants[operation.process].model
    let settled = settled(state, item)
    guard let admission = try? settled.model.admission(of: submissions(of: operation), participant),
      !admission.evicted.isEmpty, admission.evicted.count <= 4
    else { return [] }
    var full = settled
    full.model.now = date
    full.model.publish(admission.fresh, date: date)
    return (0..<(1 << admission.evicted.count) - 1).map { chosen in
      var next = full
      for (number, old) in admission.evicted.enumerated() where chosen >> number & 1 == 1 { next.model.evict(old) }
      return next
    }
  }

  private func perform(
    _ operation: HistoryOperation, _ date: Double, _ item: Int, _ model: inout MailboxModel
  ) -> HistoryError? {
    do throws(ModelError) {
      let submissions = submissions(of: operation)
      if case .enqueue(_, .some(let date)) = operation.call {
        model.now = problem.items[item].clock.lowerBound
        _ = try model.enqueue(submissions[0], enqueuedAt: date, by: operation.process)
      } else if case .enqueue = operation.call {
        model.now = date
        _ = try model.enqueue(submissions[0], by: operation.process)
      } else {
        model.now = date
        _ = try model.enqueue(contentsOf: submissions, by: operation.process)
      }
      return nil
    } catch {
      return HistoryError(error)
    }
  }

  private func submissions(of operation: HistoryOperation) -> [ModelSubmission] {
    operation.call.messages.map { message in
      // Every message has an identifier here.
      ModelSubmission(id: message.id ?? UUID(high: 0, low: 0), payload: message.payload, size: message.size ?? 0)
    }
  }

  private mutating func noteEnqueue(
    _ item: Int, _ expected: HistoryError?, _ seen: HistoryError?, _ state: SearchState
  ) {
    let isAboutRoom = expected == .mailboxFull || seen == .mailboxFull
    note(
      item, isAboutRoom ? .bounds : .repeatedIdentifiers,
      "the enqueue ended in \(seen?.rawValue ?? "success"), and \(expected?.rawValue ?? "success") was due", in: state)
  }

  /// An enqueue that was cut off: it may have settled, published some of its messages, and evicted some of the old ones
  /// (section 4.1: what there is after any line).
  func partlyEnqueued(_ operation: HistoryOperation, _ item: Int, _ state: SearchState) -> [SearchState] {
    let participant = problem.history.participants[operation.process].model
    let submissions = submissions(of: operation)
    guard submissions.count <= participant.maxMessages,
      submissions.allSatisfy({ $0.size <= participant.payloadBound }),
      problem.items[item].dates.allSatisfy(\.isFinite)
    else { return [] }
    let settled = settled(state, item)
    guard let admission = try? settled.model.admission(of: submissions, participant) else { return [settled] }
    return problem.items[item].dates.flatMap { published(admission, $0, item, settled) } + [settled]
  }

  /// Each state between the first link and the last removal.
  func published(
    _ admission: MailboxModel.Admission, _ date: Double, _ item: Int, _ state: SearchState
  ) -> [SearchState] {
    guard !admission.fresh.isEmpty else { return [] }
    var states: [SearchState] = []
    for count in 1...admission.fresh.count {
      var next = state
      next.model.now = problem.items[item].clock.lowerBound
      next.model.publish(Array(admission.fresh.prefix(count)), date: date)
      states.append(next)
    }
    var full = states[states.count - 1]
    for old in admission.evicted {
      full.model.evict(old)
      states.append(full)
    }
    // The whole effect first: it is the most likely one.
    return states.reversed()
  }
}
