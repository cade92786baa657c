import Foundation

extension Report {
  /// JUnit's XML, as continuous integration reads it: a suite a file of fixtures, a testcase a case.
  ///
  /// A case that failed has a `failure`; one in which the adapter crashed, hung or broke the protocol an `error`.
  /// A known failure counts as skipped.
  package var junit: String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append("<testsuites \(Self.attributes([("name", "mailbox conformance")] + totals(of: results)))>")
    for suite in suites {
      let totals = Self.attributes([("name", suite.name)] + totals(of: suite.results))
      lines.append("  <testsuite \(totals)>")
      lines += properties
      for result in suite.results { lines += testcase(result, known: known[result]) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  /// In the order in which they were run.
  private var suites: [(name: String, results: [CaseResult])] {
    let grouped = Dictionary(grouping: results, by: \.conformanceCase.suite)
    var seen: Set<String> = []
    return results.map(\.conformanceCase.suite).filter { seen.insert($0).inserted }.map { ($0, grouped[$0] ?? []) }
  }

  private var properties: [String] {
    var pairs = [("suite.version", Self.suiteVersion)]
    if let adapter {
      pairs += [
        ("adapter.name", adapter.name), ("adapter.version", adapter.version), ("adapter.language", adapter.language),
      ]
    }
    let lines = pairs.map { "      <property \(Self.attributes([("name", $0), ("value", $1)]))/>" }
    return ["    <properties>"] + lines + ["    </properties>"]
  }

  private func testcase(_ result: CaseResult, known: String?) -> [String] {
    let one = result.conformanceCase
    let attributes = Self.attributes([("name", one.id), ("classname", one.suite), ("time", Self.time([result]))])
    let message = result.problems.first ?? result.outcome.rawValue
    func with(_ element: String) -> [String] {
      ["    <testcase \(attributes)>", "      \(element)", "    </testcase>"]
    }
    if let known {
      let told = "known \(result.outcome.rawValue), \(known): \(message)"
      return with("<skipped \(Self.attributes([("message", told)]))/>")
    }
    switch result.outcome {
    case .pass: return ["    <testcase \(attributes)/>"]
    case .unsupported, .notRun:
      return with("<skipped \(Self.attributes([("message", "\(result.outcome.rawValue): \(message)")]))/>")
    case .fail, .crash, .timeout, .violation:
      let tag = result.outcome == .fail ? "failure" : "error"
      let about = Self.attributes([("type", result.outcome.rawValue), ("message", message)])
      return with("<\(tag) \(about)>\(Markup.escaped(account(of: result)))</\(tag)>")
    }
  }

  /// All that helps to understand a fault.
  private func account(of result: CaseResult) -> String {
    func listing(_ title: String, _ entries: [String]) -> [String] {
      ["", title] + (entries.isEmpty ? ["  nothing"] : entries.map { "  \($0)" })
    }
    var lines = [result.conformanceCase.title] + result.problems.map { "* \($0)" }
    lines += listing("the directory before the first step:", result.before)
    lines += listing("the directory at the end:", result.after) + [""]
    for id in result.conformanceCase.clauses {
      lines.append("\(id) (\(catalogue[id]?.isCore ?? false ? "core" : "full")): \(catalogue[id]?.text ?? "")")
    }
    return (lines + ["", "again: \(replay(of: result))"]).joined(separator: "\n")
  }

  private func totals(of results: [CaseResult]) -> [(String, String)] {
    let faults = results.filter { $0.outcome.isFault && known[$0] == nil }
    let failures = faults.count { $0.outcome == .fail }
    let errors = faults.count - failures
    let skipped = results.count { [.unsupported, .notRun].contains($0.outcome) || known[$0] != nil }
    return [
      ("tests", "\(results.count)"), ("failures", "\(failures)"), ("errors", "\(errors)"), ("skipped", "\(skipped)"),
      ("time", Self.time(results)),
    ]
  }

  private static func time(_ results: [CaseResult]) -> String {
    String(format: "%.6f", results.reduce(0) { $0 + $1.seconds })
  }

  private static func attributes(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0)=\"\(Markup.escaped($1))\"" }.joined(separator: " ")
  }
}
