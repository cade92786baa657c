import Foundation

/// The fork of a racing helper, whose child goes on beside it.
final class Forking {
  private var child: pid_t?

  /// Forks.
  ///
  /// - Returns: Whether this is the child.
  func isChild() throws -> Bool {
    let process = Self.fork()
    guard process >= 0 else { throw CommandError("--fork: errno \(errno)") }
    guard process == 0 else {
      child = process
      return false
    }
    // Who started the parent has the other end of its input, and so of the child's.
    StartingLine.endWithInput()
    return true
  }

  /// Waits for the child, if there is one, and expects it to have done what it was to do.
  func end() throws {
    guard let child else { return }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw CommandError("the child cannot be waited for: errno \(errno)") }
    }
    // Somebody may have killed it.
    guard status == 0 || status & 0x7F == SIGKILL else { throw CommandError("the child ended with status \(status)") }
  }

  /// The C function, which Swift hides because a child may have only the thread that called it: the other thread here only reads.
  static func fork() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    return unsafeBitCast(dlsym(nil, "fork")!, to: Fork.self)()
  }
}
