import AppGroupMailbox
import Foundation

/// One line on standard error that says how far things are: rewritten on a terminal, repeated every few seconds elsewhere.
final class FuzzProgress: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private let state: StateLock<State>

  private struct State {
    var shown: ContinuousClock.Instant
    var isDirty = false
  }

  init() {
    state = StateLock(State(shown: clock.now))
  }

  /// Shows the text if it is time to.
  func show(_ text: () -> String) {
    let isDue = state.withLock { state in
      guard clock.now - state.shown >= (isTerminal ? .milliseconds(250) : .seconds(5)) else { return false }
      state = State(shown: clock.now, isDirty: isTerminal)
      return true
    }
    guard isDue else { return }
    write(isTerminal ? "\r\u{1B}[K\(text())" : "\(text())\n")
  }

  /// Shows the text at once, where there is a terminal.
  func note(_ text: String) {
    guard isTerminal else { return }
    state.withLock { $0.isDirty = true }
    write("\r\u{1B}[K\(text)")
  }

  /// Leaves the line to what is printed next.
  func clear() {
    let wasDirty = state.withLock { state in
      defer { state.isDirty = false }
      return state.isDirty
    }
    if wasDirty { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
