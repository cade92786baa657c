/// The judge of a whole history, who looks for an order in which the model does what was observed.
///
/// The order keeps what certainly came before what. An operation whose outcome is known gives that outcome; one whose
/// outcome is unknown takes effect at some moment after its invocation and before its process was dead, in whole, in part
/// or not at all. For histories of up to about 60 operations by 2 to 4 processes; ``MessageFates`` takes longer ones.
package struct HistoryChecker: Sendable {
  /// How many steps a search takes at most before it says that it does not know.
  package var budget: Int
  /// How many files a claim takes under one hold of the lock, of participants that do not say it themselves: 16 for the
  /// reference library, 1 for an implementation of which only SPEC.md is known.
  package var claimRound: Int

  /// A checker with a bound on its work.
  package init(budget: Int = 200_000, claimRound: Int = 16) {
    precondition(claimRound > 0, "a claim takes something")
    self.budget = budget
    self.claimRound = claimRound
  }

  /// Judges a history, and makes a rejected one smaller.
  package func check(_ history: MailboxHistory) -> HistoryVerdict {
    guard history.isExclusive else { return .undecided(.lockFileRemoved) }
    let history = history.resolvingIdentifiers()
    var search = HistorySearch(SearchProblem(history, claimRound: claimRound), budget: budget)
    switch search.run() {
    case .found(let items):
      let order = items.compactMap { item in
        if case .operation(let number) = search.problem.items[item].content { number } else { nil }
      }
      return .accepted(order: order)
    case .exhausted: return .undecided(.budget(steps: search.steps))
    case .none:
      return .rejected(HistoryShrinker(checker: self).shrink(history))
    }
  }

  /// Whether no order explains a history, without making it smaller; `false` also where that is not known.
  package func rejects(_ history: MailboxHistory) -> Bool {
    guard history.isExclusive else { return false }
    var search = HistorySearch(SearchProblem(history, claimRound: claimRound), budget: budget)
    if case .none = search.run() { return true } else { return false }
  }
}

/// What a checker says of a history.
package enum HistoryVerdict: Sendable {
  /// The model explains it, in this order of positions in ``MailboxHistory/operations``. A claim that works in several
  /// steps is named at each run of them; an unknown operation that is not named did not happen.
  case accepted(order: [Int])
  /// No order explains it.
  case rejected(HistoryRejection)
  /// Nobody knows.
  case undecided(HistoryDoubt)
}

/// Why a checker does not know.
package enum HistoryDoubt: Hashable, Sendable {
  /// The search was given up.
  case budget(steps: Int)
  /// The lock file was removed during an operation, so that the lock did not exclude: bounds, duplicates and order are
  /// not promised then (LCK-8).
  case lockFileRemoved
}

extension MailboxHistory {
  /// Whether the lock file was never removed while somebody was at work.
  var isExclusive: Bool {
    let timeline = HistoryTimeline(self)
    return !events.contains { event in
      guard event.kind == .lockFileRemoved else { return false }
      return operations.indices.contains { timeline.start($0) <= event.moment && event.moment <= timeline.end($0) }
    }
  }
}
