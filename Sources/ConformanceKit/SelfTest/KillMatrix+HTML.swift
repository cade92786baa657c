import Foundation

extension KillMatrix {
  /// One page: a row a fault, a column a case, a dark cell where the case found the fault.
  package var html: String {
    let verdict =
      switch exitCode {
      case 0: ("All faults are found", "pass")
      case 1: ("Faults survive, or cases are idle", "fail")
      default: ("Not all faults were tried", "not-run")
      }
    var lines = [
      "<!DOCTYPE html>", #"<html lang="en">"#, "<head>", #"<meta charset="utf-8">"#,
      #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"#,
      #"<meta name="viewport" content="width=device-width, initial-scale=1">"#,
      #"<meta name="color-scheme" content="light dark">"#, "<title>Kill matrix</title>",
      "<style>\n\(HTMLStyle.sheet)\(Self.sheet)</style>", "</head>", "<body>",
      #"<h1><span class="badge \#(verdict.1)">\#(verdict.0)</span></h1>"#,
      "<p>\(rows.count) faults, \(survivors.count) survived; \(cases.count) cases, \(idle.count) idle; "
        + "\(String(format: "%.0f", seconds)) s, version \(Report.suiteVersion) of the suite.</p>",
      "<h2>Fault × case</h2>", #"<div class="wide"><table class="matrix">"#,
    ]
    lines += rows.map(rowHTML)
    lines += ["</table></div>"]
    if !idle.isEmpty {
      lines += ["<h2>Cases that find no fault</h2>", "<p>\(Markup.escaped(idle.map(\.id).joined(separator: " ")))</p>"]
    }
    return (lines + ["</body>", "</html>"]).joined(separator: "\n") + "\n"
  }

  private func rowHTML(_ row: Row) -> String {
    let own = Set(row.kills(in: cases).map(\.id))
    let cells = cases.map { one -> String in
      guard let outcome = row.kills[one.id] else { return "<td></td>" }
      let style = own.contains(one.id) ? "own" : "other"
      return #"<td class="\#(style)" title="\#(Markup.escaped("\(one.id): \(outcome.rawValue)"))"></td>"#
    }
    let style = own.isEmpty && isTried(row) ? " class=\"survived\"" : ""
    let title = Markup.escaped("\(row.fault.title) (\(row.fault.clauses.joined(separator: ", ")))")
    return "<tr\(style)><th title=\"\(title)\">\(Markup.escaped(row.fault.id))</th>"
      + "<td class=\"count\">\(own.count)</td>\(cells.joined())</tr>"
  }

  private static let sheet = """
    .wide { overflow-x: auto; }
    table.matrix { border-collapse: collapse; font-size: 0.75rem; }
    table.matrix th { text-align: left; font-weight: normal; white-space: nowrap; padding-right: 0.5rem; }
    table.matrix td { width: 3px; min-width: 3px; height: 1rem; padding: 0; border: 0; }
    table.matrix td.count { min-width: 2rem; text-align: right; padding-right: 0.5rem; }
    table.matrix td.own { background: var(--bad); }
    table.matrix td.other { background: var(--warn); }
    table.matrix tr.survived th { color: var(--bad); font-weight: bold; }
    table.matrix tr:nth-child(odd) { background: rgba(127, 127, 127, 0.08); }

    """
}
