#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Which messages are not to be tried again yet, and how often each failed: a value, in nanoseconds of the monotonic clock.
///
/// Bounded: what was not tried again for long after its pause is forgotten, and beyond ``most`` what may be tried soonest.
package struct RetryPauses: Sendable {
  private let policy: PausePolicy
  private let most: Int
  private var entries: [UUID: Entry] = [:]

  private struct Entry {
    var failures: Int
    var until: UInt64
  }

  package init(_ policy: PausePolicy, most: Int = 4096) {
    self.policy = policy
    self.most = most
  }

  /// How many messages it remembers.
  package var count: Int { entries.count }

  /// A message failed once more.
  ///
  /// - Returns: How often it has failed in a row.
  @discardableResult
  package mutating func add(_ id: UUID, at now: UInt64) -> Int {
    let failures = (entries[id]?.failures ?? 0) + 1
    entries[id] = Entry(failures: failures, until: now.saturatingAdd(policy.pause(after: failures)))
    if entries.count > most {
      forgetOld(at: now)
      while entries.count > most { entries[entries.min { $0.value.until < $1.value.until }!.key] = nil }
    }
    return failures
  }

  /// A message that failed is to have the longest pause there is.
  package mutating func lengthen(_ id: UUID, at now: UInt64) {
    entries[id]?.until = now.saturatingAdd(policy.longest)
  }

  /// A message is done with.
  package mutating func remove(_ id: UUID) {
    entries[id] = nil
  }

  /// Those whose pause is not over.
  package mutating func paused(at now: UInt64) -> Set<UUID> {
    if entries.isEmpty { return [] }
    forgetOld(at: now)
    return Set(entries.lazy.filter { $0.value.until > now }.map(\.key))
  }

  /// When the next pause is over; `nil` if there is none.
  package func nextEnd(after now: UInt64) -> UInt64? {
    entries.values.lazy.map(\.until).filter { $0 > now }.min()
  }

  /// They are gone, or somebody else's: they would have been tried long since.
  private mutating func forgetOld(at now: UInt64) {
    let policy = policy
    entries = entries.filter { $0.value.until.saturatingAdd(policy.longest) > now }
  }
}

/// How pauses grow, in nanoseconds.
package struct PausePolicy: Sendable, Equatable {
  package var first: UInt64
  package var factor: Double
  package var longest: UInt64

  /// No pause is shorter.
  package static let shortest: UInt64 = 10_000_000

  package init(first: UInt64, factor: Double, longest: UInt64) {
    self.first = max(first, Self.shortest)
    self.factor = factor
    self.longest = max(longest, self.first)
  }

  /// The pause after so many failures in a row.
  package func pause(after failures: Int) -> UInt64 {
    var pause = Double(first)
    for _ in 1..<max(failures, 1) where pause < Double(longest) { pause *= factor }
    return pause < Double(longest) ? UInt64(pause) : longest
  }
}

extension UInt64 {
  /// The sum, or the largest number there is.
  func saturatingAdd(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Duration {
  /// As a timer takes it: not negative, and bounded.
  var timerNanoseconds: UInt64 {
    let seconds = components.seconds
    guard seconds >= 0, self > .zero else { return 0 }
    // Some 100 years: as good as never, and safe to add to.
    guard seconds < 0xC000_0000 else { return 0xC000_0000 * 1_000_000_000 }
    return UInt64(seconds) * 1_000_000_000 + UInt64(components.attoseconds / 1_000_000_000)
  }
}
