import Foundation

/// Lets a campaign end in order when it is interrupted from the keyboard.
///
/// The signal is held back and asked for between two runs, so that no folder is left behind. A run that hangs can still be
/// ended with SIGQUIT.
struct FuzzInterruption {
  init() {
    var signals = Self.keyboard
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Whether SIGINT has come.
  var isRequested: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGINT) == 1
  }

  private static var keyboard: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    return signals
  }
}
