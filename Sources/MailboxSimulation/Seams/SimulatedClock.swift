internal import AppGroupMailbox
package import Foundation

/// Clocks that move when they are told to, and never wait.
package final class SimulatedClock: MailboxClock {
  private struct Reading: Sendable {
    var seconds: Double
    var monotonic: UInt64 = 0
  }

  private let reading: StateLock<Reading>

  /// A clock that shows the given seconds since 2001.
  package init(secondsSince2001 seconds: Double) {
    reading = StateLock(Reading(seconds: seconds))
  }

  package var now: Date {
    Date(timeIntervalSinceReferenceDate: reading.withLock { $0.seconds })
  }

  /// Both clocks at one moment.
  var instant: SimulationInstant {
    reading.withLock { SimulationInstant(clock: $0.seconds, monotonic: $0.monotonic) }
  }

  package var monotonicNanoseconds: UInt64 {
    reading.withLock { $0.monotonic }
  }

  /// Moves the wall clock, backwards too; the monotonic clock only goes forward.
  package func move(by seconds: Double) {
    reading.withLock {
      $0.seconds += seconds
      $0.monotonic += UInt64(max(seconds, 0) * 1_000_000_000)
    }
  }

  /// Passes the time at once.
  package func sleep(nanoseconds: UInt64) {
    reading.withLock {
      $0.seconds += Double(nanoseconds) / 1_000_000_000
      $0.monotonic += nanoseconds
    }
  }
}

/// What the clocks show at one moment: seconds since 2001, and nanoseconds.
struct SimulationInstant {
  var clock: Double
  var monotonic: UInt64
}
