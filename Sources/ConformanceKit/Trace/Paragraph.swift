/// Text that is broken between words, to be read on a terminal.
package enum Paragraph {
  static let width = 100

  /// The lines of a text behind a label; those after the first begin where the text of the first does.
  package static func lines(_ label: String, _ text: String, width: Int = width) -> [String] {
    lines(label, words: text.split(separator: " ").map(String.init), width: width)
  }

  /// - Parameter words: What is not broken; one that is longer than a line stands alone in one.
  static func lines(_ label: String, words: [String], width: Int = width) -> [String] {
    let indent = String(repeating: " ", count: label.count)
    var lines: [String] = []
    var line = label
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (indent, true)
      }
      line += isEmpty ? word : " \(word)"
      isEmpty = false
    }
    return lines + [line]
  }
}
