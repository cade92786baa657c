/// Text from elsewhere, as it may be written to a terminal.
enum SafeText {
  /// A name's bytes: what is no printable UTF-8 becomes `\xNN`, and a backslash two, so that the bytes can be told from it.
  ///
  /// Control characters of both sets, marks that turn the direction of writing, and invisible characters count as not printable.
  static func escaped(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      return bytes.map { $0 < 0x7F ? escaped(Unicode.Scalar($0)) : hexadecimal($0) }.joined()
    }
    return escaped(text)
  }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map(escaped).joined()
  }

  /// A JSON text in which what is not printable is written as a number; it means the same, as such characters stand in strings only.
  static func printableJSON(_ json: String) -> String {
    // Bodies may be large, and are mostly plain.
    if json.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if scalar == "\n" || isPrintable(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }

  /// Two digits a byte.
  static func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\\" { return "\\\\" }
    return isPrintable(scalar) ? String(scalar) : String(scalar).utf8.map(hexadecimal).joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "\\x" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }
}
