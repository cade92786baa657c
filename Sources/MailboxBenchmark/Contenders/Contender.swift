import Foundation

/// Somebody who can be measured: a queue of messages in a folder of its own.
///
/// One thread uses it. What it has claimed it holds until it is told what to do with it.
protocol Contender: AnyObject {
  /// Stores one message.
  func enqueue(_ message: String) throws
  /// Stores several messages, with one synchronisation for all of them.
  func enqueue(contentsOf messages: [String]) throws
  /// Claims the oldest messages and reads them.
  ///
  /// - Returns: How many.
  func claim(_ limit: Int) throws -> Int
  /// Removes everything that is held.
  func acknowledge() throws
  /// Returns everything that is held.
  func release() throws
  /// Looks at all that is there, as one has to after somebody else has changed it.
  func look() throws
}

/// Who is measured.
enum ContenderKind: String, CaseIterable, Codable, Sendable {
  /// The library.
  case mailbox
  /// The fastest system calls that do the same safely, and nothing else.
  case floor
  /// A table of SQLite in WAL mode.
  case sqlite

  /// Opens it in a folder, which is made if it is missing.
  ///
  /// - Parameters:
  ///   - depth: How many messages there will be at most, about.
  func open(in folder: String, _ durability: Durability, depth: Int) throws -> any Contender {
    switch self {
    case .mailbox: try MailboxContender(in: folder, durability, depth: depth)
    case .floor: try FloorContender(in: folder, durability)
    case .sqlite: try SQLiteContender(in: folder, durability)
    }
  }

  /// Those that there are on this machine.
  static func present() -> [ContenderKind] {
    allCases.filter { $0 != .sqlite || SQLiteLibrary.shared != nil }
  }
}

/// What a message survives, for every contender.
enum Durability: String, CaseIterable, Codable, Sendable {
  case processCrash, ordered, powerLoss
}

/// A message as every contender stores it.
struct StoredMessage: Codable {
  var id: UUID
  var enqueuedAt: Date
  var message: String
}

extension UUID {
  /// A random one; on Linux `UUID()` opens a file for it.
  init(drawn: Void) {
    let (high, low) = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    self = withUnsafeBytes(of: (high & ~0xF0 << 8 | 0x40 << 8, low)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

/// The measurement itself failed.
struct BenchmarkFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A system call failed.
  static func system(_ call: String) -> BenchmarkFault {
    BenchmarkFault("\(call) failed: \(String(cString: strerror(errno)))")
  }
}
