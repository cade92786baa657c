extension ClauseTrace {
  /// How many cases of a clause are named where not all are.
  private static let fewCases = 3

  // MARK: For people

  /// All clauses under their headings, with a few cases each; or the chosen clauses, with their text and all cases.
  ///
  /// - Parameter chosen: Identifiers of clauses; none of them means all clauses.
  package func text(of chosen: [String]) -> String {
    var lines: [String] = []
    var group: String?
    for line in self.lines where chosen.isEmpty || chosen.contains(line.clause.id) {
      if line.clause.group != group {
        if group != nil { lines.append("") }
        group = line.clause.group
        lines.append(line.clause.group)
      }
      lines += line.lines(fewest: chosen.isEmpty ? Self.fewCases : .max, withText: !chosen.isEmpty)
    }
    return (lines + ["", summary]).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let counts = [true, false].map { isCore in
      let same = lines.filter { $0.clause.isCore == isCore }
      let neither = same.count(where: \.hasNothing)
      return "\(isCore ? "core" : "full"): \(same.count { !$0.cases.isEmpty }) with cases, "
        + "\(same.count(where: \.hasReasonOnly)) with a reason" + (neither == 0 ? "" : ", \(neither) with neither")
    }
    return "\(lines.count) clauses. \(counts.joined(separator: "; "))."
  }

  // MARK: For programs

  package func json(of chosen: [String]) -> JSON {
    [
      "clauses": .array(
        lines.filter { chosen.isEmpty || chosen.contains($0.clause.id) }.map { line in
          [
            "id": .string(line.clause.id), "profile": .string(line.profile), "group": .string(line.clause.group),
            "cases": .array(line.cases.map(JSON.string)), "reason": line.reason.map(JSON.string) ?? .null,
          ]
        }),
      "counts": .object(
        Dictionary(
          uniqueKeysWithValues: [true, false].map { isCore in
            let same = lines.filter { $0.clause.isCore == isCore }
            let counts: JSON = [
              "withCases": JSON(same.count { !$0.cases.isEmpty }),
              "withReason": JSON(same.count(where: \.hasReasonOnly)),
              "withNeither": JSON(same.count(where: \.hasNothing)),
            ]
            return (isCore ? "core" : "full", counts)
          })),
      "faults": .array(faults.map { .string($0.description) }),
    ]
  }
}

extension ClauseTrace.Line {
  fileprivate var profile: String { clause.isCore ? "core" : "full" }
  fileprivate var hasReasonOnly: Bool { cases.isEmpty && reason != nil }
  fileprivate var hasNothing: Bool { cases.isEmpty && reason == nil }

  fileprivate func lines(fewest: Int, withText: Bool) -> [String] {
    let label = "  \(clause.id)\(String(repeating: " ", count: max(0, 6 - clause.id.count)))  \(profile)  "
    var lines = withText ? Paragraph.lines(label, clause.text) : []
    let rest = withText ? String(repeating: " ", count: label.count) : label
    if !cases.isEmpty {
      let named = cases.prefix(fewest).enumerated().map { $0 + 1 < min(fewest, cases.count) ? "\($1)," : $1 }
      let more = cases.count > fewest ? ["… and \(cases.count - fewest) more"] : []
      lines += Paragraph.lines(rest, words: ["\(cases.count) \(cases.count == 1 ? "case" : "cases"):"] + named + more)
    }
    // Beside cases it is stale, and shown for that.
    if let reason { lines += Paragraph.lines(rest, "no case: \(reason)") }
    if hasNothing { lines += Paragraph.lines(rest, "NO CASE AND NO REASON") }
    return lines
  }
}
