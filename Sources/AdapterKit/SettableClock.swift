import AppGroupMailbox
import Foundation

/// The system's clocks, until the other side says what time it is: then the wall clock stands where it was set.
///
/// Deadlines of the lock go on in real time.
final class SettableClock: MailboxClock {
  private let system = SystemClock()
  private let chosen = StateLock<Date?>(nil)

  var now: Date { chosen.withLock { $0 } ?? system.now }

  var monotonicNanoseconds: UInt64 { system.monotonicNanoseconds }

  func sleep(nanoseconds: UInt64) { system.sleep(nanoseconds: nanoseconds) }

  func stand(at date: Date) { chosen.withLock { $0 = date } }
}
