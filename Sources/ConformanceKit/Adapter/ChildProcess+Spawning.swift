#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Starting a program with pipes to it.
extension ChildProcess {
  static func pipe() throws(AdapterFault) -> (read: CInt, write: CInt) {
    do throws(ProcessGroup.Failure) {
      return try ProcessPipe.make()
    } catch {
      throw .absent("no pipe can be made: \(error.description)")
    }
  }

  static func spawn(
    _ command: [String], _ input: CInt, _ output: CInt, _ complaint: CInt
  ) throws(AdapterFault) -> pid_t {
    do throws(ProcessGroup.Failure) {
      return try ProcessGroup.start(command[0], command, descriptors: [0: input, 1: output, 2: complaint])
    } catch {
      throw .absent("'\(command[0])' cannot be started: \(error.description)")
    }
  }
}
