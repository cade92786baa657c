/// Makes 64-bit digests of small values: the same in every run and on every machine.
///
/// Not for adversaries: whoever meets a collision compares the values themselves.
enum DigestMixer {
  /// One number out of two, of which every bit depends on every bit of both.
  @inline(__always)
  static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ 0xD1B5_4A32_D192_ED03)
    return product.high ^ product.low
  }

  @inline(__always)
  static func mix(_ first: UInt64, _ second: Int) -> UInt64 {
    mix(first, UInt64(truncatingIfNeeded: second))
  }

  /// The digest of bytes in their order.
  static func digest(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var digest = mix(seed, bytes.count)
    for index in 0..<(bytes.count + 7) / 8 { digest = mix(digest, word(index, of: bytes)) }
    return digest
  }

  /// The eight bytes at a multiple of eight, those behind the end being zero.
  @inline(__always)
  static func word(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
    let start = index * 8
    if start + 8 <= bytes.count {
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    var word: UInt64 = 0
    for position in (start..<bytes.count).reversed() { word = word << 8 | UInt64(bytes[position]) }
    return word
  }
}
