#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The text of a UUID: 36 characters, 8-4-4-4-12 hexadecimal digits.
package enum UUIDText {
  static let length = 36

  /// The UUID that exactly these bytes spell.
  static func parse(_ text: some Collection<UInt8>, lowerCaseToo: Bool) -> UUID? {
    guard text.count == length else { return nil }
    var bytes = [UInt8]()
    bytes.reserveCapacity(16)
    var high: UInt8?
    for (offset, character) in text.enumerated() {
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
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  static func append(_ id: UUID, to text: inout [UInt8]) {
    let digits = StaticString("0123456789ABCDEF")
    withUnsafeBytes(of: id.uuid) { bytes in
      digits.withUTF8Buffer { digits in
        for (offset, byte) in bytes.enumerated() {
          if offset == 4 || offset == 6 || offset == 8 || offset == 10 { text.append(0x2D) }
          text.append(digits[Int(byte >> 4)])
          text.append(digits[Int(byte & 15)])
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
