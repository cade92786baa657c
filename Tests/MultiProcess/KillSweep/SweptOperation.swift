import AdapterKit
import Foundation
import MailboxTestSupport
import Testing

/// One operation of the library, the mailbox that it meets, and what was asked before it.
struct SweptOperation: Sendable, CustomTestStringConvertible {
  struct Request: Sendable {
    var operation: String
    var arguments: JSONValue = [:]
  }

  /// What an answer without an error promises.
  enum Promise: Sendable {
    /// All that the operation does has happened.
    case everything
    /// The new messages are there; settling and evicting may have failed (clauses OVF-6, CLM-11).
    case stored
    /// What it lists is claimed, and nothing else.
    case claims
  }

  var name: String
  var request: Request
  var promise = Promise.everything
  /// Whether the mailbox is opened before: not where opening it is the operation.
  var isOpened = true
  var preparation: [Request] = []
  var planted: [SweptPlant] = [.pending(1), .pending(2)]
  var settings: [String: JSONValue] = [:]

  var testDescription: String { name }

  /// What the helper is asked, but for the operation.
  func requestsBefore(opening: JSONValue) -> [Request] {
    [Request(operation: "clock", arguments: ["now": .number(SweptPlant.now)])]
      + (isOpened ? [Request(operation: "open", arguments: opening)] : []) + preparation
  }

  /// The operation itself.
  func request(opening: JSONValue) -> Request {
    isOpened ? request : Request(operation: "open", arguments: opening)
  }
}

/// A file that is there before an operation.
struct SweptPlant: Sendable {
  /// The wall clock of the helpers: that of the system when the sweep began, because it dates temporaries.
  static let now = Date().timeIntervalSinceReferenceDate.rounded(.down)

  var name: String
  var content: String
  /// The age of its stamp in seconds.
  var age = 0.0

  static func pending(
    _ number: Int, age: Double? = nil, attempts: Int = 0, ordinal: Int? = nil, body: String? = nil
  ) -> SweptPlant {
    message("", number, age: age, attempts: attempts, ordinal: ordinal, body: body)
  }

  static func deadLetter(_ number: Int) -> SweptPlant { message("deadletter-rejected-", number) }

  /// Nobody has renewed it for longer than `claimTimeout`.
  static func abandoned(_ number: Int) -> SweptPlant {
    var plant = message("claimed-\(UUID().uuidString)-", number, attempts: 1)
    plant.age = 1_000
    return plant
  }

  /// As release 0.1 writes it.
  static func legacy(_ number: Int) -> SweptPlant {
    let id = MailboxBench.id(number).uuidString
    return SweptPlant(
      name: "pending-0000000000000000000\(number)-\(id).json", content: MailboxBench.body(number, date: now - 50))
  }

  private static func message(
    _ prefix: String, _ number: Int, age: Double? = nil, attempts: Int = 0, ordinal: Int? = nil,
    body: String? = nil
  ) -> SweptPlant {
    let date = now - (age ?? 100 - Double(number))
    let name = MailboxBench.name(number, date: date, ordinal: UInt64(ordinal ?? number), attempts: attempts)
    return SweptPlant(
      name: prefix + name.fileName.text,
      content: body ?? MailboxBench.body(number, date: date, message: "\"m\(number)\""))
  }

  func put(into directory: String) throws {
    let path = "\(directory)/\(name)"
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let attributes: [FileAttributeKey: Any] = [
      .posixPermissions: 0o600, .modificationDate: Date(timeIntervalSinceReferenceDate: Self.now - age),
    ]
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
  }
}
