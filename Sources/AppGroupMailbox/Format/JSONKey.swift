/// The contents of a JSON string that a scanner found valid, compared by meaning: `"\u0069d"` spells `id`.
struct JSONKey {
  private let raw: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    raw = bytes[range]
  }

  func spells(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      raw.contains(UInt8(ascii: "\\")) ? unescaped.elementsEqual(name) : raw.elementsEqual(name)
    }
  }

  /// The contents with escapes resolved.
  ///
  /// Only ASCII matters to whoever asks; any other escape becomes one byte that no name holds.
  var unescaped: [UInt8] {
    var result = [UInt8]()
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        rest = rest.dropFirst(4)
        let unit = UInt16(digits, radix: 16) ?? 0xFFFF
        result.append(unit < 0x80 ? UInt8(unit) : 0xFF)
      default: result.append(kind)
      }
    }
    return result
  }
}
