import Foundation

/// One line on standard error that says how far things are: rewritten on a terminal, repeated every few seconds elsewhere.
final class FuzzProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private var shown: ContinuousClock.Instant
  private var isDirty = false

  init() {
    shown = clock.now
  }

  func show(_ text: @autoclosure () -> String) {
    guard clock.now - shown >= (isTerminal ? .milliseconds(250) : .seconds(5)) else { return }
    shown = clock.now
    isDirty = isTerminal
    write(isTerminal ? "\r\u{1B}[K\(text())" : "\(text())\n")
  }

  /// Leaves the line to what is printed next.
  func clear() {
    if isDirty { write("\r\u{1B}[K") }
    isDirty = false
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
