import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport

@testable import MailboxInspection

/// What a command printed and how it ended.
struct CommandRun {
  var status: Int32
  var output: String
  var complaints: String

  /// Runs a command in this process.
  init(_ words: [String], clock: any MailboxClock = SystemClock(), fileSystem: any FileSystem = POSIXFileSystem()) {
    let (output, complaints) = (StateLock(""), StateLock(""))
    let command = MailboxCommand(
      CommandOutput(
        write: { text in output.withLock { $0 += text } }, complain: { text in complaints.withLock { $0 += text } }),
      MailboxLooker(fileSystem: fileSystem, clock: clock))
    status = command.run(words)
    self.output = output.withLock { $0 }
    self.complaints = complaints.withLock { $0 }
  }
}

/// What of a tree a look must not change: everything that `lstat` tells but the time of the last reading.
struct TouchSnapshot: Equatable {
  let lines: [String]

  init(of path: String) {
    lines = Self.lines(path, ".").sorted()
  }

  private static func lines(_ path: String, _ name: String) -> [String] {
    var status = stat()
    guard lstat(path, &status) == 0 else { return ["\(name): errno \(errno)"] }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    let line =
      "\(name): \(status.st_mode) \(status.st_uid) \(status.st_ino) \(status.st_nlink) \(status.st_size)"
      + " \(modified.tv_sec).\(modified.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec)"
    guard status.st_mode & S_IFMT == S_IFDIR else { return [line] }
    let inner = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return [line] + inner.flatMap { lines("\(path)/\($0)", "\(name)/\($0)") }
  }
}

extension MailboxBench {
  /// Runs a command at this bench's time.
  func run(_ words: String...) -> CommandRun { CommandRun(words, clock: clock) }

  /// Looks at the mailbox at this bench's time.
  func sight(_ reading: MailboxLooker.Reading = .all) throws -> MailboxSight {
    try MailboxLooker(clock: clock, reading: reading)
      .look(at: MailboxPlace(container: container, namespace: namespace))
  }

  func findings(_ settings: Verification.Settings = Verification.Settings()) throws -> [Finding] {
    Verification(try sight(), settings).findings
  }

  /// Plants a file of a message with the mode that it must have.
  func plantFile(_ name: String, _ content: String, mode: Int = 0o600) throws {
    try plant(name, content)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(directory)/\(name)")
  }

  /// The directories and the lock file as the library makes them.
  func makeSoundMailbox() throws {
    _ = try open()
  }
}
