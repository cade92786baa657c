internal import Foundation

/// A folder of its own among the temporary files, gone when nobody holds it any more.
package final class ScratchDirectory: Sendable {
  package let path: String
  /// How the names of all these begin.
  package static let prefix = "mailbox-"

  /// Makes the folder.
  package init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(Self.prefix)\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit {
    // Nothing can be done about a folder that does not go.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Runs something in an empty folder below this one, which is removed afterwards.
  package func withEmptyFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = "\(path)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }
}
