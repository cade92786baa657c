/// A finite date as it stands in a name: text order is numeric order (clause LAY-8).
package struct NameDate: Hashable, Comparable, Sendable {
  /// Seconds since 2001-01-01T00:00:00Z; never a NaN, an infinity or minus zero.
  package let seconds: Double

  /// `nil` for a date that is not finite.
  package init?(seconds: Double) {
    guard seconds.isFinite else { return nil }
    self.seconds = seconds == 0 ? 0 : seconds
  }

  /// `nil` for a pattern that no finite date is written as.
  package init?(ordered: UInt64) {
    let bits = ordered >> 63 == 1 ? ordered & ~(1 << 63) : ~ordered
    let value = Double(bitPattern: bits)
    guard value.isFinite, !(value == 0 && value.sign == .minus) else { return nil }
    seconds = value
  }

  /// The bits whose unsigned order is the order of the dates.
  package var ordered: UInt64 {
    let bits = seconds.bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  package static func < (left: NameDate, right: NameDate) -> Bool {
    left.seconds < right.seconds
  }
}
