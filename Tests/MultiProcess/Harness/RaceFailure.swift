import Foundation
import MailboxSimulation
import MailboxTestSupport

/// A race that was found wanting: what is kept of it, and what is told.
struct RaceFailure {
  let finding: HistoryFinding
  /// What the race was drawn from.
  let origin: String

  /// Where histories and pictures are kept that somebody has to look at; `MAILBOX_ARTIFACTS` in the environment overrides it.
  static let folder =
    ProcessInfo.processInfo.environment["MAILBOX_ARTIFACTS"] ?? "\(FixtureCases.package)/.build/race-failures"
  /// How many races are kept in a folder; older ones go.
  static let mostKept = 20
  /// How many broken promises are told in words.
  private static let mostTold = 3

  /// `nil` if nothing is wrong.
  init?(_ finding: HistoryFinding, origin: String) {
    guard !finding.violations.isEmpty || finding.search == .rejected else { return nil }
    self.finding = finding
    self.origin = origin
  }

  /// Keeps the history and its picture, and tells what is broken and how to see it.
  func report(keepingIn folder: String = Self.folder) -> String {
    var lines = origin.isEmpty ? [] : [origin]
    lines += finding.summary.prefix(Self.mostTold)
    if finding.violations.count > Self.mostTold { lines.append("and \(finding.violations.count - Self.mostTold) more") }
    do {
      let kept = try keep(in: folder)
      lines += ["history: \(kept.history)", "picture: \(kept.picture)"]
      lines.append("to draw it again: swift run MailboxAdapter draw \(kept.history)")
    } catch {
      lines.append("neither history nor picture could be kept in \(folder): \(error)")
    }
    return lines.joined(separator: "\n")
  }

  private func keep(in folder: String) throws -> (history: String, picture: String) {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let earlier = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap(Self.number).sorted()
    for number in earlier.dropLast(Self.mostKept - 1) {
      for path in Self.paths(number, in: folder) where FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    let paths = Self.paths((earlier.last ?? 0) + 1, in: folder)
    // Another run of the tests may keep something there just now: its history is not replaced.
    try Data(finding.history.lines.utf8).write(to: URL(fileURLWithPath: paths[0]), options: .withoutOverwriting)
    try Data(HistoryDrawing(finding).svg.utf8).write(to: URL(fileURLWithPath: paths[1]))
    return (paths[0], paths[1])
  }

  private static func paths(_ number: Int, in folder: String) -> [String] {
    ["jsonl", "svg"].map { "\(folder)/race-\(number).\($0)" }
  }

  /// The number of a history that was kept; `nil` for a file that is none.
  private static func number(ofFile name: String) -> Int? {
    guard name.hasPrefix("race-"), name.hasSuffix(".jsonl") else { return nil }
    return Int(name.dropFirst("race-".count).dropLast(".jsonl".count))
  }
}
