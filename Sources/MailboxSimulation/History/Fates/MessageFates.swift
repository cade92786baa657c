/// The fast judge of a history: each message by itself, in time that grows little faster than the history.
///
/// Only what is certainly wrong is a violation. What overlaps, what nobody knows the outcome of, and what a clock may have
/// ended gets the benefit of the doubt, so a history without violations can still be one that no mailbox produces:
/// ``HistoryChecker`` looks at short ones as a whole.
package struct MessageFates {
  let facts: HistoryFacts
  var violations: [HistoryViolation] = []

  private init(_ history: MailboxHistory) {
    facts = HistoryFacts(history)
  }

  /// All violations found, grouped by promise.
  ///
  /// - Complexity: O(*n* log *n*) in the number of operations, as long as no identifier is used again and again.
  package static func violations(in history: MailboxHistory) -> [HistoryViolation] {
    var examination = MessageFates(history)
    examination.examine()
    return examination.violations
  }

  private mutating func examine() {
    for fate in facts.fates {
      checkOrigin(of: fate)
      checkHolders(of: fate)
      checkAttempts(of: fate)
      checkReturn(of: fate)
      checkExpiry(of: fate)
    }
    checkNames()
    checkLoss()
    checkFences()
    checkQuarantine()
    checkOrder()
    checkDepth()
    checkFullness()
  }

  mutating func report(_ promise: HistoryPromise, _ sentence: String, _ operations: [Int?]) {
    violations.append(HistoryViolation(promise, sentence, operations: operations.compactMap(\.self)))
  }
}
