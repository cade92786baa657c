import Foundation

/// What came of a run, for people and for programs.
package struct Report {
  /// The version of the suite that judged: of the cases, and of the judge.
  package static let suiteVersion = "1.0.0"

  package let results: [CaseResult]
  package let catalogue: ClauseCatalogue
  package let adapter: AdapterIntroduction?
  /// What a baseline makes of the results.
  package let known: KnownFailures
  /// How long the run took, which is less than its cases together where several ran at a time.
  package let seconds: Double
  /// The command that runs one case again, its id left out.
  package let replay: String

  package init(
    _ results: [CaseResult], _ catalogue: ClauseCatalogue, _ adapter: AdapterIntroduction?,
    known: KnownFailures = .none, seconds: Double = 0, replay: String
  ) {
    self.results = results
    self.catalogue = catalogue
    self.adapter = adapter
    self.known = known
    self.seconds = seconds
    self.replay = replay
  }

  package func count(_ outcome: CaseResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

  /// What went wrong, and was not known to.
  var news: [CaseResult] { results.filter { $0.outcome.isFault && known[$0] == nil } }

  /// 0 conformant, 1 not, 3 incomplete: nothing was run, or something could not be run here.
  ///
  /// Known failures do not count, and stale entries of a baseline do.
  package var exitCode: Int32 {
    if !news.isEmpty || !known.stale.isEmpty { return 1 }
    return isIncomplete ? 3 : 0
  }

  private var isIncomplete: Bool { count(.pass) + known.count == 0 || count(.notRun) > 0 }

  /// What came of the run, in words that leave nothing out.
  var verdict: String {
    let failures = "\(known.count) known \(known.count == 1 ? "failure" : "failures")"
    var verdict =
      switch (!news.isEmpty, isIncomplete, known.count) {
      case (true, _, 0): "NOT conformant"
      case (true, _, _): "NOT conformant, beyond \(failures)"
      case (false, true, 0): "incomplete"
      case (false, true, _): "incomplete, and \(failures)"
      case (false, false, 0): "conformant"
      case (false, false, _): "conformant but for \(failures)"
      }
    if !known.stale.isEmpty {
      verdict += ", and the baseline has \(known.stale.count) stale \(known.stale.count == 1 ? "entry" : "entries")"
    }
    return verdict
  }

  /// Who was judged.
  var who: String { adapter.map { "\($0.name) \($0.version) (\($0.language))" } ?? "the adapter" }

  /// The known failures, by the reason why they are known.
  var knownByReason: [(reason: String, cases: String)] {
    Dictionary(grouping: results.filter { known[$0] != nil }) { known[$0] ?? "" }
      .sorted { $0.key < $1.key }
      .map { ($0, $1.map(\.conformanceCase.id).joined(separator: " ")) }
  }

  // MARK: For people

  package var text: String {
    var lines: [String] = []
    for result in news { lines += Self.lines(of: result, catalogue, replay) + [""] }
    for outcome in [CaseResult.Outcome.unsupported, .notRun] {
      let same = results.filter { $0.outcome == outcome }
      for (reason, cases) in Dictionary(grouping: same, by: { $0.problems.first ?? "" }).sorted(by: { $0.key < $1.key })
      {
        lines.append("\(outcome.rawValue), \(reason): \(cases.map(\.conformanceCase.id).joined(separator: " "))")
      }
    }
    lines += knownByReason.map { "known, \($0.reason): \($0.cases)" }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  private static func lines(of result: CaseResult, _ catalogue: ClauseCatalogue, _ replay: String) -> [String] {
    let one = result.conformanceCase
    func listing(_ title: String, _ entries: [String]) -> [String] {
      ["  \(title)"] + (entries.isEmpty ? ["    nothing"] : entries.map { "    \($0)" })
    }
    var lines = ["\(result.outcome.rawValue.uppercased())  \(one.id)", "  \(one.title)"]
    lines += result.problems.map { "  * \($0)" }
    lines += listing("the directory before the first step:", result.before)
    lines += listing("the directory at the end:", result.after)
    for clause in one.clauses {
      let text = catalogue[clause]
      lines.append("  \(clause) (\(text?.isCore ?? false ? "core" : "full")): \(text?.text ?? "")")
    }
    if let kept = result.kept { lines.append("  kept: \(kept)") }
    return lines + ["  again: \(replay) --only \(one.id)"]
  }

  private var summary: String {
    let counts = CaseResult.Outcome.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    let took = String(format: "%.1f", seconds)
    return "\(who): \(verdict). \(results.count) cases: \(counts.joined(separator: ", ")), in \(took) s"
      + " (suite \(Self.suiteVersion))."
  }
}
