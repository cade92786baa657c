/// A history that no order explains.
package struct HistoryRejection: Hashable, Sendable {
  /// The shortest beginning that no order explains either, in which the outcomes that do not matter are unknown.
  package var history: MailboxHistory
  /// Where the operations of ``history`` stand in the history that was judged.
  package var positions: [Int]
  /// What does not fit into the beginning where the search came furthest, the likeliest first.
  ///
  /// Operations are named by their positions in the history that was judged; a violation without any is one of the ending.
  package var violations: [HistoryViolation]

  /// The promise that looks broken.
  package var promise: HistoryPromise { violations.first?.promise ?? .finalState }
}

extension HistoryRejection: CustomStringConvertible {
  /// The violations, and the history with an operation a line.
  package var description: String {
    let participants = history.participants.enumerated().map { "  process \($0): \($1.model)" }
    let operations = zip(positions, history.operations).map { "  \($0): \($1)" }
    let events = history.events.map { "  \($0)" }
    return (violations.prefix(3).map(\.description) + participants + operations + events).joined(separator: "\n")
  }
}
