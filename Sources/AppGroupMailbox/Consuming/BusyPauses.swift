/// How long to wait before a busy lock is tried again: a value, in nanoseconds.
///
/// A lock is held for some 50 microseconds, so the first pauses are short, and they stop growing soon: whoever backed off further than
/// the others, who try every quarter of a millisecond, would come last each time. A lock that was never free for about a second is
/// somebody's who hangs or was stopped: from then on pauses grow to a second. Each is cut by up to a half at random, so that those who
/// collided do not meet again.
package struct BusyPauses: Sendable {
  private var count = 0

  package static let shortest: UInt64 = 250_000
  private static let usual: UInt64 = 1_000_000
  private static let longest: UInt64 = 1_000_000_000
  /// After so many tries nobody is just unlucky.
  private static let patience = 1_024

  package init() {}

  /// The next pause.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> UInt64 {
    count += 1
    let pause =
      count <= Self.patience
      ? min(Self.shortest << UInt64(min(count - 1, 16)), Self.usual)
      : min(Self.usual << UInt64(min(count - Self.patience, 16)), Self.longest)
    return UInt64.random(in: pause / 2...pause, using: &generator)
  }
}
