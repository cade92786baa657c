/// Where a tape's choices come from.
enum ChoiceSource {
  case generator(SplitMix64)
  /// Behind its end, the rest or zeros.
  case recorded([UInt64], position: Int, rest: SplitMix64?)
  case bytes([UInt8], position: Int)

  /// The next choice, below `bound`; the simplest one, zero, when a finite source has run out.
  mutating func next(below bound: UInt64) -> UInt64 {
    switch self {
    case .generator(var generator):
      let value = generator.next(below: bound)
      self = .generator(generator)
      return value
    case .recorded(let values, let position, let rest):
      guard position < values.count else {
        guard var rest else { return 0 }
        let value = rest.next(below: bound)
        self = .generator(rest)
        return value
      }
      self = .recorded(values, position: position + 1, rest: rest)
      return values[position] % bound
    case .bytes(let bytes, var position):
      var value: UInt64 = 0
      // As few bytes as the bound needs: a mutation of one byte is then a change of one choice.
      for _ in 0..<ChoiceBytes.width(of: bound) where position < bytes.count {
        value = value << 8 | UInt64(bytes[position])
        position += 1
      }
      self = .bytes(bytes, position: position)
      return value % bound
    }
  }
}
