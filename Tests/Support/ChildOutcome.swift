import Foundation

/// What a child process tells its test: an issue recorded in a child arrives without its values.
package enum ChildOutcome {
  /// Runs something and writes "done", or the error that it threw, into a directory.
  package static func write(into directory: String, _ body: () throws -> Void) {
    let text: String
    do {
      try body()
      text = "done"
    } catch {
      text = String(describing: error)
    }
    guard FileManager.default.createFile(atPath: path(directory), contents: Data(text.utf8)) else {
      preconditionFailure("the outcome cannot be written")
    }
  }

  /// What was written, if anything; it is removed.
  package static func read(from directory: String) -> String? {
    defer { try? FileManager.default.removeItem(atPath: path(directory)) }
    return FileManager.default.contents(atPath: path(directory)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func path(_ directory: String) -> String { "\(directory)/outcome-of-the-child" }
}
