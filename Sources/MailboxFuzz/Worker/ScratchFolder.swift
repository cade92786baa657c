import Foundation

/// The folder that takes a worker's temporary files, below one of the driver's.
struct ScratchFolder {
  let path: String
  /// Set for a worker, so that it knows the folder to be its own.
  static let variable = "MAILBOX_FUZZ_SCRATCH"

  init(in folder: String) throws {
    path = "\(folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  func remove() {
    // Nothing can be done about a folder that does not go.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// What a worker does whose driver is gone: it removes its folder, and the last of them the driver's.
  static func removeOwn() {
    guard let path = ProcessInfo.processInfo.environment[variable] else { return }
    try? FileManager.default.removeItem(atPath: path)
    rmdir(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }
}
