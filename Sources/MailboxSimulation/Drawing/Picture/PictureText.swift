/// Text as it may stand in a picture, whoever wrote it.
enum PictureText {
  /// One line of which everything can be seen: what has no look of its own is written as its number.
  static func visible(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isVisible(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Visible text for an element or an attribute.
  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in visible(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// The beginning of a text that takes no more than so many columns; wide letters are taken to need two.
  static func fitting(_ text: some StringProtocol, columns: Int) -> String {
    let text = visible(text)
    guard width(text) > columns else { return text }
    var result = ""
    var used = 0
    for scalar in text.unicodeScalars {
      used += width(scalar)
      if used > columns - 1 { break }
      result.unicodeScalars.append(scalar)
    }
    return result + "…"
  }

  /// Lines of at most so many columns, broken between words where there are any.
  static func lines(of text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in visible(text).split(separator: " ").map(String.init) {
      if let last = lines.last, width(last) + 1 + width(word) <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(fitting(word, columns: columns))
      }
    }
    return lines
  }

  static func width(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    // Latin letters, arrows and signs are narrow in every monospaced face.
    scalar.value < 0x250 || (0x2000..<0x2600).contains(scalar.value) || scalar.value == 0x2717 ? 1 : 2
  }

  /// Not what is invisible, what stacks on its neighbours, and what turns the direction of a line.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
      .otherSymbol, .spaceSeparator:
      !scalar.properties.isNoncharacterCodePoint
    default: false
    }
  }
}
