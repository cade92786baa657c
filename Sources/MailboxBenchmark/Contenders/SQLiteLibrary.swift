import Foundation

/// The system's SQLite, loaded when it is needed: this package links nothing for it.
final class SQLiteLibrary: Sendable {
  typealias Connection = OpaquePointer
  typealias Statement = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  /// `nil` if there is none on this machine.
  static let shared: SQLiteLibrary? = {
    let names = ["libsqlite3.so.0", "libsqlite3.so", "/usr/lib/libsqlite3.dylib"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
    return SQLiteLibrary { dlsym(library, "sqlite3_" + $0) }
  }()

  let open: @Sendable @convention(c) (Text, UnsafeMutablePointer<Connection?>, CInt, Text?) -> CInt
  let close: @Sendable @convention(c) (Connection?) -> CInt
  let prepare:
    @Sendable @convention(c) (Connection?, Text, CInt, UnsafeMutablePointer<Statement?>, UnsafeRawPointer?) -> CInt
  let step: @Sendable @convention(c) (Statement?) -> CInt
  let reset: @Sendable @convention(c) (Statement?) -> CInt
  let finalize: @Sendable @convention(c) (Statement?) -> CInt
  /// The bytes stay where they are until the statement has run: nobody frees them.
  let bindBytes: @Sendable @convention(c) (Statement?, CInt, UnsafeRawPointer?, CInt, UnsafeRawPointer?) -> CInt
  let bindInteger: @Sendable @convention(c) (Statement?, CInt, Int64) -> CInt
  let bindReal: @Sendable @convention(c) (Statement?, CInt, Double) -> CInt
  let columnInteger: @Sendable @convention(c) (Statement?, CInt) -> Int64
  let columnBytes: @Sendable @convention(c) (Statement?, CInt) -> UnsafeRawPointer?
  let columnLength: @Sendable @convention(c) (Statement?, CInt) -> CInt
  let waitWhenBusy: @Sendable @convention(c) (Connection?, CInt) -> CInt
  let message: @Sendable @convention(c) (Connection?) -> Text?
  let version: String

  static let row: CInt = 100
  static let done: CInt = 101
  static let readWriteCreate: CInt = 2 | 4

  private struct Missing: Error {}

  private init?(_ symbol: (String) -> UnsafeMutableRawPointer?) {
    func function<Function>(_ name: String) throws -> Function {
      guard let address = symbol(name) else { throw Missing() }
      return unsafeBitCast(address, to: Function.self)
    }
    do {
      open = try function("open_v2")
      close = try function("close_v2")
      prepare = try function("prepare_v2")
      step = try function("step")
      reset = try function("reset")
      finalize = try function("finalize")
      bindBytes = try function("bind_blob")
      bindInteger = try function("bind_int64")
      bindReal = try function("bind_double")
      columnInteger = try function("column_int64")
      columnBytes = try function("column_blob")
      columnLength = try function("column_bytes")
      waitWhenBusy = try function("busy_timeout")
      message = try function("errmsg")
      let version: @convention(c) () -> Text = try function("libversion")
      self.version = String(cString: version())
    } catch {
      return nil
    }
  }
}
