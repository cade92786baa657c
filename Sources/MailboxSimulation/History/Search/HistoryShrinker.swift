/// Makes a rejected history smaller, by steps that never make an explained history unexplained.
///
/// A beginning of an explained history is explained, with what had not returned yet unknown; so is a history of which less
/// is known. What these steps leave is therefore reason enough to reject the whole.
struct HistoryShrinker {
  let checker: HistoryChecker

  /// How many steps it takes at most to find out whether an outcome matters.
  private static let patience = 500

  func shrink(_ history: MailboxHistory) -> HistoryRejection {
    let (beginning, positions) = beginning(of: history)
    var rejection = HistoryRejection(
      history: beginning, positions: positions, violations: violations(of: beginning, positions))
    // Whatever still contradicts without an outcome does not need it, the last ones first. The less is known, the longer
    // a search takes: what is not seen soon to contradict stays as it is.
    var checker = checker
    checker.budget = min(checker.budget, Self.patience)
    for number in beginning.operations.indices.reversed() where beginning.operations[number].outcome != nil {
      var candidate = rejection
      if beginning.operations[number].call.isReading {
        candidate.history.operations.remove(at: number)
        candidate.positions.remove(at: number)
      } else {
        candidate.history.operations[number].outcome = nil
      }
      if checker.rejects(candidate.history) { rejection = candidate }
    }
    return rejection
  }

  /// The shortest beginning that is rejected.
  private func beginning(of history: MailboxHistory) -> (MailboxHistory, positions: [Int]) {
    let ends = history.operations.compactMap(\.returned).sorted()
    // With all returns but without the ending it may be explained.
    guard let last = ends.last, checker.rejects(history.before(last).0) else {
      return (history, Array(history.operations.indices))
    }
    var (low, high) = (0, ends.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if checker.rejects(history.before(ends[middle - 1]).0) { high = middle } else { low = middle }
    }
    return history.before(ends[high - 1])
  }

  /// What did not fit, that of the last return first: without it the beginning was explained.
  private func violations(of history: MailboxHistory, _ positions: [Int]) -> [HistoryViolation] {
    var search = HistorySearch(SearchProblem(history, claimRound: checker.claimRound), budget: checker.budget)
    _ = search.run()
    let items = search.problem.items
    func end(_ mismatch: HistorySearch.Mismatch) -> UInt64 { mismatch.item.map { items[$0].end } ?? .max }
    let ordered = search.mismatches.sorted { one, other in
      (end(other), one.sentence) < (end(one), other.sentence)
    }
    return ordered.map { mismatch in
      var operations: [Int] = []
      if let item = mismatch.item, case .operation(let number) = items[item].content {
        operations = [positions[number]]
      }
      return HistoryViolation(mismatch.promise, mismatch.sentence, operations: operations)
    }
  }
}

extension MailboxHistory {
  /// What had been observed at a moment: what had not returned by then is unknown, and nobody had looked at the end.
  fileprivate func before(_ moment: UInt64) -> (MailboxHistory, positions: [Int]) {
    var result = self
    result.ending = nil
    result.events.removeAll { $0.moment > moment }
    let positions = operations.indices.filter { operations[$0].invoked <= moment }
    result.operations = positions.map { position in
      var cut = operations[position]
      guard let returned = cut.returned, returned > moment else { return cut }
      cut.outcome = nil
      cut.returned = nil
      cut.clockReturned = nil
      return cut
    }
    return (result, positions)
  }
}
