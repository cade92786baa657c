/// Where a search stands between what certainly was before and what certainly came after.
struct SearchMoment {
  /// Everything required before this has to take effect first.
  var earliestEnd = UInt64.max
  /// What was over before this happens no more.
  var latestStart: UInt64 = 0
  /// Whether everything that is required has taken effect.
  var isComplete = true
}

extension SearchProblem {
  func moment(of state: SearchState) -> SearchMoment {
    var moment = SearchMoment()
    for number in items.indices {
      let isDone = state.done.contains(number)
      if isDone || state.walks.contains(where: { $0.item == number }) {
        moment.latestStart = max(moment.latestStart, items[number].start)
      }
      if !isDone && items[number].isRequired {
        moment.isComplete = false
        moment.earliestEnd = min(moment.earliestEnd, items[number].end)
      }
    }
    return moment
  }

  /// What may take a step next, the most constrained first: what returned earliest, and last what need not happen at all.
  func candidates(_ state: SearchState, _ moment: SearchMoment) -> [Int] {
    let candidates = items.indices.filter { number in
      !state.done.contains(number) && items[number].start <= moment.earliestEnd
        && items[number].end >= moment.latestStart
    }
    return candidates.sorted { left, right in
      let (one, other) = (items[left], items[right])
      if one.isRequired != other.isRequired { return one.isRequired }
      return (one.end, one.start, left) < (other.end, other.start, right)
    }
  }

  /// Whether an item comes too late for something unknown that might still have happened before it.
  func cutsOff(_ item: Int, _ state: SearchState, _ moment: SearchMoment) -> Bool {
    items.indices.contains { number in
      !items[number].isRequired && !state.done.contains(number) && items[number].end >= moment.latestStart
        && items[number].end < items[item].start
    }
  }

  /// Strikes out what happens no more, so that states that differ in nothing else are one.
  func forgetTheDead(_ state: inout SearchState) {
    guard hasUnknown else { return }
    let latest = moment(of: state).latestStart
    for number in items.indices where !items[number].isRequired && items[number].end < latest {
      state.done.insert(number)
      state.walks.removeAll { $0.item == number }
    }
  }
}
