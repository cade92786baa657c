/// Whether and how words are set off.
struct TerminalStyle: Sendable {
  let isColored: Bool

  static let plain = TerminalStyle(isColored: false)

  func heading(_ text: String) -> String { wrapped(text, "1") }
  func error(_ text: String) -> String { wrapped(text, "1;31") }
  func warning(_ text: String) -> String { wrapped(text, "33") }
  func quiet(_ text: String) -> String { wrapped(text, "2") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
