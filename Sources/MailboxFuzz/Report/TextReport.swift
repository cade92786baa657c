/// Tells a campaign to a person.
struct TextReport: FuzzReport {
  let progress: FuzzProgress

  func begin(_ start: CampaignStart) throws {
    let length =
      switch start.budget {
      case .seconds(let seconds): "\(Self.readable(seconds)) s in all"
      case .runs(let runs): "\(runs) runs of each"
      case .overnight(nil): "until it is interrupted"
      case .overnight(let seconds?): "\(Self.readable(seconds)) s in turn"
      }
    try write("seed \(start.seed): \(start.targets.joined(separator: ", ")); \(length)")
  }

  func tell(_ finding: ReportedFinding) throws {
    let origin = finding.finding.run < 0 ? "a tape of the corpus" : "run \(finding.finding.run)"
    try write(
      """

      FINDING in target \(finding.target), a \(finding.finding.kind.rawValue): \(finding.finding.signature)
      of \(origin), \(Self.sizes(finding))

      \(Self.indented(finding.listing))

      \(Self.indented(finding.finding.text))

      \(Self.place(finding))

      """)
  }

  func tellProgress(_ summary: CampaignSummary) throws {
    let targets = summary.targets.map { target in
      let rate = target.runsPerSecond.map { ", \($0)/s" } ?? ""
      return "\(target.state.target.name) \(target.state.runs) runs\(rate), \(target.state.features.count) reached"
    }
    let minutes = summary.seconds.map { "after \(Int($0 / 60)) min: " } ?? ""
    try write("\(minutes)\(targets.joined(separator: "; ")); \(summary.findings.count) findings")
  }

  func end(_ summary: CampaignSummary) throws {
    try write("")
    for line in table(summary) { try write(line) }
    try write("")
    for finding in summary.findings {
      try write("\(finding.target): \(finding.finding.signature): \(finding.count) runs; \(Self.place(finding))")
    }
    let ending =
      switch summary.ending {
      case .complete, nil: ""
      case .interrupted: "interrupted; "
      case .failed: "ended early, because the examination itself failed; "
      }
    try write("seed \(summary.seed): \(ending)\(summary.findings.isEmpty ? "nothing found" : "see the findings above")")
    if summary.findings.isEmpty, summary.seconds != nil {
      try write("to go on: \(FuzzCommand.line(["--overnight", "--corpus", "fuzz-corpus"])); --help has the rest")
    }
  }

  private func table(_ summary: CampaignSummary) -> [String] {
    let isTimed = summary.targets.contains { $0.seconds != nil }
    let head = ["target", "runs"] + (isTimed ? ["runs/s"] : []) + ["reached", "tapes kept", "findings"]
    let rows = summary.targets.map { target in
      let state = target.state
      let rate = isTimed ? [target.runsPerSecond.map(String.init) ?? ""] : []
      return [state.target.name, "\(state.runs)"] + rate
        + ["\(state.features.count)", "\(state.corpus.count)", "\(state.findings.count)"]
        + (state.isGivenUp ? ["given up: too much is wrong"] : [])
    }
    return ([head] + rows).map { row in
      row.enumerated().map { column, text in
        let width = ([head] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        let space = String(repeating: " ", count: width - text.count)
        return column == 0 || column >= head.count ? text + space : space + text
      }.joined(separator: "  ")
    }
  }

  private func write(_ line: String) throws {
    progress.clear()
    try FuzzOutput.write(line)
  }

  private static func sizes(_ finding: ReportedFinding) -> String {
    let after = finding.values.count
    return after == finding.choicesBefore
      ? "\(after) choices" : "shrunk from \(finding.choicesBefore) to \(after) choices"
  }

  private static func place(_ finding: ReportedFinding) -> String {
    switch finding.artifact {
    case .file(let path): "replay: \(FuzzCommand.replay(finding.target, path))"
    case .leftOut(let reason): reason
    }
  }

  private static func readable(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }
}
