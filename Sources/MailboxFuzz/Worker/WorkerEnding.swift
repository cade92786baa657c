import Foundation

/// How a worker ended in the middle of a run.
struct WorkerEnding {
  /// As `waitpid` gives it.
  let status: CInt
  /// The end of what it wrote on standard error.
  let complaints: String

  /// In a line, and what was said last.
  var text: String {
    ([how] + said.suffix(4)).joined(separator: "\n")
  }

  /// What it has in common with others of its kind.
  var signature: String {
    FuzzSignature(how + (said.last.map { ": \($0)" } ?? "")).text
  }

  /// Without the frames of a stack, whose addresses are others each time.
  private var said: [String] {
    complaints.split(separator: "\n").map(String.init).filter { line in
      line.prefixMatch(of: /[0-9]+ +|Current stack trace|\*\*\*/) == nil
    }
  }

  private var how: String {
    let signal = status & 0x7F
    guard signal != 0 else { return "the process exited with status \(status >> 8 & 0xFF)" }
    return "the process was ended by \(Self.names[signal] ?? "signal \(signal)")"
  }

  private static let names: [CInt: String] = [
    SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE",
  ]
}
