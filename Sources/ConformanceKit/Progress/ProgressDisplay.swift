/// Shows on a terminal how far a run is: one line that is written over again and again, and is gone in the end.
package struct ProgressDisplay: Sendable {
  private static let pause = Duration.milliseconds(100)
  /// Back to the line's beginning, and, where a text is shorter than the one before, clear the rest.
  private static let (home, clearRest) = ("\r", "\u{1B}[K")

  private var line: ProgressLine
  private let width: @Sendable () -> Int
  private let write: @Sendable (String) -> Void
  private var lastShown: ContinuousClock.Instant?

  /// - Parameters:
  ///   - total: The number of cases.
  ///   - width: The terminal's columns; it may change at any time.
  ///   - write: Writes to the terminal, without a line's end.
  package init(total: Int, width: @escaping @Sendable () -> Int, write: @escaping @Sendable (String) -> Void) {
    line = ProgressLine(total: total)
    self.width = width
    self.write = write
  }

  package mutating func began(_ id: String, at now: ContinuousClock.Instant = .now) {
    if let lastShown, now - lastShown < Self.pause { return }
    lastShown = now
    // The last column stays free: some terminals begin a new line behind it.
    write(Self.home + line.text(running: id, width: width() - 1) + Self.clearRest)
  }

  package mutating func ended(_ result: CaseResult, isKnown: Bool) {
    line.add(result.outcome, isKnown: isKnown)
  }

  package mutating func clear() {
    if lastShown != nil { write(Self.home + Self.clearRest) }
    lastShown = nil
  }
}
