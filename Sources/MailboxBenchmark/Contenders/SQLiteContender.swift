import Foundation

/// A table of SQLite, as somebody would write a queue with it who has no need of files: WAL, prepared statements, an index in
/// the order of delivery.
///
/// It keeps no bound and recovers nothing.
final class SQLiteContender: Contender {
  private let connection: SQLiteConnection
  private var held: [Int64] = []

  init(in folder: String, _ durability: Durability) throws {
    guard let library = SQLiteLibrary.shared else { throw BenchmarkFault("there is no SQLite on this machine") }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    connection = try SQLiteConnection(library, path: folder + "/queue.sqlite")
    try connection.run("PRAGMA journal_mode = WAL")
    let synchronous =
      switch durability {
      case .processCrash: "OFF"
      case .ordered: "NORMAL"
      case .powerLoss: "FULL"
      }
    try connection.run("PRAGMA synchronous = \(synchronous)")
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS messages (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL UNIQUE, date REAL NOT NULL, body BLOB NOT NULL,
        claimed REAL)
      """)
    try connection.run("CREATE INDEX IF NOT EXISTS waiting ON messages (date, number) WHERE claimed IS NULL")
  }

  func enqueue(_ message: String) throws { try insert(message) }

  func enqueue(contentsOf messages: [String]) throws {
    try inTransaction { for message in messages { try insert(message) } }
  }

  private func insert(_ message: String) throws {
    let stored = StoredMessage(id: UUID(drawn: ()), enqueuedAt: Date(), message: message)
    let body = try JSONEncoder().encode(stored)
    let id = withUnsafeBytes(of: stored.id.uuid) { Data($0) }
    try connection.run(
      "INSERT INTO messages (id, date, body) VALUES (?, ?, ?)",
      [.bytes(id), .real(stored.enqueuedAt.timeIntervalSinceReferenceDate), .bytes(body)])
  }

  func claim(_ limit: Int) throws -> Int {
    var claimed: [(number: Int64, body: Data)] = []
    try inTransaction {
      try connection.run(
        "SELECT number, body FROM messages WHERE claimed IS NULL ORDER BY date, number LIMIT ?",
        [.integer(Int64(limit))]
      ) { claimed.append(($0.integer(0), $0.bytes(1))) }
      for message in claimed {
        try connection.run(
          "UPDATE messages SET claimed = ? WHERE number = ?",
          [.real(Date().timeIntervalSinceReferenceDate), .integer(message.number)])
      }
    }
    for message in claimed { _ = try JSONDecoder().decode(StoredMessage.self, from: message.body) }
    held += claimed.map(\.number)
    return claimed.count
  }

  func acknowledge() throws {
    for number in held { try connection.run("DELETE FROM messages WHERE number = ?", [.integer(number)]) }
    held = []
  }

  func release() throws {
    for number in held {
      try connection.run("UPDATE messages SET claimed = NULL WHERE number = ?", [.integer(number)])
    }
    held = []
  }

  /// It need not: whoever asks is told what is there.
  func look() {}

  private func inTransaction(_ body: () throws -> Void) throws {
    try connection.run("BEGIN IMMEDIATE")
    do {
      try body()
    } catch {
      // The first failure tells more than this one could.
      try? connection.run("ROLLBACK")
      throw error
    }
    try connection.run("COMMIT")
  }
}
