import ConformanceKit
import Foundation

/// Starting a worker, with further descriptors than the standard ones.
extension WorkerProcess {
  /// The hidden argument.
  static let verb = "--work-for-a-driver"

  /// A file that has no name any more, so that none is left behind.
  static func journalFile(in folder: String) throws -> CInt {
    let path = "\(folder)/journal"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FuzzFault("\(path) cannot be made: \(FuzzFault.lastError)") }
    unlink(path)
    guard ftruncate(file, off_t(TapeJournal.size)) == 0 else {
      defer { close(file) }
      throw FuzzFault("the journal of the tape cannot be made: \(FuzzFault.lastError)")
    }
    return try raised(file)
  }

  static func pipe() throws -> (read: CInt, write: CInt) {
    let ends: (read: CInt, write: CInt)
    do throws(ProcessGroup.Failure) {
      ends = try ProcessPipe.make()
    } catch {
      throw FuzzFault("no pipe can be made: \(error.description)")
    }
    let read: CInt
    do {
      read = try raised(ends.read)
    } catch {
      close(ends.write)
      throw error
    }
    do {
      return (read, try raised(ends.write))
    } catch {
      close(read)
      throw error
    }
  }

  /// Above the numbers that the worker finds them under, and closed in the worker otherwise.
  private static func raised(_ descriptor: CInt) throws(FuzzFault) -> CInt {
    let raised = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
    close(descriptor)
    guard raised >= 0 else { throw FuzzFault("no descriptor is free: \(FuzzFault.lastError)") }
    return raised
  }

  static func spawn(_ descriptors: [CInt: CInt], scratch: String) throws -> pid_t {
    do {
      return try ProcessGroup.start(
        try executable(), ["MailboxFuzz", verb], descriptors: descriptors, environment: environment(scratch: scratch))
    } catch let failure as ProcessGroup.Failure {
      throw FuzzFault("a worker cannot be started: \(failure.description)")
    }
  }

  private static func environment(scratch: String) -> [String] {
    var variables = ProcessInfo.processInfo.environment
    variables["TMPDIR"] = scratch
    variables[ScratchFolder.variable] = scratch
    // The backtracer takes seconds, and is not needed to replay.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    return variables.map { "\($0)=\($1)" }
  }

  /// This program, even if its file has been replaced meanwhile.
  private static func executable() throws(FuzzFault) -> String {
    let own = "/proc/self/exe"
    if access(own, X_OK) == 0 { return own }
    guard let path = Bundle.main.executablePath else { throw FuzzFault("this program's own file is not to be found") }
    return path
  }
}
