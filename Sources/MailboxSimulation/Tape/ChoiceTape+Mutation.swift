/// Bytes that are almost right, which find more than bytes at random.
extension ChoiceTape {
  /// So many bytes of any value.
  package func bytes(count: Int) -> [UInt8] {
    (0..<count).map { _ in byte() }
  }

  /// The bytes with up to `limit` small changes; none is the simplest.
  package func mutated(_ bytes: [UInt8], limit: Int = 4) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<choose(below: limit + 1) {
      mutate(&bytes)
    }
    return bytes
  }

  private func mutate(_ bytes: inout [UInt8]) {
    let position = choose(below: bytes.count + 1)
    switch choose(below: 7) {
    case 0 where position < bytes.count: bytes.remove(at: position)
    case 1 where position < bytes.count: bytes[position] ^= 1 << choose(below: UInt64(8))
    case 2 where position < bytes.count: bytes[position] = byte()
    case 3 where position < bytes.count: bytes[position] ^= 0x20
    case 4: bytes.removeSubrange(position...)
    case 5:
      let count = choose(below: min(bytes.count - position, 16) + 1)
      bytes.insert(contentsOf: bytes[position..<position + count], at: choose(below: bytes.count + 1))
    default: bytes.insert(byte(), at: position)
    }
  }
}
