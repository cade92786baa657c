import ConformanceKit

/// What was found in one mailbox, for people and for programs.
struct VerificationReport {
  let path: String
  let findings: [Finding]
  private let summary: String
  private let checked: [String: JSON]

  /// How many files of one finding are listed, unless all are wanted.
  private static let mostFiles = 5
  private static let width = 80
  private static let margin = String(repeating: " ", count: 11)

  init(_ verification: Verification) {
    let sight = verification.sight
    path = SafeText.escaped(sight.place.path)
    findings = verification.findings
    summary =
      "\(sight.entries.count.of("entry", "entries")), \(verification.bodiesRead.of("body", "bodies")) read,"
      + " \(sight.foreign.count) foreign"
    checked = [
      "entries": JSON(sight.entries.count), "bodies": JSON(verification.bodiesRead),
      "foreign": JSON(sight.foreign.count),
      "isChanging": .boolean(sight.isChanging), "lookedAt": JSON(sight.moment),
      "foreignNames": .array(sight.foreign.map { .string($0.label) }),
    ]
  }

  /// Of a mailbox that may not even be opened.
  init(path: String, _ findings: [Finding]) {
    self.path = SafeText.escaped(path)
    self.findings = findings
    summary = "not looked into"
    checked = [:]
  }

  /// Whether nothing is off and everything was looked at.
  var isGood: Bool { findings.allSatisfy { $0.severity == .note } }

  func text(_ style: TerminalStyle, isVerbose: Bool) -> String {
    var lines = [style.heading(path)]
    for group in groups {
      let first = group[0]
      let clauses = first.clauses.joined(separator: " ")
      let whole = first.file == nil ? first.detail.map { " (\($0))" } ?? "" : ""
      let word = first.severity.rawValue
      let paragraph = Paragraph.lines(Self.margin, "\(first.text)\(whole) [\(clauses)]", width: Self.width)
      lines.append(
        (first.severity == .note ? style.quiet(word) : style.error(word)) + paragraph[0].dropFirst(word.count))
      lines += paragraph.dropFirst()
      let named = group.filter { $0.file != nil }
      for finding in isVerbose ? named : Array(named.prefix(Self.mostFiles)) {
        lines.append(
          Self.margin + [finding.file, finding.detail.map { "(\($0))" }].compactMap(\.self).joined(separator: "  "))
      }
      if !isVerbose, named.count > Self.mostFiles {
        lines.append(Self.margin + "and \(named.count - Self.mostFiles) more (--verbose)")
      }
    }
    if isVerbose, let foreign = checked["foreignNames"]?.elements, !foreign.isEmpty {
      lines.append("foreign    none of the mailbox's business  [LAY-16]")
      lines += foreign.map { Self.margin + ($0.string ?? "") }
    }
    let counts = Finding.Severity.allCases.map { severity in (severity, findings.count { $0.severity == severity }) }
    let told = counts.filter { $0.1 > 0 }.map { severity, count in
      severity == .unchecked ? "\(count) not checked" : count.of(severity.rawValue)
    }
    let verdict = told.isEmpty ? "nothing is off" : told.joined(separator: ", ")
    lines.append("\(isGood ? verdict : style.error(verdict)); \(summary)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Findings that differ in the file only, in the order of the first of each.
  private var groups: [[Finding]] {
    var order: [String] = []
    var groups: [String: [Finding]] = [:]
    for finding in findings {
      let key = "\(finding.severity) \(finding.clauses) \(finding.text)"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    return order.compactMap { groups[$0] }
  }

  /// As `mailbox verify --help` describes it.
  var json: JSON {
    let members: [String: JSON] = [
      "path": .string(path), "isGood": .boolean(isGood),
      "findings": .array(
        findings.map { finding in
          .object([
            "severity": .string(finding.severity.rawValue), "clauses": .array(finding.clauses.map(JSON.string)),
            "text": .string(finding.text), "file": finding.file.map(JSON.string) ?? .null,
            "detail": finding.detail.map(JSON.string) ?? .null,
          ])
        }),
    ]
    return .object(members.merging(checked) { $1 })
  }
}
