import Foundation

extension Report {
  /// TAP 14, <https://testanything.org/tap-version-14-specification.html>: a test point a case, and what went wrong in YAML.
  ///
  /// A known failure is a point with a TODO, which does not make a run fail.
  package var tap: String {
    var lines = ["TAP version 14", results.isEmpty ? "1..0 # SKIP no case was run" : "1..\(results.count)"]
    lines.append("# suite \(Self.suiteVersion)")
    if let adapter { lines.append("# " + TAP.line("\(adapter.name) \(adapter.version) (\(adapter.language))")) }
    for stale in known.stale { lines.append("# " + TAP.line("\(stale)")) }
    for (index, result) in results.enumerated() {
      lines.append(TAP.point(index + 1, result, known[result]))
      if result.outcome.isFault { lines += diagnostics(of: result).map { "  \($0)" } }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func diagnostics(of result: CaseResult) -> [String] {
    func list(_ key: String, _ values: [String]) -> [String] {
      values.isEmpty ? ["\(key): []"] : ["\(key):"] + values.map { "  - \(TAP.scalar($0))" }
    }
    var lines = ["---", "outcome: \(TAP.scalar(result.outcome.rawValue))"]
    lines += list("problems", result.problems)
    lines += list("before", result.before)
    lines += list("after", result.after)
    lines.append("clauses:")
    for id in result.conformanceCase.clauses {
      let clause = catalogue[id]
      lines.append("  - id: \(TAP.scalar(id))")
      lines.append("    profile: \(clause?.isCore ?? false ? "core" : "full")")
      lines.append("    text: \(TAP.scalar(clause?.text ?? ""))")
    }
    lines.append("replay: \(TAP.scalar(replay(of: result)))")
    lines.append("duration_ms: \(String(format: "%.3f", result.seconds * 1000))")
    return lines + ["..."]
  }
}

/// How TAP and its YAML spell text.
private enum TAP {
  static func point(_ number: Int, _ result: CaseResult, _ known: String?) -> String {
    let one = result.conformanceCase
    let point = "\(result.outcome.isFault ? "not ok" : "ok") \(number) - \(line("\(one.id): \(one.title)"))"
    if let known { return "\(point) # TODO \(line(known))" }
    guard !result.outcome.isFault, result.outcome != .pass else { return point }
    let reason = ([result.outcome.rawValue] + result.problems).joined(separator: ", ")
    return "\(point) # SKIP \(line(reason))"
  }

  /// One line, in which nothing begins a directive.
  static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "#": line += "\\#"
      case "\\": line += "\\\\"
      case _ where Markup.isInvisible(scalar): line += " "
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// A quoted scalar of YAML, which is a string of JSON too.
  static func scalar(_ text: String) -> String {
    JSON.quoted(text) { Markup.isInvisible($0) && $0.value < 0x10000 }
  }
}
