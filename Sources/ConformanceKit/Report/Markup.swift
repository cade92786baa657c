/// Text from anywhere, made fit for XML and HTML.
enum Markup {
  /// Escaped for an element's content and for a quoted attribute.
  ///
  /// What XML forbids or what a reader would not see, such as control characters, is spelled `\u{1b}`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case _ where isInvisible(scalar): escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Control characters, what turns the direction of text around, and what is no character at all.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
    default: false
    }
  }
}
