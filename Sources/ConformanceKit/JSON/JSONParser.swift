import Foundation

/// What is wrong with a text that should be JSON, and where.
package struct JSONFault: Error, CustomStringConvertible {
  package let problem: String
  package let line: Int
  package let column: Int

  package var description: String { "line \(line), column \(column): \(problem)" }
}

/// Reads one JSON text by RFC 8259, and refuses what readers disagree about: a name twice, a byte-order mark, a lone surrogate.
package struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private static let deepest = 512

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package static func parse(_ bytes: some Sequence<UInt8>) throws -> JSON {
    var parser = JSONParser(Array(bytes))
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == parser.bytes.count else { throw parser.fault("something stands behind the value") }
    return value
  }

  private func fault(_ problem: String) -> JSONFault {
    let before = bytes[..<min(position, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONFault(
      problem: problem, line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws -> JSON {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw fault("nested more than \(Self.deepest) deep") }
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw fault("the text ends where a value should be")
    default: return try number()
    }
  }

  private mutating func word(_ text: String, _ value: JSON) throws -> JSON {
    guard bytes[position...].starts(with: text.utf8) else { throw fault("no value begins so") }
    position += text.utf8.count
    return value
  }

  private mutating func object() throws -> JSON {
    position += 1
    var members: [String: JSON] = [:]
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault("a member's name in quotation marks is missing") }
      let name = try string()
      guard take(":") else { throw fault("':' is missing behind \"\(name)\"") }
      guard members[name] == nil else { throw fault("the member \"\(name)\" is there twice") }
      members[name] = try value()
    } while take(",")
    guard take("}") else { throw fault("',' or '}' is missing") }
    return .object(members)
  }

  private mutating func array() throws -> JSON {
    position += 1
    var values: [JSON] = []
    if take("]") { return .array(values) }
    repeat { values.append(try value()) } while take(",")
    guard take("]") else { throw fault("',' or ']' is missing") }
    return .array(values)
  }

  // A literal in a function would be parsed and compiled each time it is come by. This is never changed.
  nonisolated(unsafe) private static let numberGrammar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/

  private mutating func number() throws -> JSON {
    let start = position
    while let byte = next, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard text.wholeMatch(of: Self.numberGrammar) != nil else {
      position = start
      throw fault("no value begins so")
    }
    return .number(text)
  }

  private mutating func string() throws -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw fault("the string is not UTF-8") }
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        content += try escaped().utf8
      case 0..<0x20: throw fault("a control character stands in a string")
      default:
        content.append(byte)
        position += 1
      }
    }
    throw fault("the text ends in a string")
  }

  private mutating func escaped() throws -> String {
    guard let byte = next else { throw fault("the text ends in a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try unit()
      guard UTF16.isLeadSurrogate(first) else { return try text([first]) }
      guard bytes[position...].starts(with: "\\u".utf8) else { throw fault("a surrogate stands alone") }
      position += 2
      return try text([first, try unit()])
    default: throw fault("no escape begins so")
    }
  }

  private mutating func unit() throws -> UInt16 {
    let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    // No sign, which a number could have.
    guard digits.utf8.count == 4, digits.utf8.first != UInt8(ascii: "+"), let unit = UInt16(digits, radix: 16) else {
      throw fault("four hexadecimal digits are missing")
    }
    position += 4
    return unit
  }

  private func text(_ units: [UInt16]) throws -> String {
    let text = String(decoding: units, as: UTF16.self)
    guard !text.unicodeScalars.contains("\u{FFFD}") || units == [0xFFFD] else {
      throw fault("a surrogate stands alone")
    }
    return text
  }
}
