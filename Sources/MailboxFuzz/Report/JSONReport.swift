import Foundation

/// Tells a campaign to a program, one JSON object a line.
struct JSONReport: FuzzReport {
  private struct Start: Encodable {
    let event = "start"
    let format = 1
    var seed: UInt64
    var targets: [String]
    var budget: [String: Double]
  }

  private struct Finding: Encodable {
    let event = "finding"
    var target: String
    var kind: FuzzFinding.Kind
    var signature: String
    /// Absent for a tape of the corpus.
    var run: Int?
    var choicesBefore: Int
    var choicesAfter: Int
    var artifact: String?
    var leftOut: String?
    var replay: String?
    var text: String
    var listing: String
  }

  private struct Summary: Encodable {
    struct Kind: Encodable {
      var signature: String
      var count: Int
    }

    struct Target: Encodable {
      var name: String
      var runs: Int
      var runsPerSecond: Int?
      var features: [String]
      var tapes: Int
      var findings: [Kind]
      var isGivenUp: Bool
    }

    var event: String
    var seed: UInt64
    var ending: CampaignSummary.Ending?
    var seconds: Double?
    var findings: Int
    var targets: [Target]
  }

  func begin(_ start: CampaignStart) throws {
    let budget: [String: Double] =
      switch start.budget {
      case .seconds(let seconds): ["seconds": seconds]
      case .runs(let runs): ["runs": Double(runs)]
      case .overnight(let seconds): seconds.map { ["seconds": $0] } ?? [:]
      }
    try write(Start(seed: start.seed, targets: start.targets, budget: budget))
  }

  func tell(_ finding: ReportedFinding) throws {
    var line = Finding(
      target: finding.target, kind: finding.finding.kind, signature: finding.finding.signature,
      run: finding.finding.run < 0 ? nil : finding.finding.run, choicesBefore: finding.choicesBefore,
      choicesAfter: finding.values.count, text: finding.finding.text, listing: finding.listing)
    switch finding.artifact {
    case .file(let path): (line.artifact, line.replay) = (path, FuzzCommand.replay(finding.target, path))
    case .leftOut(let reason): line.leftOut = reason
    }
    try write(line)
  }

  func tellProgress(_ summary: CampaignSummary) throws { try write("progress", summary) }

  func end(_ summary: CampaignSummary) throws { try write("summary", summary) }

  private func write(_ event: String, _ summary: CampaignSummary) throws {
    let targets = summary.targets.map { target in
      Summary.Target(
        name: target.state.target.name, runs: target.state.runs, runsPerSecond: target.runsPerSecond,
        features: target.state.features.sorted(), tapes: target.state.corpus.count,
        findings: target.state.findings.map { Summary.Kind(signature: $0.finding.signature, count: $0.count) },
        isGivenUp: target.state.isGivenUp)
    }
    try write(
      Summary(
        event: event, seed: summary.seed, ending: summary.ending, seconds: summary.seconds,
        findings: summary.findings.count, targets: targets))
  }

  private func write(_ line: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try FuzzOutput.write(String(decoding: try encoder.encode(line), as: UTF8.self))
  }
}
