/// What settling may find (REC-1, EXP-1), where the clock is known within bounds.
///
/// More lenient than one model with one clock: an operation reads the clock several times, so each claim and each message
/// may be judged by another reading within the operation.
struct SearchUpkeep {
  /// Something that some readings find: a claim that is abandoned, or a message that has expired.
  private struct Doubt {
    var token: Int?
    var name: ModelName
  }

  /// What any reading within the operation finds.
  private var certain: [Doubt] = []
  private var doubtful: [Doubt] = []
  /// Whether settling may be all that was done, and not all of it.
  private var mayBeCutShort = false

  /// How many open questions are tried in all combinations.
  private static let mostDoubts = 12

  private var questions: Int { min(doubtful.count, Self.mostDoubts) }
  private var cuts: Int { min(certain.count, Self.mostDoubts - questions) }

  /// How many combinations there are; those in which nothing is cut short come first.
  var variants: Int { mayBeCutShort ? 1 << (questions + cuts) : 1 << questions }

  /// Whether there are combinations that are not tried.
  var isIncomplete: Bool { doubtful.count > questions || (mayBeCutShort && certain.count > cuts) }

  /// One of the combinations.
  func decisions(_ variant: Int) -> SearchDecisions {
    var upkeep = ModelUpkeep()
    func find(_ doubt: Doubt) {
      if let token = doubt.token { upkeep.abandoned.insert(token) } else { upkeep.expired.insert(doubt.name) }
    }
    for (number, doubt) in certain.enumerated() where number >= cuts || variant >> (questions + number) & 1 == 0 {
      find(doubt)
    }
    for (number, doubt) in doubtful.prefix(questions).enumerated() where variant >> number & 1 == 1 { find(doubt) }
    return SearchDecisions(upkeep: upkeep, isCutShort: variant >> questions != 0)
  }

  /// Every part of what is found, as far as there are not too many.
  var everyPart: [SearchDecisions] {
    let all = (certain + doubtful).prefix(4)
    return (0..<1 << all.count).map { chosen in
      var upkeep = ModelUpkeep()
      for (number, doubt) in all.enumerated() where chosen >> number & 1 == 1 {
        if let token = doubt.token { upkeep.abandoned.insert(token) } else { upkeep.expired.insert(doubt.name) }
      }
      return SearchDecisions(upkeep: upkeep, isCutShort: false)
    }
  }

  mutating func add(_ name: ModelName, token: Int?, isCertain: Bool) {
    if isCertain {
      certain.append(Doubt(token: token, name: name))
    } else {
      doubtful.append(Doubt(token: token, name: name))
    }
  }

  /// A settling of which, if it was cut short, a part is done and nothing after it.
  init(mayBeCutShort: Bool = false) {
    self.mayBeCutShort = mayBeCutShort
  }
}

/// One combination.
struct SearchDecisions {
  var upkeep: ModelUpkeep
  /// Whether the process died in the middle of settling, and did nothing else.
  var isCutShort: Bool
}

extension HistorySearch {
  /// What a settling by this item may find.
  mutating func upkeep(_ state: SearchState, _ item: Int) -> SearchUpkeep {
    guard let operation = problem.operation(item), operation.call.settles,
      !state.walks.contains(where: { $0.item == item })
    else { return SearchUpkeep() }
    return upkeep(
      state, by: problem.history.participants[operation.process], clock: problem.items[item].clock, item: item)
  }

  mutating func upkeep(
    _ state: SearchState, by reader: HistoryParticipant, clock: ClosedRange<Double>, item: Int?
  ) -> SearchUpkeep {
    let operation = item.flatMap { problem.operation($0) }
    var upkeep = SearchUpkeep(mayBeCutShort: operation.map { $0.outcome == nil } ?? false)
    // Failing calls may keep it from anything.
    let isReliable = !(operation?.hasFaults ?? false)
    var names = state.model.pending.map(\.name)
    for claim in state.model.claimed {
      let (may, must) = abandonment(of: claim, state, clock, reader.claimTimeout, item)
      guard may else { continue }
      names.append(claim.message.name)
      upkeep.add(claim.message.name, token: claim.token, isCertain: must && isReliable)
    }
    for name in names where clock.upperBound - name.date > reader.messageLifetime {
      let must = clock.lowerBound - name.date > reader.messageLifetime
      upkeep.add(name, token: nil, isCertain: must && isReliable)
    }
    if upkeep.isIncomplete { isIncomplete = true }
    return upkeep
  }

  private func abandonment(
    of claim: ModelClaim, _ state: SearchState, _ clock: ClosedRange<Double>, _ timeout: Double, _ item: Int?
  ) -> (may: Bool, must: Bool) {
    guard let lease = state.leases.first(where: { $0.token == claim.token }) else { return (true, false) }
    if clock.upperBound - lease.low > timeout || lease.high - clock.lowerBound > timeout {
      let must = clock.lowerBound - lease.high > timeout || lease.low - clock.upperBound > timeout
      return (true, must)
    }
    // REC-4 looks at the stamp directly before the rename; an extend without the lock (LSE-5) can fall in between.
    guard let earlier = lease.earlier, let item, overlaps(earlier.item, item) else { return (false, false) }
    return (clock.upperBound - earlier.low > timeout || earlier.high - clock.lowerBound > timeout, false)
  }

  private func overlaps(_ one: Int, _ other: Int) -> Bool {
    problem.items[one].start <= problem.items[other].end && problem.items[other].start <= problem.items[one].end
  }
}
