/// Where a tape's choices come from.
enum ChoiceSource {
  case generator(SplitMix64)
  case recorded([UInt64], position: Int)
  case bytes([UInt8], position: Int)

  /// The next choice, below `bound`; the simplest one, zero, when a finite source has run out.
  mutating func next(below bound: UInt64) -> UInt64 {
    switch self {
    case .generator(var generator):
      // The high half of the product spreads evenly without a division.
      let value = generator.next().multipliedFullWidth(by: bound).high
      self = .generator(generator)
      return value
    case .recorded(let values, let position):
      guard position < values.count else { return 0 }
      self = .recorded(values, position: position + 1)
      return values[position] % bound
    case .bytes(let bytes, var position):
      var value: UInt64 = 0
      // As few bytes as the bound needs: a mutation of one byte is then a change of one choice.
      for _ in 0..<Self.width(of: bound) where position < bytes.count {
        value = value << 8 | UInt64(bytes[position])
        position += 1
      }
      self = .bytes(bytes, position: position)
      return value % bound
    }
  }

  private static func width(of bound: UInt64) -> Int {
    let bits = UInt64.bitWidth - (bound - 1).leadingZeroBitCount
    return (bits + 7) / 8
  }
}
