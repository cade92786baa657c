#if os(macOS) || os(Linux)
  import AppGroupMailbox
  import ConformanceKit
  import Foundation

  /// How a process ended.
  public enum ProcessExit: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    /// - Parameter status: As `waitpid` tells it.
    fileprivate init(_ status: Int32) {
      self = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }

  /// A program in a process group of its own.
  ///
  /// Not `Process` of Foundation: on Linux its children inherit the pipes, and the socket by which it learns of an end, of
  /// others that are started at the same time, and neither end is seen then before those are gone.
  public final class TestProcess: Sendable {
    /// Its number, and that of the group which it leads.
    public let identifier: Int32
    /// Whether its number may by now be another's.
    private let isReaped = StateLock(false)

    /// - Parameters:
    ///   - environment: What it finds there besides what these tests do.
    ///   - descriptors: Descriptors by the numbers under which it finds them, as ``ConformanceKit/ProcessGroup`` takes them.
    ///   - ended: Is told once, from a thread of its own.
    public init(
      _ command: [String], environment: [String: String], descriptors: [Int32: Int32],
      ended: @escaping @Sendable (ProcessExit) -> Void
    ) throws {
      let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      identifier = try ProcessGroup.start(
        command[0], command, descriptors: descriptors, environment: variables.map { "\($0)=\($1)" })
      Thread.detachNewThread { [self] in ended(reap()) }
    }

    /// Sends a signal, if it still runs.
    public func send(signal number: Int32) {
      isReaped.withLock { isReaped in
        if !isReaped { kill(identifier, number) }
      }
    }

    private func reap() -> ProcessExit {
      var information = siginfo_t()
      while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      return isReaped.withLock { isReaped in
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        isReaped = true
        return ProcessExit(status)
      }
    }
  }
#endif
