/// One line of a helper's record: an operation began, or ended.
///
/// An operation that began and has no end is unknown: its process died in it.
package struct RaceEvent: Equatable, Sendable {
  package enum Operation: String, Sendable {
    case enqueue, claim, acknowledge, release
  }

  package enum Moment: Equatable, Sendable {
    case invoked
    case returned
    /// The code of an `AppGroupMailboxError`.
    case failed(String)
  }

  /// On the monotonic clock, which all processes of a machine share.
  package var nanoseconds: UInt64
  package var operation: Operation
  package var moment: Moment
  /// What it is about; of a claim, known only when it has returned.
  package var messages: [RaceMessage]

  package init(nanoseconds: UInt64, operation: Operation, moment: Moment, messages: [RaceMessage]) {
    self.nanoseconds = nanoseconds
    self.operation = operation
    self.moment = moment
    self.messages = messages
  }
}

extension RaceEvent: LosslessStringConvertible {
  package var description: String {
    let moment =
      switch moment {
      case .invoked: "invoked"
      case .returned: "returned"
      case .failed(let code): code
      }
    return ([String(nanoseconds), operation.rawValue, moment] + messages.map(\.description)).joined(separator: " ")
  }

  package init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 3, let nanoseconds = UInt64(words[0]), let operation = Operation(rawValue: words[1]) else {
      return nil
    }
    let messages = words.dropFirst(3).compactMap { RaceMessage($0) }
    guard messages.count == words.count - 3 else { return nil }
    let moment: Moment =
      switch words[2] {
      case "invoked": .invoked
      case "returned": .returned
      case let code: .failed(code)
      }
    self.init(nanoseconds: nanoseconds, operation: operation, moment: moment, messages: messages)
  }
}
