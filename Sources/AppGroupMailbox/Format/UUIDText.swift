#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The text of a UUID: 36 characters, 8-4-4-4-12 hexadecimal digits.
package enum UUIDText {
  static let length = 36

  /// The UUID that exactly these bytes spell.
  static func parse(_ text: ArraySlice<UInt8>, lowerCaseToo: Bool) -> UUID? {
    guard text.count == length else { return nil }
    var value: (high: UInt64, low: UInt64) = (0, 0)
    for index in text.indices {
      let character = text[index]
      let offset = index - text.startIndex
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard character == 0x2D else { return nil }
        continue
      }
      let digit: UInt8
      switch character {
      case 0x30...0x39: digit = character - 0x30
      case 0x41...0x46: digit = character - 0x41 + 10
      case 0x61...0x66 where lowerCaseToo: digit = character - 0x61 + 10
      default: return nil
      }
      value = (value.high << 4 | value.low >> 60, value.low << 4 | UInt64(digit))
    }
    return withUnsafeBytes(of: (value.high.bigEndian, value.low.bigEndian)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  static func append(_ id: UUID, to text: inout [UInt8]) {
    let digits = StaticString("0123456789ABCDEF")
    withUnsafeBytes(of: id.uuid) { bytes in
      digits.withUTF8Buffer { digits in
        var offset = 0
        while offset < 16 {
          if offset == 4 || offset == 6 || offset == 8 || offset == 10 { text.append(0x2D) }
          text.append(digits[Int(bytes[offset] >> 4)])
          text.append(digits[Int(bytes[offset] & 15)])
          offset += 1
        }
      }
    }
  }
}

extension UUID {
  /// The order of the sixteen bytes, first byte first (clause ORD-2).
  package static func inByteOrder(_ left: UUID, _ right: UUID) -> Bool {
    withUnsafeBytes(of: left.uuid) { left in
      withUnsafeBytes(of: right.uuid) { right in left.lexicographicallyPrecedes(right) }
    }
  }
}
