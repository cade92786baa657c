import Foundation
import MailboxAdapter

/// What racing helpers did, from their records.
struct RaceHistory {
  /// An operation from its invocation to its return; without a return its process died in it.
  struct Operation {
    var helper: Int
    var kind: RaceEvent.Operation
    var messages: [RaceMessage]
    var began: UInt64
    var ended: UInt64?
    /// The code of the error it failed with.
    var failure: String?

    var hasReturned: Bool { ended != nil && failure == nil }
  }

  private(set) var operations: [Operation] = []

  init(_ helpers: [RaceHelper]) throws {
    for helper in helpers { try read(helper) }
  }

  private mutating func read(_ helper: RaceHelper) throws {
    let text = try String(contentsOfFile: helper.recordPath, encoding: .utf8)
    var current: Operation?
    for line in text.split(separator: "\n") {
      guard let event = RaceEvent(String(line)) else { throw UnexpectedAnswer(description: "not an event: \(line)") }
      switch (event.moment, current) {
      case (.invoked, nil):
        current = Operation(
          helper: helper.number, kind: event.operation, messages: event.messages, began: event.nanoseconds)
      case (.invoked, .some), (_, nil): throw UnexpectedAnswer(description: "two beginnings or two ends: \(line)")
      case (_, .some(var operation)):
        operation.ended = event.nanoseconds
        operation.messages = event.messages
        if case .failed(let code) = event.moment { operation.failure = code }
        operations.append(operation)
        current = nil
      }
    }
    if let current { operations.append(current) }
  }

  /// The operations of a kind that returned, for each message they were about.
  func returned(_ kind: RaceEvent.Operation) -> [RaceMessage: [Operation]] {
    byMessage { $0.kind == kind && $0.hasReturned }
  }

  /// The operations of a kind that began and never ended.
  func unknown(_ kind: RaceEvent.Operation) -> [RaceMessage: [Operation]] {
    byMessage { $0.kind == kind && $0.ended == nil }
  }

  func failures(_ kind: RaceEvent.Operation, _ code: String) -> [Operation] {
    operations.filter { $0.kind == kind && $0.failure == code }
  }

  private func byMessage(_ isWanted: (Operation) -> Bool) -> [RaceMessage: [Operation]] {
    var result: [RaceMessage: [Operation]] = [:]
    for operation in operations where isWanted(operation) {
      for message in operation.messages { result[message, default: []].append(operation) }
    }
    return result
  }
}
