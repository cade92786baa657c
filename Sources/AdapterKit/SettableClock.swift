import AppGroupMailbox
import Foundation

/// Clocks that go, until the other side says what time it is: then the wall clock stands where it was set.
///
/// Deadlines of the lock go on.
final class SettableClock: MailboxClock {
  private let system: any MailboxClock
  private let chosen = StateLock<Date?>(nil)

  init(_ system: any MailboxClock) {
    self.system = system
  }

  var now: Date { chosen.withLock { $0 } ?? system.now }

  var monotonicNanoseconds: UInt64 { system.monotonicNanoseconds }

  func sleep(nanoseconds: UInt64) { system.sleep(nanoseconds: nanoseconds) }

  func stand(at date: Date) { chosen.withLock { $0 = date } }
}
