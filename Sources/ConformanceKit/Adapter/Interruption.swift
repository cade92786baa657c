#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The wish to stop, by SIGINT or SIGTERM: what runs is ended, and what was found until then is reported.
///
/// The second signal ends the program as usual.
package enum Interruption {
  /// A byte in it is the wish; nobody takes it out, so that all who wait see it.
  private static let ends = (try? ProcessPipe.make()) ?? (read: -1, write: -1)

  /// Listens to both signals from now on.
  package static func listen() {
    guard ends.write >= 0 else { return }
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { number in
        _ = signal(number, SIG_DFL)
        var byte: UInt8 = 0
        _ = write(Interruption.ends.write, &byte, 1)
      }
    }
    // Whoever started this program may have blocked them.
    var wished = sigset_t()
    sigemptyset(&wished)
    sigaddset(&wished, SIGINT)
    sigaddset(&wished, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &wished, nil)
  }

  /// Can be read from as soon as the wish is there; negative if that cannot be known.
  static var descriptor: CInt { ends.read }

  package static var isRequested: Bool {
    guard ends.read >= 0 else { return false }
    var polled = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }
}
