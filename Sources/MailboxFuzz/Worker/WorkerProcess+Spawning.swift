import Foundation

/// Starting a worker: what `Process` of Foundation does not offer are the group of its own and further descriptors.
extension WorkerProcess {
  /// The hidden argument.
  static let verb = "--work-for-a-driver"

  /// A file that has no name any more, so that none is left behind.
  static func journalFile(in folder: String) throws -> CInt {
    let path = "\(folder)/journal"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { throw FuzzFault("\(path) cannot be made: \(FuzzFault.lastError)") }
    unlink(path)
    guard ftruncate(file, off_t(TapeJournal.size)) == 0 else {
      defer { close(file) }
      throw FuzzFault("the journal of the tape cannot be made: \(FuzzFault.lastError)")
    }
    return try raised(file)
  }

  static func pipe() throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw FuzzFault("no pipe can be made: \(FuzzFault.lastError)") }
    return (try raised(ends[0]), try raised(ends[1]))
  }

  /// Above the numbers that the worker finds them under, and closed in the worker otherwise.
  private static func raised(_ descriptor: CInt) throws(FuzzFault) -> CInt {
    let raised = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
    close(descriptor)
    guard raised >= 0 else { throw FuzzFault("no descriptor is free: \(FuzzFault.lastError)") }
    return raised
  }

  static func spawn(_ descriptors: [CInt: CInt], scratch: String) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor, number) }
    // A group of its own, and none of this process's habits about signals.
    var none = sigset_t()
    var ours = sigset_t()
    sigemptyset(&none)
    sigemptyset(&ours)
    sigaddset(&ours, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &ours)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words(["MailboxFuzz", verb])
    var environment = words(environment(scratch: scratch))
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, try executable(), &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw FuzzFault("a worker cannot be started: \(String(cString: strerror(code)))") }
    return process
  }

  /// As C wants them, ended by nothing.
  private static func words(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
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

// The name of the C function is that of a method above.
private func systemPipe(_ ends: inout [CInt]) -> CInt { pipe(&ends) }
