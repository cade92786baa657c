/// The number in the lock file that is raised before a change (clauses LAY-18, LAY-19): eight bytes, least significant first.
package struct Generation: Equatable, Sendable {
  package static let length = 8
  package var value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }

  /// `nil` for fewer than eight bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.length else { return nil }
    value = bytes.prefix(Self.length).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  package var bytes: [UInt8] {
    (0..<Self.length).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  package func raised() -> Generation { Generation(value &+ 1) }
}
