import AppGroupMailbox
import Foundation

/// A helper's own record, appended to with one write a line: what a killed helper had written is there, and its last
/// operation shows as begun and not ended.
final class RaceRecord {
  private let file: FileHandle
  private let clock = SystemClock()

  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw CommandError("cannot write \(path)") }
    self.file = file
  }

  /// Runs an operation between its two lines.
  ///
  /// - Returns: `nil` if it failed in a way that a racing helper expects: somebody else was quicker, or there is no room.
  func performing<Value>(
    _ operation: RaceEvent.Operation, _ messages: [RaceMessage] = [],
    outcome: (Value) -> [RaceMessage], _ body: () throws(AppGroupMailboxError) -> Value
  ) throws -> Value? {
    try append(operation, .invoked, messages)
    do {
      let value = try body()
      try append(operation, .returned, outcome(value))
      return value
    } catch let error as AppGroupMailboxError {
      try append(operation, .failed(error.code), messages)
      switch error {
      case .busy, .mailboxFull, .claimNoLongerExists: return nil
      default: throw error
      }
    }
  }

  func append(_ operation: RaceEvent.Operation, _ moment: RaceEvent.Moment, _ messages: [RaceMessage]) throws {
    let event = RaceEvent(
      nanoseconds: clock.monotonicNanoseconds, operation: operation, moment: moment, messages: messages)
    try file.write(contentsOf: Data("\(event)\n".utf8))
  }
}
