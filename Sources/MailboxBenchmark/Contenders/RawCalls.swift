import Foundation

#if os(Linux)
  import CMailboxPlatform
#endif

/// System calls whose names or forms differ between systems; −1 and `errno` as in C.
enum RawCalls {
  static func openDirectory(_ path: String) -> CInt { Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  static func openLock(_ path: String) -> CInt { Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }

  /// A stream of its own over an open directory, from its beginning.
  #if os(Linux)
    static func openStream(_ directory: CInt) -> OpaquePointer? {
      fdopendir(mailbox_openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
    }

    static func open(_ name: [CChar], in directory: CInt) -> CInt {
      mailbox_openat(directory, name, O_RDONLY | O_CLOEXEC, 0)
    }

    /// How many files may be open that nobody sees yet.
    static let mostUnseen = 16

    /// Has the volume begin to write a file that will be synchronised.
    static func beginWriting(_ file: CInt) { mailbox_begin_writing(file) }

    /// A file that nobody sees yet.
    static func createUnseen(in directory: CInt) -> CInt { mailbox_open_unnamed(directory, 0o600) }

    /// Makes it visible.
    static func publish(_ file: CInt, in directory: CInt, as name: [CChar]) -> CInt {
      mailbox_link_unnamed(file, directory, name)
    }
  #else
    static func openStream(_ directory: CInt) -> UnsafeMutablePointer<DIR>? {
      fdopendir(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    static func open(_ name: [CChar], in directory: CInt) -> CInt { openat(directory, name, O_RDONLY | O_CLOEXEC) }

    static let mostUnseen = 1

    static func beginWriting(_ file: CInt) {}

    static func createUnseen(in directory: CInt) -> CInt {
      openat(directory, ".unseen\(getpid())", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }

    static func publish(_ file: CInt, in directory: CInt, as name: [CChar]) -> CInt {
      renameat(directory, ".unseen\(getpid())", directory, name)
    }
  #endif
}
