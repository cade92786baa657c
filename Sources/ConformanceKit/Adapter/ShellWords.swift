/// A command line split into words as a POSIX shell does, without expansions.
package enum ShellWords {
  /// What cannot be split.
  package struct Unclosed: Error, CustomStringConvertible {
    package let description: String
  }

  package static func split(_ text: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text[...]
    while let character = characters.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", _): word = (word ?? "") + [character]
      case ("\"", "\\"):
        guard let next = characters.popFirst() else { throw Unclosed(description: "a backslash ends the command") }
        word = (word ?? "") + ("\\\"$`".contains(next) ? "" : "\\") + [next]
      case ("\"", _): word = (word ?? "") + [character]
      case (_, "'"), (_, "\""):
        quote = character
        word = word ?? ""
      case (_, "\\"):
        guard let next = characters.popFirst() else { throw Unclosed(description: "a backslash ends the command") }
        word = (word ?? "") + [next]
      case (_, " "), (_, "\t"), (_, "\n"):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + [character]
      }
    }
    guard quote == nil else { throw Unclosed(description: "a quotation mark is not closed") }
    return words + (word.map { [$0] } ?? [])
  }

  /// Words as they must be typed.
  package static func quoted(_ text: String) -> String {
    text.wholeMatch(of: /[A-Za-z0-9_.\/:=@%+,-]+/) != nil ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
