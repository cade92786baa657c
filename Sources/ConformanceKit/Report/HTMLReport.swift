import Foundation

extension Report {
  /// One page that needs nothing else, neither a network nor a script.
  package var html: String {
    let verdict = styledVerdict
    var lines = [
      "<!DOCTYPE html>", #"<html lang="en">"#, "<head>", #"<meta charset="utf-8">"#,
      #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"#,
      #"<meta name="viewport" content="width=device-width, initial-scale=1">"#,
      #"<meta name="color-scheme" content="light dark">"#,
      "<title>\(Markup.escaped("\(verdict.text): \(who)"))</title>",
      "<style>\n\(HTMLStyle.sheet)</style>", "</head>", "<body>",
    ]
    lines += heading(verdict) + grid
    if !news.isEmpty {
      lines.append("<h2>What went wrong</h2>")
      for fault in news { lines += article(fault) }
    }
    lines += told + leftOut + passed + table
    return (lines + ["</body>", "</html>"]).joined(separator: "\n") + "\n"
  }

  private var styledVerdict: (text: String, style: String) {
    let words = verdict.replacing("NOT", with: "not")
    let style =
      switch exitCode {
      case 0: known.count == 0 ? "pass" : "known"
      case 1: "fail"
      default: "not-run"
      }
    return (words.prefix(1).uppercased() + words.dropFirst(), style)
  }

  private func heading(_ verdict: (text: String, style: String)) -> [String] {
    let counts = CaseResult.Outcome.allCases.compactMap { outcome -> String? in
      let count = count(outcome)
      return count == 0 ? nil : #"<li class="\#(outcome.rawValue)"><b>\#(count)</b> \#(outcome.rawValue)</li>"#
    }
    let ofThem = known.count == 0 ? [] : [#"<li class="known"><b>\#(known.count)</b> of them known</li>"#]
    let took = String(format: "%.1f", seconds)
    return [
      #"<h1><span class="badge \#(verdict.style)">\#(verdict.text)</span> \#(Markup.escaped(who))</h1>"#,
      "<p>\(results.count) cases in \(took) s, judged by version \(Self.suiteVersion) of the suite.</p>",
      #"<ul class="counts">"#,
    ] + counts + ofThem + ["</ul>"]
  }

  // MARK: Cases

  private func article(_ result: CaseResult) -> [String] {
    let one = result.conformanceCase
    let outcome = result.outcome.rawValue
    var lines = [
      #"<article id="case-\#(Markup.escaped(one.id))">"#,
      #"<h3><span class="badge \#(outcome)">\#(outcome)</span> \#(Markup.escaped(one.id))</h3>"#,
      "<p>\(Markup.escaped(one.title))</p>", #"<ul class="problems">"#,
    ]
    lines += result.problems.map { "<li>\(Markup.escaped($0))</li>" }
    lines += ["</ul>", #"<div class="directories">"#]
    lines += listing("The directory before the first step", result.before, other: result.after, "gone")
    lines += listing("The directory at the end", result.after, other: result.before, "new")
    lines += ["</div>", "<dl>"]
    for id in one.clauses {
      let profile = catalogue[id]?.isCore ?? false ? "core" : "full"
      lines.append("<dt>\(Markup.escaped(id)) (\(profile))</dt><dd>\(Markup.escaped(catalogue[id]?.text ?? ""))</dd>")
    }
    return lines + ["</dl>", "<p>Again:</p>", "<pre>\(Markup.escaped(replay(of: result)))</pre>", "</article>"]
  }

  /// A directory, in which what the other does not have is marked.
  private func listing(_ title: String, _ entries: [String], other: [String], _ mark: String) -> [String] {
    let lines = entries.map { entry in
      let text = Markup.escaped(entry)
      if other.contains(entry) { return "  \(text)" }
      return #"<span class="\#(mark)">\#(mark == "new" ? "+" : "−") \#(text)</span>"#
    }
    let text = lines.isEmpty ? "  nothing" : lines.joined(separator: "\n")
    return ["<section><h4>\(title)</h4>", "<pre>\(text)</pre></section>"]
  }

  /// What a baseline leaves out of what went wrong, and what is to be left out of the baseline.
  private var told: [String] {
    let sections = [
      ("Known failures", knownByReason.map { "\($0.reason): \($0.cases)" }),
      ("Stale entries of the baseline", known.stale.map(\.description)),
    ]
    return sections.filter { !$0.1.isEmpty }.flatMap { title, items in
      ["<h2>\(title)</h2>", "<ul>"] + items.map { "<li>\(Markup.escaped($0))</li>" } + ["</ul>"]
    }
  }

  private var leftOut: [String] {
    [CaseResult.Outcome.notRun, .unsupported].flatMap { outcome -> [String] in
      let same = results.filter { $0.outcome == outcome }
      guard !same.isEmpty else { return [] }
      let title = outcome == .notRun ? "Not run, for this machine does not offer what they need" : "Not supported"
      let reasons = Dictionary(grouping: same) { $0.problems.first ?? "" }.sorted { $0.key < $1.key }
      let items = reasons.map { reason, cases in
        "<li>\(Markup.escaped("\(reason): \(cases.map(\.conformanceCase.id).joined(separator: " "))"))</li>"
      }
      return ["<h2>\(title)</h2>", "<ul>"] + items + ["</ul>"]
    }
  }

  private var passed: [String] {
    let passed = results.filter { $0.outcome == .pass }
    guard !passed.isEmpty else { return [] }
    let rows = passed.map { result in
      let one = result.conformanceCase
      let cells = [
        one.id, one.clauses.joined(separator: " "), one.title, String(format: "%.0f ms", result.seconds * 1000),
      ]
      return "<tr>" + cells.map { "<td>\(Markup.escaped($0))</td>" }.joined() + "</tr>"
    }
    return ["<details><summary>\(passed.count) cases that passed</summary>", "<table>"] + rows
      + ["</table>", "</details>"]
  }
}
