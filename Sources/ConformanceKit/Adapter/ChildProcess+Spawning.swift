#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Starting a program: what `Process` of Foundation does not offer is the group of its own.
extension ChildProcess {
  static func pipe() throws(AdapterFault) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw .absent("no pipe can be made (errno \(errno))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func spawn(
    _ command: [String], _ input: CInt, _ output: CInt, _ complaint: CInt
  ) throws(AdapterFault) -> pid_t {
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
    for (descriptor, standard) in [(input, 0), (output, 1), (complaint, 2)] as [(CInt, CInt)] {
      posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
    }
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
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else {
      throw .absent("'\(command[0])' cannot be started: \(String(cString: strerror(code)))")
    }
    return process
  }
}

// The name of the C function is that of a method above.
private func systemPipe(_ ends: inout [CInt]) -> CInt { pipe(&ends) }
