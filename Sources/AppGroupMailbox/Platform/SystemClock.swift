#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The system's clocks.
package struct SystemClock: MailboxClock {
  package init() {}

  package var now: Date { Date() }

  package var monotonicNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package func sleep(nanoseconds: UInt64) {
    var duration = timespec(
      tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: CLong(nanoseconds % 1_000_000_000))
    // A signal may end it early: whoever waits looks at the monotonic clock again.
    nanosleep(&duration, nil)
  }
}
