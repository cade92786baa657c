import Foundation
import MailboxSimulation

/// Puts the recordings of several processes together, judges them, and draws what happened.
struct HistoryDrawer {
  private let files: [String]
  private let output: String

  init(_ arguments: inout CommandArguments) throws {
    files = try arguments.takeWords("FILE")
    output = try arguments.takeIfThere("output") ?? Self.beside(files[0])
    try arguments.finish()
    guard !files.contains(output) else { throw CommandError("the picture would replace \(output)") }
  }

  private static func beside(_ file: String) -> String {
    URL(fileURLWithPath: file).deletingPathExtension().appendingPathExtension("svg").path
  }

  func run() throws {
    let (history, torn) = try read()
    let finding = HistoryFinding(judging: history)
    let picture = Data(HistoryDrawing(finding).svg.utf8)
    do {
      try picture.write(to: URL(fileURLWithPath: output))
    } catch {
      throw CommandError("\(output) cannot be written")
    }
    for file in torn { print("the last line of \(files[file]) was never finished, and is left out") }
    print(history.summary)
    for line in finding.summary { print(line) }
    print("picture: \(output)")
  }

  private func read() throws -> (history: MailboxHistory, torn: [Int]) {
    let texts = try files.map { file in
      guard let data = FileManager.default.contents(atPath: file) else { throw CommandError("\(file) cannot be read") }
      return String(decoding: data, as: UTF8.self)
    }
    do throws(MailboxHistory.LineError) {
      return try MailboxHistory.reading(files: texts)
    } catch {
      throw CommandError(explanation(error))
    }
  }

  private func explanation(_ error: MailboxHistory.LineError) -> String {
    switch error {
    case .unreadable(let file, let line): "\(files[file]):\(line + 1) is no line of a history"
    case .unpaired(let process, let number):
      "operation \(number) of process \(process) returns without having begun, or begins or returns twice"
    case .unknownProcess(let process): "process \(process) never said what it opened"
    }
  }
}

extension MailboxHistory {
  fileprivate var summary: String {
    let processes = Set(operations.map(\.process)).count
    let unknown = operations.count { $0.outcome == nil }
    let operations = "\(operations.count) \(operations.count == 1 ? "operation" : "operations")"
    return "\(operations) of \(processes) \(processes == 1 ? "process" : "processes")"
      + (unknown > 0 ? ", \(unknown) with an unknown outcome" : "")
  }
}
