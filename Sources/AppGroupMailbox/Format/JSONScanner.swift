/// A strict, bounded reader of JSON text (RFC 8259) that checks and skips but builds nothing.
///
/// Depth costs one byte a level and no stack, so a hostile body cannot overflow it (clause SEC-8).
struct JSONScanner {
  struct Invalid: Error {}

  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Takes the byte if it is the next one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(Invalid) {
    guard take(byte) else { throw Invalid() }
  }

  // MARK: Values

  /// Skips one value of any kind and returns where it stood.
  mutating func skipValue() throws(Invalid) -> Range<Int> {
    skipSpace()
    let start = position
    var openObjects: [Bool] = []
    while true {
      skipSpace()
      if take(UInt8(ascii: "{")) {
        skipSpace()
        if !take(UInt8(ascii: "}")) {
          openObjects.append(true)
          try skipKey()
          continue
        }
      } else if take(UInt8(ascii: "[")) {
        skipSpace()
        if !take(UInt8(ascii: "]")) {
          openObjects.append(false)
          continue
        }
      } else {
        try skipScalar()
      }
      guard try closeContainers(&openObjects) else { return start..<position }
    }
  }

  /// After a value: `true` if another one must follow, `false` if the outermost is complete.
  private mutating func closeContainers(_ openObjects: inout [Bool]) throws(Invalid) -> Bool {
    while let inObject = openObjects.last {
      skipSpace()
      if take(UInt8(ascii: ",")) {
        if inObject {
          skipSpace()
          try skipKey()
        }
        return true
      }
      try expect(inObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      openObjects.removeLast()
    }
    return false
  }

  private mutating func skipKey() throws(Invalid) {
    _ = try skipString()
    skipSpace()
    try expect(UInt8(ascii: ":"))
  }

  private mutating func skipScalar() throws(Invalid) {
    switch next {
    case UInt8(ascii: "\""): _ = try skipString()
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    default: try skipNumber()
    }
  }

  private mutating func skipLiteral(_ literal: StaticString) throws(Invalid) {
    let length = literal.utf8CodeUnitCount
    guard bytes.count - position >= length else { throw Invalid() }
    let matches = literal.withUTF8Buffer { bytes[position..<position + length].elementsEqual($0) }
    guard matches else { throw Invalid() }
    position += length
  }

  private mutating func skipNumber() throws(Invalid) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try skipDigits() }
    if take(UInt8(ascii: ".")) { try skipDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(Invalid) {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    guard position > start else { throw Invalid() }
  }

  // MARK: Strings

  /// Skips a string and returns where its contents stood, quotes left out.
  mutating func skipString() throws(Invalid) -> Range<Int> {
    try expect(UInt8(ascii: "\""))
    let start = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): try skipEscape()
      case 0x00..<0x20: throw Invalid()
      case 0x20..<0x80: position += 1
      default: try skipMultibyte(lead: byte)
      }
    }
    throw Invalid()
  }

  private mutating func skipEscape() throws(Invalid) {
    position += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      guard bytes.count - position >= 5 else { throw Invalid() }
      let hexadecimal = bytes[position + 1..<position + 5].allSatisfy { Self.isHexadecimal($0) }
      guard hexadecimal else { throw Invalid() }
      position += 5
    default: throw Invalid()
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// One character of two to four bytes of UTF-8, as RFC 3629 permits them: shortest form, no surrogates, at most U+10FFFF.
  private mutating func skipMultibyte(lead: UInt8) throws(Invalid) {
    let (second, length): (ClosedRange<UInt8>, Int)
    switch lead {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xE1...0xEC, 0xEE...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw Invalid()
    }
    guard bytes.count - position >= length, second.contains(bytes[position + 1]),
      bytes[position + 2..<position + length].allSatisfy({ (0x80...0xBF).contains($0) })
    else { throw Invalid() }
    position += length
  }
}
