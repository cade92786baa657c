import AppGroupMailbox
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What ends a pause of ``WatchLoop``.
final class WatchAlarm: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isOver = StateLock(false)

  init() {}

  /// Something may have changed.
  func hint() { semaphore.signal() }

  /// Ends the watching.
  func end() {
    isOver.withLock { $0 = true }
    semaphore.signal()
  }

  enum Ending {
    case time, hint, over
  }

  func wait(atMost seconds: Double) -> Ending {
    let isHinted = semaphore.wait(timeout: .now() + seconds) == .success
    // Hints that came together are one.
    while semaphore.wait(timeout: .now()) == .success {}
    return isOver.withLock { $0 } ? .over : isHinted ? .hint : .time
  }
}

/// Ends the watching when the user does, for as long as it is held.
final class WatchSignals {
  private let sources: [any DispatchSourceSignal]

  init(end alarm: WatchAlarm) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      // A source is told of a signal only if it does nothing else.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { alarm.end() }
      source.activate()
      return source
    }
    // Whoever started this program may have blocked them.
    var wished = sigset_t()
    sigemptyset(&wished)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&wished, number) }
    pthread_sigmask(SIG_UNBLOCK, &wished, nil)
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
