/// Writes the choices of a tape as the bytes from which a tape of a fuzzer draws the same.
package final class ChoiceBytes: TapeWitness {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package func drew(_ value: UInt64, below bound: UInt64) {
    for position in (0..<Self.width(of: bound)).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(position))))
    }
  }

  package func beganPart(at position: Int) {}

  /// How many bytes hold every value below `bound`.
  static func width(of bound: UInt64) -> Int {
    let bits = UInt64.bitWidth - (bound - 1).leadingZeroBitCount
    return (bits + 7) / 8
  }
}
