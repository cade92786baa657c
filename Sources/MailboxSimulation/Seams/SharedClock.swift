internal import AppGroupMailbox
package import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The machine's clock, as if somebody set it: all processes that name one file see it move at the same moment.
///
/// The wall clock is the machine's and as many nanoseconds more as the file says; the monotonic clock stays as it is.
package final class SharedClock: MailboxClock, Sendable {
  /// A clock whose file cannot be had.
  package struct Failure: Error, Hashable, Sendable {
    /// `errno`.
    package let code: Int32
  }

  private let descriptor: Int32
  private let system = SystemClock()

  /// Opens a clock, and makes its file if there is none; it shows the machine's time then.
  package init(at path: String) throws(Failure) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
  }

  deinit { _ = close(descriptor) }

  package var now: Date {
    while true {
      let before = offset
      let time = system.now
      // Set in between, it would show a time that it never had.
      if offset == before { return time.addingTimeInterval(Double(before) / 1e9) }
    }
  }

  package var monotonicNanoseconds: UInt64 { system.monotonicNanoseconds }

  package func sleep(nanoseconds: UInt64) { system.sleep(nanoseconds: nanoseconds) }

  /// Sets the clock of all, forwards or backwards; one at a time may do so.
  ///
  /// - Returns: What happened, to be recorded once this has returned.
  package func move(by seconds: Double) -> HistoryEvent.Kind {
    let before = now
    var moved = offset + Int64(seconds * 1e9)
    // In one call: the others see the one or the other.
    let written = pwrite(descriptor, &moved, Self.length, 0)
    precondition(written == Self.length, "a clock that cannot be set shows nothing")
    let after = now
    // Others may have read it between these two readings: so this is the latest that it can have shown before it was set, and
    // the earliest that it can have shown afterwards.
    return .clockMoved(
      from: after.addingTimeInterval(-seconds).timeIntervalSinceReferenceDate,
      to: before.addingTimeInterval(seconds).timeIntervalSinceReferenceDate)
  }

  private static let length = MemoryLayout<Int64>.size

  private var offset: Int64 {
    var offset: Int64 = 0
    let count = pread(descriptor, &offset, Self.length, 0)
    precondition(count == 0 || count == Self.length, "a clock that cannot be read shows nothing")
    return offset
  }
}
