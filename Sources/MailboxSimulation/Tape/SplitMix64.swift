/// A small generator whose whole state is one number, so that a seed printed on one machine means the same on every other.
///
/// The constants and the mixing steps are those that Steele, Lea and Flood published as SplitMix64.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits of the sequence.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, and without, `bound`.
  mutating func next(below bound: UInt64) -> UInt64 {
    // The high half of the product spreads evenly without a division.
    next().multipliedFullWidth(by: bound).high
  }
}
