import Foundation
import MailboxSimulation

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

  /// Never unlocked: one thread of a worker removes, and another that wants to does not end the process meanwhile.
  private static let removing = NSLock()

  /// What a worker does whose driver is gone: it removes the driver's folder, and ends.
  ///
  /// With those of the other workers, which end as well: the driver may have been killed between making a folder and starting its worker.
  static func endWithDriver() -> Never {
    removing.lock()
    removeDrivers()
    _exit(0)
  }

  private static func removeDrivers() {
    guard let path = ProcessInfo.processInfo.environment[variable] else { return }
    let driver = URL(fileURLWithPath: path).deletingLastPathComponent()
    // Whatever the variable says, nothing else is removed.
    guard driver.lastPathComponent.hasPrefix(ScratchDirectory.prefix) else { return }
    // Another worker may be removing it, too, so that what is to be removed is gone, or comes back.
    for _ in 0..<100 where access(driver.path, F_OK) == 0 { try? FileManager.default.removeItem(at: driver) }
  }
}
