import Foundation

/// A connection to a database, and the statements that were prepared on it.
final class SQLiteConnection {
  private let library: SQLiteLibrary
  private var connection: SQLiteLibrary.Connection?
  private var statements: [String: SQLiteLibrary.Statement] = [:]

  /// What is put into a statement, or comes out of it.
  enum Value {
    case integer(Int64)
    case real(Double)
    case bytes(Data)
  }

  init(_ library: SQLiteLibrary, path: String) throws {
    self.library = library
    guard library.open(path, &connection, SQLiteLibrary.readWriteCreate, nil) == 0 else { throw fault("open") }
    _ = library.waitWhenBusy(connection, 60_000)
  }

  deinit {
    for statement in statements.values { _ = library.finalize(statement) }
    _ = library.close(connection)
  }

  /// Runs a statement, which is prepared only once.
  ///
  /// - Parameter row: Told of each row, and how to get at its columns.
  func run(_ text: String, _ values: [Value] = [], row: (Row) throws -> Void = { _ in }) throws {
    let statement = try prepared(text)
    defer { _ = library.reset(statement) }
    try bind(values[...], from: 1, to: statement) {
      while true {
        switch library.step(statement) {
        case SQLiteLibrary.row: try row(Row(library: library, statement: statement))
        case SQLiteLibrary.done: return
        default: throw fault(text)
        }
      }
    }
  }

  /// Binds values one after the other; bytes stay where they are while `body` runs.
  private func bind(
    _ values: ArraySlice<Value>, from number: CInt, to statement: SQLiteLibrary.Statement, _ body: () throws -> Void
  ) throws {
    guard let value = values.first else { return try body() }
    func next(_ code: CInt) throws {
      guard code == 0 else { throw fault("bind") }
      try bind(values.dropFirst(), from: number + 1, to: statement, body)
    }
    switch value {
    case .integer(let value): try next(library.bindInteger(statement, number, value))
    case .real(let value): try next(library.bindReal(statement, number, value))
    case .bytes(let data):
      try data.withUnsafeBytes { bytes in
        try next(library.bindBytes(statement, number, bytes.baseAddress, CInt(bytes.count), nil))
      }
    }
  }

  private func prepared(_ text: String) throws -> SQLiteLibrary.Statement {
    if let statement = statements[text] { return statement }
    var statement: SQLiteLibrary.Statement?
    guard library.prepare(connection, text, -1, &statement, nil) == 0, let statement else { throw fault(text) }
    statements[text] = statement
    return statement
  }

  private func fault(_ what: String) -> BenchmarkFault {
    BenchmarkFault("SQLite, \(what): \(library.message(connection).map { String(cString: $0) } ?? "unknown")")
  }

  /// A row of a result.
  struct Row {
    fileprivate let library: SQLiteLibrary
    fileprivate let statement: SQLiteLibrary.Statement

    func integer(_ column: CInt) -> Int64 { library.columnInteger(statement, column) }

    func bytes(_ column: CInt) -> Data {
      let count = Int(library.columnLength(statement, column))
      return library.columnBytes(statement, column).map { Data(bytes: $0, count: count) } ?? Data()
    }
  }
}
