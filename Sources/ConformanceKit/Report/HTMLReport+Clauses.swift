extension Report {
  /// A tile a clause, a row a group of them.
  var grid: [String] {
    var lines = ["<h2>Clauses</h2>", #"<table class="grid">"#]
    var group = ""
    for clause in catalogue.clauses {
      if clause.id.prefix(3) != group {
        if !group.isEmpty { lines.append("</td></tr>") }
        group = String(clause.id.prefix(3))
        lines.append("<tr><th>\(Markup.escaped(group))</th><td>")
      }
      lines.append(tile(clause))
    }
    if !group.isEmpty { lines.append("</td></tr>") }
    return lines + [
      "</table>",
      #"<p class="legend"><span class="tile pass">1</span> all its cases passed"#,
      #"<span class="tile fail">1 ✗</span> one did not"#,
      #"<span class="tile known">1 ~</span> one did not, as is known"#,
      #"<span class="tile not-run">1 ?</span> some could not be run"#,
      #"<span class="tile unsupported">1 –</span> some are not supported"#,
      #"<span class="tile none">1</span> no case in this run</p>"#,
    ]
  }

  private func tile(_ clause: ClauseCatalogue.Clause) -> String {
    let cases = results.filter { $0.conformanceCase.clauses.contains(clause.id) }
    let outcomes = Set(cases.map(\.outcome))
    let fault = cases.first { $0.outcome.isFault && known[$0] == nil }
    let (style, sign) =
      if fault != nil {
        ("fail", " ✗")
      } else if outcomes.contains(where: \.isFault) {
        ("known", " ~")
      } else if outcomes.contains(.notRun) {
        ("not-run", " ?")
      } else if outcomes.contains(.unsupported) {
        ("unsupported", " –")
      } else {
        (outcomes.isEmpty ? "none" : "pass", "")
      }
    let counts = CaseResult.Outcome.allCases.filter(outcomes.contains).map { outcome in
      "\(cases.count { $0.outcome == outcome }) \(outcome.rawValue)"
    }
    let about = "\(clause.id), \(counts.isEmpty ? "no case" : counts.joined(separator: ", ")). \(clause.text)"
    let text = Markup.escaped(clause.id.dropFirst(4) + sign)
    let attributes = #"class="tile \#(style)" title="\#(Markup.escaped(about))""#
    guard let fault else { return "<span \(attributes)>\(text)</span>" }
    return ##"<a href="#case-\##(Markup.escaped(fault.conformanceCase.id))" \##(attributes)>\##(text)</a>"##
  }

  /// Every clause, with the number of its cases by outcome.
  var table: [String] {
    let outcomes = CaseResult.Outcome.allCases
    let titles = ["clause", "profile"] + outcomes.map(\.rawValue) + ["text"]
    let rows = catalogue.clauses.map { clause -> String in
      let cases = results.filter { $0.conformanceCase.clauses.contains(clause.id) }
      let counts = outcomes.map { outcome -> String in
        let count = cases.count { $0.outcome == outcome }
        return count == 0 ? "<td></td>" : #"<td class="\#(outcome.rawValue)">\#(count)</td>"#
      }
      return "<tr><td>\(Markup.escaped(clause.id))</td><td>\(clause.isCore ? "core" : "full")</td>" + counts.joined()
        + "<td>\(Markup.escaped(clause.text))</td></tr>"
    }
    return [
      "<details><summary>All clauses, and the number of their cases by outcome</summary>", "<table>",
      "<tr>" + titles.map { "<th>\($0)</th>" }.joined() + "</tr>",
    ] + rows + ["</table>", "</details>"]
  }
}

/// What the page looks like.
enum HTMLStyle {
  static let sheet = """
    :root { color-scheme: light dark; --text: #1b1f24; --page: #fff; --line: #d0d7de; --box: #f6f8fa;
      --good: #116329; --goodback: #d2f4dc; --bad: #a40e26; --badback: #ffdcd7; --warn: #6b4a00; --warnback: #fff1c2;
      --dim: #57606a; --dimback: #e7eaee; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --page: #0d1117; --line: #3d444d; --box: #161b22;
      --good: #7ee29a; --goodback: #12361f; --bad: #ffa198; --badback: #541417; --warn: #f0cf6a; --warnback: #3f3000;
      --dim: #9da7b3; --dimback: #262c36; } }
    body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 1100px;
      margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { margin: 0; } h4 { margin: .5rem 0; }
    pre { background: var(--box); border: 1px solid var(--line); border-radius: 4px; padding: .5rem; overflow-x: auto;
      font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; margin: 0; }
    .badge, .tile, .counts li { border-radius: 4px; padding: .1em .5em; }
    .pass { color: var(--good); background: var(--goodback); }
    .fail, .crash, .timeout, .protocol { color: var(--bad); background: var(--badback); }
    .not-run, .known { color: var(--warn); background: var(--warnback); }
    .unsupported { color: var(--dim); background: var(--dimback); }
    .none { color: var(--dim); outline: 1px dashed var(--line); outline-offset: -1px; }
    .counts { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; }
    .tile { display: inline-block; min-width: 1.6em; margin: 1px; padding: 0 .3em; text-align: center; font-size: 12px;
      text-decoration: none; }
    a.tile { font-weight: bold; outline: 2px solid var(--bad); outline-offset: -2px; }
    article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 4px; padding: 1rem;
      margin: 1rem 0; }
    .problems li { font-family: ui-monospace, monospace; font-size: 13px; white-space: pre-wrap; }
    .directories { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 1rem; }
    .gone { color: var(--bad); } .new { color: var(--good); } dt { font-weight: bold; } dd { margin: 0 0 .5rem 1rem; }
    table { border-collapse: collapse; } td, th { padding: .15rem .5rem; text-align: left; vertical-align: top; }
    details { margin: 1rem 0; } details td, details th { border-bottom: 1px solid var(--line); font-size: 13px; }
    summary { cursor: pointer; font-weight: bold; }

    """
}
