internal import Foundation

/// A history as its judges see it: what it breaks, and the smallest part that breaks it too.
package struct HistoryFinding: Sendable {
  /// What the checker of whole histories was asked, and said.
  package enum Search: Hashable, Sendable {
    /// The fast judge had found something already.
    case notNeeded
    /// More operations than it is for.
    case notAsked(longest: Int)
    case explained
    case undecided(HistoryDoubt)
    case rejected
  }

  /// The history with all identifiers that can be told.
  package let history: MailboxHistory
  /// What is broken, the most telling first.
  package let violations: [HistoryViolation]
  package let search: Search
  /// The smallest part that still breaks the first promise; `nil` if none is broken.
  package let smallest: HistoryExcerpt?
  /// The identifiers that the mailbox made and nobody learnt.
  let unknownIdentifiers: Set<UUID>
  /// The identifiers that callers gave.
  let givenIdentifiers: Set<UUID>

  /// The longest history that is searched for an order.
  package static let longestSearch = 60

  /// Judges a history: each message by itself and, if that shows nothing and the history is short, as a whole.
  package init(judging original: MailboxHistory, checker: HistoryChecker = HistoryChecker()) {
    let history = original.resolvingIdentifiers()
    self.history = history
    unknownIdentifiers = history.identifiers.subtracting(original.identifiers)
    givenIdentifiers = Set(original.operations.flatMap { $0.call.messages.compactMap(\.id) })
    let violations = MessageFates.violations(in: history)
    guard violations.isEmpty else {
      self.violations = violations
      search = .notNeeded
      smallest = HistoryReduction(of: history, breaking: violations[0]).smallest
      return
    }
    guard history.operations.count <= Self.longestSearch else {
      (self.violations, search, smallest) = ([], .notAsked(longest: Self.longestSearch), nil)
      return
    }
    switch checker.check(history) {
    case .accepted: (self.violations, search, smallest) = ([], .explained, nil)
    case .undecided(let doubt): (self.violations, search, smallest) = ([], .undecided(doubt), nil)
    case .rejected(let rejection):
      // The others are other ways in which the search failed, not other faults.
      self.violations = Array(rejection.violations.prefix(1))
      search = .rejected
      smallest = HistoryExcerpt(history: rejection.history, positions: rejection.positions)
    }
  }
}

extension MailboxHistory {
  /// Every message identifier that is mentioned.
  fileprivate var identifiers: Set<UUID> { Set(HistorySubjects(self).messages) }
}
