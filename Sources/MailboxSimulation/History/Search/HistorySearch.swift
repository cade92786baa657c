/// A depth-first search for an order in which the model gives every known outcome.
struct HistorySearch {
  /// Why an item did not fit where the search had come furthest.
  struct Mismatch: Hashable {
    /// `nil` for the ending.
    var item: Int?
    var promise: HistoryPromise
    var sentence: String
  }

  enum Result {
    case found([Int])
    case none
    case exhausted
  }

  let problem: SearchProblem
  let budget: Int
  private(set) var steps = 0
  /// Whether some possibility was left out, so that finding nothing says nothing.
  var isIncomplete = false
  private(set) var mismatches: Set<Mismatch> = []
  private var deepest = -1
  /// States from which no order goes on to the end.
  private var failed: Set<SearchFingerprint> = []
  private var order: [Int] = []
  /// Where this attempt gives up.
  private var limit = 0
  /// What varies the attempts; the first takes everything as it comes.
  private var dice: SplitMix64?

  init(_ problem: SearchProblem, budget: Int) {
    self.problem = problem
    self.budget = budget
  }

  /// Searches in attempts that grow, each in another order: a wrong guess about what is unknown, made early, shows late.
  ///
  /// What one attempt has found to lead nowhere, the next ones know.
  mutating func run() -> Result {
    var patience = Self.firstPatience
    while steps < budget {
      limit = min(steps + patience, budget)
      order = []
      if let found = visit(problem.start) {
        if found { return .found(order) }
        return isIncomplete ? .exhausted : .none
      }
      dice = SplitMix64(seed: UInt64(steps))
      patience += patience / 4
    }
    return .exhausted
  }

  private static let firstPatience = 1_000

  /// Notes why an item does not fit into a state; only what happens furthest in counts.
  mutating func note(
    _ item: Int?, _ promise: HistoryPromise, _ sentence: @autoclosure () -> String, in state: SearchState
  ) {
    let depth = state.done.count
    guard depth >= deepest else { return }
    if depth > deepest {
      deepest = depth
      mismatches = []
    }
    mismatches.insert(Mismatch(item: item, promise: promise, sentence: sentence()))
  }

  /// - Returns: Whether an order was found from here on; `nil` if the budget ran out.
  private mutating func visit(_ state: SearchState) -> Bool? {
    let moment = problem.moment(of: state)
    if moment.isComplete && endingFits(state) { return true }
    for item in shuffled(problem.candidates(state, moment)) {
      // Only one combination is worked out at a time: mostly one of the first goes on to the end.
      let upkeep = upkeep(state, item)
      for variant in 0..<upkeep.variants {
        var successors = successors(of: state, item, upkeep.decisions(variant))
        successors.states = shuffled(successors.states)
        guard let found = visit(successors, after: state, by: item) else { return nil }
        if found { return true }
        // What can be observed here and changes nothing wherever it stands may as well stand here, unless it comes too
        // late for something unknown that might still happen.
        if successors.isFinal, !successors.states.isEmpty, !problem.cutsOff(item, state, moment) { return false }
      }
    }
    return false
  }

  private mutating func visit(_ successors: SearchSuccessors, after state: SearchState, by item: Int) -> Bool? {
    for var successor in successors.states {
      // What need not happen, and changes nothing, did not happen.
      if !problem.items[item].isRequired && successor.isSameMailbox(as: state) { continue }
      problem.forgetTheDead(&successor)
      steps += 1
      if steps > limit { return nil }
      let fingerprint = SearchFingerprint(successor)
      if failed.contains(fingerprint) { continue }
      let isNewInOrder = order.last != item
      if isNewInOrder { order.append(item) }
      guard let found = visit(successor) else { return nil }
      if found { return true }
      failed.insert(fingerprint)
      if isNewInOrder { order.removeLast() }
    }
    return false
  }

  /// In a later attempt, something else comes first now and then.
  private mutating func shuffled(_ candidates: [Int]) -> [Int] {
    guard dice != nil else { return candidates }
    var (front, back) = ([] as [Int], [] as [Int])
    for item in candidates {
      if dice!.next() % 4 == 0 { front.append(item) } else { back.append(item) }
    }
    return front + back
  }

  private mutating func shuffled(_ states: [SearchState]) -> [SearchState] {
    dice == nil ? states : states.shuffled(using: &dice!)
  }
}

/// 128 bits that stand for a state: equal states have equal ones, and two others practically never.
struct SearchFingerprint: Hashable {
  private var first: Int
  private var second: Int

  init(_ state: SearchState) {
    var one = Hasher()
    var other = Hasher()
    other.combine(1)
    state.hash(into: &one)
    state.hash(into: &other)
    first = one.finalize()
    second = other.finalize()
  }
}
