import Foundation
import MailboxAdapter
import MailboxSimulation
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

  /// The message of this number, counted from 0, of those that it produces.
  func message(_ messageNumber: Int) -> String {
    UserMessage.text(UUID(process: number, number: messageNumber))
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

extension Race {
  /// Enqueues so many messages.
  func producer(count: Int, _ others: [String] = []) throws -> RaceHelper {
    try racer(["--work", "produce", "--count", "\(count)"] + others)
  }

  /// Claims and settles until ``finish()``.
  func consumer(_ others: [String] = []) throws -> RaceHelper {
    try racer(["--work", "consume", "--until-marker", marker] + others)
  }

  /// Does so many operations of every kind, at random.
  func mixer(count: Int, seed: UInt64, _ others: [String] = []) throws -> RaceHelper {
    try racer(["--work", "mix", "--count", "\(count)", "--seed", "\(seed)"] + others)
  }

  /// Lets helpers begin together.
  func start(_ helpers: [RaceHelper]) async throws {
    for helper in helpers { try await helper.ready() }
    for helper in helpers { try helper.start() }
  }
}
