import ConformanceKit
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a command writes, and how.
final class CommandOutput {
  let style: TerminalStyle
  private let write: (String) -> Void
  private let complainTo: (String) -> Void
  /// The terminal's width; `nil` if standard output is none.
  private let columns: (() -> Int)?
  private var status = ""

  /// For tests.
  init(write: @escaping (String) -> Void, complain: @escaping (String) -> Void) {
    style = .plain
    self.write = write
    complainTo = complain
    columns = nil
  }

  /// Standard output and standard error.
  init() {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
    style = TerminalStyle(isColored: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty)
    write = { FileHandle.standardOutput.write(Data($0.utf8)) }
    complainTo = { FileHandle.standardError.write(Data($0.utf8)) }
    columns =
      isTerminal
      ? { TerminalWidth.columns(reported: Self.reportedColumns, environment: environment) } : nil
  }

  private static var reportedColumns: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
  }

  /// Writes on standard output, above the status line if there is one.
  func say(_ text: String) {
    guard !status.isEmpty else { return write(text) }
    write("\r\u{1B}[K" + text + status)
  }

  func say(_ json: JSON) { say(SafeText.printableJSON(json.indented) + "\n") }

  func complain(_ text: String) { complainTo("mailbox: \(text)\n") }

  /// A line at the bottom of a terminal that is written over again and again; nothing elsewhere.
  func showStatus(_ text: String) {
    guard let columns else { return }
    if text != status { write("\r\u{1B}[K" + text.prefix(max(0, columns() - 1))) }
    status = String(text.prefix(max(0, columns() - 1)))
  }
}
