#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The clocks of a mailbox, and the one way in which it waits.
package protocol MailboxClock: Sendable {
  /// The wall clock: dates, leases and expiry. It may step in either direction.
  var now: Date { get }

  /// A clock that never steps, in nanoseconds from an arbitrary moment: deadlines.
  var monotonicNanoseconds: UInt64 { get }

  /// Waits before the lock is tried again.
  func sleep(nanoseconds: UInt64)
}
