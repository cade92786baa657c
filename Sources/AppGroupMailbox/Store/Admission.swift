/// Whether new messages find room, and at what price: a pure decision (clauses LAY-10, LIM-4, OVF-1, OVF-3).
package enum Admission: Equatable, Sendable {
  /// Stored from this ordinal on; afterwards so many of the oldest that were there before are evicted.
  case admitted(firstOrdinal: UInt64, evicting: Int)
  case full

  /// What the decision depends on.
  package struct Situation: Equatable, Sendable {
    package var newMessages: Int
    package var pending: Int
    package var claimed: Int
    /// How many of the pending ones may be evicted: not those that the same enqueue repeats.
    package var evictable: Int
    /// The highest ordinal in use that is below 2^62.
    package var highestOrdinal: UInt64?
    /// The clock, since 1970; 0 before it.
    package var milliseconds: UInt64

    package init(
      newMessages: Int, pending: Int, claimed: Int, evictable: Int, highestOrdinal: UInt64?, milliseconds: UInt64
    ) {
      self.newMessages = newMessages
      self.pending = pending
      self.claimed = claimed
      self.evictable = evictable
      self.highestOrdinal = highestOrdinal
      self.milliseconds = milliseconds
    }
  }

  /// Ordinals from here on are nobody's clock: a planted one must not stop those who come after it.
  package static let ordinalBound: UInt64 = 1 << 62

  package static func decide(
    _ situation: Situation, maxMessages: Int, policy: MailboxOverflowPolicy
  ) -> Admission {
    let excess = max(0, situation.pending + situation.claimed + situation.newMessages - maxMessages)
    let available =
      switch policy {
      case .rejectNewest: 0
      case .discardOldest: situation.evictable
      }
    guard excess <= available else { return .full }
    let next = situation.highestOrdinal.map { $0 + 1 } ?? 0
    return .admitted(firstOrdinal: max(next, min(situation.milliseconds, ordinalBound - 1)), evicting: excess)
  }
}
