import Foundation

/// Lets a campaign end in order when it is interrupted or told to end.
///
/// The signals are held back and asked for between two steps, so that no process and no folder is left behind.
struct FuzzInterruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  init() {
    var held = sigset_t()
    sigemptyset(&held)
    for signal in Self.signals { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
  }

  /// Whether one of them has come.
  var isRequested: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return Self.signals.contains { sigismember(&pending, $0) == 1 }
  }
}
