import Foundation

extension KillMatrix {
  package var text: String {
    var lines = rows.map(line)
    for row in survivors where !row.kills.isEmpty {
      let clauses = row.fault.clauses.joined(separator: ", ")
      lines.append("\(row.fault.id) is found, but by no case of \(clauses); name the clause")
    }
    if !idle.isEmpty {
      lines.append("cases that find no fault: \(idle.map(\.id).joined(separator: " "))")
    }
    lines += stale.map { "excused without need: \($0)" }
    let unknown = untried.isEmpty ? "" : "\(untried.count) not tried, "
    var summary = "\(rows.count) faults, \(rows.count - survivors.count - untried.count) found, \(unknown)"
    summary += "\(survivors.count) survived; "
    summary += "\(cases.count) cases, \(cases.count(where: finds)) find something"
    if let excused {
      let reasons = cases.count { !finds($0) && excused.reason(for: $0) != nil }
      summary += ", \(reasons) are excused, \(idle.count) are not"
    }
    lines.append(summary + "; in \(String(format: "%.0f", seconds)) s")
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ row: Row) -> String {
    let kills = row.kills(in: cases)
    let verdict = !kills.isEmpty ? "found    " : isTried(row) ? "SURVIVED " : "not tried"
    let others = row.kills.count - kills.count
    let named = kills.prefix(2).map { one in
      let outcome = row.kills[one.id] ?? .fail
      return outcome == .fail ? one.id : "\(one.id) (\(outcome.rawValue))"
    }
    let count = kills.isEmpty && others == 0 ? "" : "  \(kills.count) cases + \(others) others: "
    return "\(verdict)  \(row.fault.id)\(count)\(named.joined(separator: ", "))\(kills.count > 2 ? ", …" : "")"
  }

  package var json: JSON {
    [
      "exitCode": JSON(Int(exitCode)), "suiteVersion": .string(Report.suiteVersion), "seconds": JSON(seconds),
      "faults": .array(
        rows.map { row in
          [
            "id": .string(row.fault.id), "title": .string(row.fault.title),
            "clauses": .array(row.fault.clauses.map(JSON.string)),
            "killedBy": .object(row.kills.mapValues { .string($0.rawValue) }),
            "survived": .boolean(isTried(row) && row.kills(in: cases).isEmpty), "tried": .boolean(isTried(row)),
          ]
        }),
      "cases": .array(cases.map { .string($0.id) }), "idle": .array(idle.map { .string($0.id) }),
      "excusedWithoutNeed": .array(stale.map(JSON.string)),
    ]
  }
}
