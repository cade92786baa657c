/// A tape at rest: what was drawn, and what it was drawn for.
///
/// The text has two lines, each ended by a line feed: `choice-tape 1 <label>`, and the values in decimal, separated by
/// single spaces. A file that differs in any way is refused, so that a damaged recording is never replayed as another.
package struct TapeRecording: Hashable, Sendable {
  /// What the tape drives, 1 to 32 letters from `a` to `z`.
  package var label: String

  /// The recorded choices.
  package var values: [UInt64]

  /// A recording of the given values.
  package init(label: String, values: [UInt64]) {
    precondition(Self.isLabel(Substring(label)), "a label is 1 to 32 letters from a to z")
    self.label = label
    self.values = values
  }

  /// The recording as a file holds it.
  package var text: String {
    "\(Self.header)\(label)\n\(values.map(String.init).joined(separator: " "))\n"
  }

  /// Reads what ``text`` wrote.
  package init(parsing text: String) throws(TapeError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty else { throw .lines }
    guard lines[0].hasPrefix(Self.header) else { throw .header }
    let label = lines[0].dropFirst(Self.header.count)
    guard Self.isLabel(label) else { throw .label }
    var values: [UInt64] = []
    if !lines[1].isEmpty {
      for field in lines[1].split(separator: " ", omittingEmptySubsequences: false) {
        // Only what `text` prints: a plus sign or leading zeros would read as well, but were not written here.
        guard let value = UInt64(field), String(value) == field else { throw .value(values.count) }
        values.append(value)
      }
    }
    self.label = String(label)
    self.values = values
  }

  private static let header = "choice-tape 1 "

  private static func isLabel(_ text: Substring) -> Bool {
    1...32 ~= text.utf8.count && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }
}

/// Why a text is no recorded tape.
package enum TapeError: Error, Equatable, Sendable {
  /// It does not have exactly two lines, each ended by a line feed.
  case lines
  /// The first line names another kind of file, or another version.
  case header
  /// The label is not 1 to 32 letters from `a` to `z`.
  case label
  /// The value at this position is not a 64-bit number in decimal, as it would have been written.
  case value(Int)
}

extension TapeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .lines: "it has not exactly two lines, each with its end"
    case .header: "its first line does not begin as that of a tape of version 1"
    case .label: "its label is not 1 to 32 letters from a to z"
    case .value(let position): "its value at position \(position) is not a number as it would have been written"
    }
  }
}
