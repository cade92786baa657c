/// How far a run is, in one line.
package struct ProgressLine {
  private let total: Int
  private var done = 0
  private var failed = 0
  private var known = 0

  package init(total: Int) {
    self.total = total
  }

  /// - Parameter isKnown: Whether a baseline names the failure.
  package mutating func add(_ outcome: CaseResult.Outcome, isKnown: Bool) {
    done += 1
    guard outcome.isFault else { return }
    if isKnown { known += 1 } else { failed += 1 }
  }

  /// The line while a case runs, cut to a width in columns.
  package func text(running id: String, width: Int) -> String {
    var parts = ["\(done)/\(total)", failed == 0 ? "ok so far" : "\(failed) failed"]
    if known > 0 { parts.append("\(known) known") }
    // One character is one column: identifiers are ASCII.
    let text = (parts + [id]).joined(separator: "  ")
    return text.count <= width ? text : text.prefix(max(0, width - 1)) + (width > 0 ? "…" : "")
  }
}
