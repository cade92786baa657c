import Foundation

/// Tells people or programs how a campaign goes.
///
/// What is told of counted runs depends on nothing but the seed.
protocol FuzzReport {
  func begin(_ start: CampaignStart) throws
  func tell(_ finding: ReportedFinding) throws
  func tellProgress(_ summary: CampaignSummary) throws
  func end(_ summary: CampaignSummary) throws
}

struct CampaignStart {
  var seed: UInt64
  var targets: [String]
  var budget: FuzzOptions.Budget
}

struct CampaignSummary {
  enum Ending: String, Codable {
    case complete, interrupted
    /// The examination itself failed.
    case failed
  }

  struct Target {
    var state: TargetState
    /// `nil` where it is not to be told.
    var seconds: Double?

    var runsPerSecond: Int? { seconds.map { Int(Double(state.runs) / max($0, 1e-3)) } }
  }

  var seed: UInt64
  var targets: [Target]
  var ending: Ending?
  /// Since the start; `nil` where it is not to be told.
  var seconds: Double?

  var findings: [ReportedFinding] { targets.flatMap(\.state.findings) }
}

enum FuzzOutput {
  /// At once, whether or not it is a terminal: whoever reads a log of a night sees what there is.
  static func write(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  static func complain(_ text: String) {
    // There is nowhere else to complain to.
    try? FileHandle.standardError.write(contentsOf: Data("MailboxFuzz: \(text)\n".utf8))
  }
}

/// Commands that people can type.
enum FuzzCommand {
  #if DEBUG
    private static let program = "swift run MailboxFuzz"
  #else
    private static let program = "swift run -c release MailboxFuzz"
  #endif

  static func line(_ arguments: [String]) -> String {
    ([program] + arguments.map(quoted)).joined(separator: " ")
  }

  static func replay(_ target: String, _ path: String) -> String {
    let isPlanted = PlantedTarget.Fault(rawValue: target) != nil
    return (isPlanted ? "MAILBOX_FUZZ_PLANTED=1 " : "") + line(["--replay", path])
  }

  private static func quoted(_ word: String) -> String {
    word.wholeMatch(of: /[A-Za-z0-9_.\/=+:,@%\-]+/) != nil
      ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}
