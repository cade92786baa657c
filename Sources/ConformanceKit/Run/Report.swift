import Foundation

/// What came of a run, for people and for programs.
package struct Report {
  package let results: [CaseResult]
  package let catalogue: ClauseCatalogue
  package let adapter: AdapterIntroduction?
  /// The command that runs one case again, its id left out.
  package let replay: String

  package init(
    _ results: [CaseResult], _ catalogue: ClauseCatalogue, _ adapter: AdapterIntroduction?, replay: String
  ) {
    self.results = results
    self.catalogue = catalogue
    self.adapter = adapter
    self.replay = replay
  }

  package func count(_ outcome: CaseResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

  /// 0 conformant, 1 not, 3 incomplete: nothing was run, or something could not be run here.
  package var exitCode: Int32 {
    if results.contains(where: \.outcome.isFault) { return 1 }
    return count(.pass) == 0 || count(.notRun) > 0 ? 3 : 0
  }

  // MARK: For people

  package var text: String {
    var lines: [String] = []
    for result in results where result.outcome.isFault { lines += Self.lines(of: result, catalogue, replay) + [""] }
    for outcome in [CaseResult.Outcome.unsupported, .notRun] {
      let same = results.filter { $0.outcome == outcome }
      for (reason, cases) in Dictionary(grouping: same, by: { $0.problems.first ?? "" }).sorted(by: { $0.key < $1.key })
      {
        lines.append("\(outcome.rawValue), \(reason): \(cases.map(\.conformanceCase.id).joined(separator: " "))")
      }
    }
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
    let counts = CaseResult.Outcome.allCases.compactMap { outcome in
      let count = count(outcome)
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    let who = adapter.map { "\($0.name) \($0.version) (\($0.language))" } ?? "the adapter"
    let verdict =
      switch exitCode {
      case 0: "conformant"
      case 1: "NOT conformant"
      default: "incomplete"
      }
    let seconds = String(format: "%.1f", results.reduce(0) { $0 + $1.seconds })
    return "\(who): \(verdict). \(results.count) cases: \(counts.joined(separator: ", ")), in \(seconds) s."
  }

  // MARK: For programs

  package var json: JSON {
    [
      "exitCode": JSON(Int(exitCode)),
      "adapter": adapter.map {
        ["name": .string($0.name), "version": .string($0.version), "language": .string($0.language)]
      } ?? .null,
      "counts": .object(
        Dictionary(uniqueKeysWithValues: CaseResult.Outcome.allCases.map { ($0.rawValue, JSON(count($0))) })),
      "cases": .array(
        results.map { result in
          [
            "id": .string(result.conformanceCase.id), "outcome": .string(result.outcome.rawValue),
            "clauses": .array(result.conformanceCase.clauses.map(JSON.string)),
            "problems": .array(result.problems.map(JSON.string)),
            "before": .array(result.before.map(JSON.string)), "after": .array(result.after.map(JSON.string)),
            "seconds": JSON(result.seconds),
          ]
        }),
    ]
  }
}
