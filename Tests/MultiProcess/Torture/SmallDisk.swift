#if os(Linux)
  import Foundation

  /// A small file system of its own, which can be filled.
  final class SmallDisk {
    /// A disk that cannot be had, or not be filled.
    struct Failure: Error {
      let call: String
      let code: Int32
    }

    private let path: String
    private var isMounted = false
    private static let size = 1 << 20

    /// Mounts it over a directory, which is made; only root can.
    init(at path: String) throws {
      self.path = path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard mount("tmpfs", path, "tmpfs", 0, "size=\(Self.size),mode=0700") == 0 else {
        throw Failure(call: "mount", code: errno)
      }
      isMounted = true
    }

    deinit { unmount() }

    private var ballast: String { "\(path)/ballast" }

    /// Leaves no room at all.
    func fill() throws {
      let descriptor = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Failure(call: "open", code: errno) }
      defer { close(descriptor) }
      let block = [UInt8](repeating: 0, count: 4_096)
      var count = 0
      repeat { count = write(descriptor, block, block.count) } while count > 0 || count < 0 && errno == EINTR
      guard errno == ENOSPC else { throw Failure(call: "write", code: errno) }
    }

    /// Makes room again.
    func free() throws {
      guard unlink(ballast) == 0 else { throw Failure(call: "unlink", code: errno) }
    }

    /// Takes it away, also from under those who still use it.
    func unmount() {
      guard isMounted else { return }
      isMounted = false
      umount2(path, Int32(MNT_DETACH))
    }
  }
#endif
