#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads the parts of a name from front to back; each either takes its bytes or leaves the reader as it was.
struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func take(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard rest.count >= length else { return false }
    let isNext = literal.withUTF8Buffer { literal in
      for offset in 0..<length where rest[rest.startIndex + offset] != literal[offset] { return false }
      return true
    }
    guard isNext else { return false }
    rest = rest.dropFirst(length)
    return true
  }

  /// Exactly `count` decimal digits.
  mutating func takeDigits(_ count: Int) -> UInt64? {
    guard rest.count >= count else { return nil }
    var value: UInt64 = 0
    for byte in rest.prefix(count) {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (product, multiplied) = value.multipliedReportingOverflow(by: 10)
      let (sum, added) = product.addingReportingOverflow(UInt64(byte - 0x30))
      guard !multiplied, !added else { return nil }
      value = sum
    }
    rest = rest.dropFirst(count)
    return value
  }

  /// As many decimal digits as there are, at least one and at most `limit`.
  mutating func takeDigits(upTo limit: Int) -> UInt64? {
    let count = rest.prefix(limit + 1).prefix { (0x30...0x39).contains($0) }.count
    guard (1...limit).contains(count) else { return nil }
    return takeDigits(count)
  }

  /// Sixteen lower-case hexadecimal digits.
  mutating func takeHexadecimal() -> UInt64? {
    guard rest.count >= 16 else { return nil }
    var value: UInt64 = 0
    for byte in rest.prefix(16) {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    rest = rest.dropFirst(16)
    return value
  }

  /// A UUID in its canonical form, upper case.
  mutating func takeUUID() -> UUID? {
    guard rest.count >= UUIDText.length, let id = UUIDText.parse(rest.prefix(UUIDText.length), lowerCaseToo: false)
    else { return nil }
    rest = rest.dropFirst(UUIDText.length)
    return id
  }

  /// One to 32 lower-case letters.
  mutating func takeReason() -> String? {
    let letters = rest.prefix(33).prefix { (0x61...0x7A).contains($0) }
    guard (1...32).contains(letters.count) else { return nil }
    rest = rest.dropFirst(letters.count)
    return String(decoding: letters, as: UTF8.self)
  }
}
