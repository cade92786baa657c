/// Which of the waiting messages a claim takes next: a pure decision (clauses CLM-2, DLQ-2).
package enum ClaimStep: Equatable, Sendable {
  /// The first so many candidates.
  case together(Int)
  /// The first candidate, and if it can be delivered nothing after it: its last attempt must not take neighbours down with it.
  case alone
  case end

  /// How many files are claimed under one hold of the lock, and so are open at once.
  ///
  /// The specification allows 64.
  package static let largest = 16

  /// - Parameters:
  /// - candidates: In order.
  ///
  ///   - wanted: How many more may be claimed; `nil` for all.
  ///   - delivered: How many this call has claimed for its caller already.
  package static func decide(
    _ candidates: ArraySlice<PendingName>, wanted: Int?, delivered: Int, maxAttempts: Int?
  ) -> ClaimStep {
    guard let first = candidates.first, wanted != 0 else { return .end }
    let isLastAttempt = { (name: PendingName) in maxAttempts.map { name.attempts >= $0 - 1 } ?? false }
    if isLastAttempt(first) { return delivered == 0 ? .alone : .end }
    return .together(candidates.prefix(min(largest, wanted ?? largest)).prefix { !isLastAttempt($0) }.count)
  }
}
