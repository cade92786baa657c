import AppGroupMailbox
import Foundation

/// Where racing helpers wait until all are there.
enum StartingLine {
  /// Says that this helper is ready, and waits for the line that starts it.
  ///
  /// From then on the process ends when its standard input does: a helper must not outlive who started it.
  static func wait() throws {
    try FileHandle.standardOutput.write(contentsOf: Data("ready\n".utf8))
    guard readLine() != nil else { exit(1) }
    endWithInput()
  }

  /// The same, for one that goes on until another line comes in.
  static func wait(untilLine action: @escaping @Sendable () -> Void) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("ready\n".utf8))
    guard readLine() != nil else { exit(1) }
    Thread.detachNewThread {
      guard readLine() != nil else { exit(1) }
      action()
      endWithInput()
    }
  }

  /// Lets this process end when nothing more can come.
  ///
  /// Without `readLine`, whose lock a child that is forked meanwhile would inherit.
  static func endWithInput() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      var count = 0
      repeat { count = read(0, &byte, 1) } while count > 0 || count < 0 && errno == EINTR
      exit(1)
    }
  }
}

/// The pause of a helper that finds nothing to do, or no room.
enum Idling {
  static func pause() {
    SystemClock().sleep(nanoseconds: 500_000)
  }
}
