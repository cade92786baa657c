import Foundation

/// Starts programs that can be ended with everything they start: what `Process` of Foundation does not offer is the group of its own.
package enum ProcessGroup {
  package struct Failure: Error {
    package let code: CInt

    package var description: String { String(cString: strerror(code)) }
  }

  /// Held while a program is started, and by ``ProcessPipe`` from a pipe's making until programs do not inherit it any more.
  static let starting = NSLock()

  /// Starts a program as the leader of a group, with none of this process's habits about signals.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name to be looked for as a shell does.
  ///   - command: Its arguments, the first of which is what it is called.
  ///   - descriptors: Descriptors of this process by the numbers under which it finds them. None may be one of these numbers.
  ///   - environment: `NAME=value`; `nil` for that of this process.
  package static func start(
    _ program: String, _ command: [String], descriptors: [CInt: CInt], environment: [String]? = nil
  ) throws(Failure) -> pid_t {
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
    let arguments = words(command)
    let variables = environment.map(words) ?? []
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = starting.withLock {
      environment == nil
        ? posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
        : posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
    }
    guard code == 0 else { throw Failure(code: code) }
    return process
  }

  /// As C wants them, ended by nothing.
  private static func words(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}
