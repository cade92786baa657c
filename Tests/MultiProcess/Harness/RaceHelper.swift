import Foundation
import MailboxAdapter
import MailboxTestSupport

/// A helper that races, and the record it leaves.
struct RaceHelper: Sendable {
  /// Unique in its race; its tokens begin with it.
  let number: Int
  let process: HelperProcess
  let recordPath: String

  /// How the tokens of its claims begin.
  var tokenPrefix: String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Waits until it is ready to begin.
  func ready() async throws {
    guard try await process.output.next() == "ready" else {
      throw UnexpectedAnswer(description: "a helper was not ready: \(process.complaints.contents)")
    }
  }

  func start() throws {
    try process.send("go")
  }
}

extension Crew {
  /// The file whose existence tells consumers that nothing more will be enqueued.
  var marker: String { "\(bench.container)/finished" }

  func finish() throws {
    try Data().write(to: URL(fileURLWithPath: marker))
  }

  func producer(_ number: Int, count: Int, _ others: [String] = []) throws -> RaceHelper {
    try racer(number, ["produce", "--producer", "\(number)", "--count", "\(count)"] + others)
  }

  func consumer(_ number: Int, _ others: [String] = []) throws -> RaceHelper {
    try racer(number, ["consume", "--consumer", "\(number)", "--until-marker", marker] + others)
  }

  private func racer(_ number: Int, _ arguments: [String]) throws -> RaceHelper {
    let record = "\(bench.container)/record-\(number)"
    let place = ["--container", bench.container, "--namespace", bench.namespace, "--record", record]
    return RaceHelper(number: number, process: try spawn(arguments + place), recordPath: record)
  }

  /// Lets helpers begin together.
  func start(_ helpers: [RaceHelper]) async throws {
    for helper in helpers { try await helper.ready() }
    for helper in helpers { try helper.start() }
  }
}
