import ConformanceKit
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard error, where it is a terminal.
enum StandardErrorTerminal {
  /// What shows there how far a run is; `nil` where nobody would see it, or nobody wants to.
  static func progress(of total: Int) -> ProgressDisplay? {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(STDERR_FILENO) == 1, environment["TERM"] != "dumb", environment["NO_PROGRESS"] == nil else {
      return nil
    }
    return ProgressDisplay(
      total: total, width: { TerminalWidth.columns(reported: reportedColumns, environment: environment) },
      write: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  private static var reportedColumns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
  }
}
