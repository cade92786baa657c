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
    Thread.detachNewThread {
      while readLine() != nil {}
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
