import Foundation

/// Pipes to other processes.
package enum ProcessPipe {
  /// Makes a pipe that no program which is started finds open, but those that are given an end of it.
  ///
  /// A program that holds an end of a pipe by accident keeps its reader from ever seeing the end.
  package static func make() throws(ProcessGroup.Failure) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    let code: CInt = ProcessGroup.starting.withLock {
      guard pipe(&ends) == 0 else { return errno }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard code == 0 else { throw ProcessGroup.Failure(code: code) }
    return (ends[0], ends[1])
  }
}
