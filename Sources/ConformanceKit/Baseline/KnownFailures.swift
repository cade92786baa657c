/// What a baseline makes of a run: the failures that it knows, and what it should no longer say.
package struct KnownFailures: Sendable {
  /// What there is to know without a baseline.
  package static let none = KnownFailures(reasons: [:], stale: [])

  /// By the identifiers of cases.
  private let reasons: [String: String]
  /// One for each entry of the baseline to be removed.
  package let stale: [FixtureFault]

  package init(_ baseline: Baseline, in results: [CaseResult]) {
    let known = results.compactMap { result in baseline.reason(for: result).map { (result.conformanceCase.id, $0) } }
    self.init(
      reasons: Dictionary(known) { first, _ in first }, stale: baseline.staleEntries(after: results))
  }

  private init(reasons: [String: String], stale: [FixtureFault]) {
    (self.reasons, self.stale) = (reasons, stale)
  }

  /// Why a result is no news; `nil` of everything else.
  package subscript(result: CaseResult) -> String? { reasons[result.conformanceCase.id] }

  var count: Int { reasons.count }
}
