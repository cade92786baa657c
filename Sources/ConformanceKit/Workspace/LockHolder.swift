#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lock of a mailbox in the hands of another participant, which is the runner.
final class LockHolder {
  private let descriptor: CInt

  /// Takes the lock, making its file if need be.
  ///
  /// - Returns: `nil` if somebody holds it.
  /// - Throws: ``PlantingFailed`` if the file is not what it should be.
  init?(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PlantingFailed(call: "open", code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    let code = errno
    close(descriptor)
    guard code == EWOULDBLOCK else { throw PlantingFailed(call: "flock", code: code) }
    return nil
  }

  deinit {
    // Not by closing alone: a program that another thread is just about to start has the descriptor too, until it runs.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
