#if !canImport(Darwin)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif
  internal import CMailboxPlatform

  /// What differs between systems, as thin as it can be; each function behaves like a C call: −1 and `errno`.
  enum Platform {
    static func openat(
      _ directory: CInt, _ name: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t
    ) -> CInt {
      mailbox_openat(directory, name, flags, mode)
    }

    static func openat(_ directory: CInt, _ name: [UInt8], _ flags: CInt, _ mode: mode_t) -> CInt {
      mailbox_openat(directory, name, flags, mode)
    }

    static func openUnnamed(in directory: CInt, mode: mode_t) -> CInt {
      mailbox_open_unnamed(directory, mode)
    }

    static func linkUnnamed(_ descriptor: CInt, _ directory: CInt, _ name: [UInt8]) -> CInt {
      mailbox_link_unnamed(descriptor, directory, name)
    }

    static func renameExclusively(
      _ directory: CInt, _ name: [UInt8], _ newDirectory: CInt, _ newName: [UInt8]
    ) -> CInt {
      mailbox_rename_exclusively(directory, name, newDirectory, newName)
    }

    static func setPermissions(_ mode: mode_t, ofDirectory name: [UInt8], _ directory: CInt) -> CInt {
      mailbox_chmod_directory(directory, name, mode)
    }

    /// Linux has no barrier: both strengths are an `fsync`.
    static func synchronize(_ descriptor: CInt, _ strength: SyncStrength) -> CInt {
      fsync(descriptor)
    }

    /// What fails here fails, and is reported, when the file is synchronised.
    static func beginSynchronizing(_ descriptor: CInt) {
      mailbox_begin_writing(descriptor)
    }

    /// Linux has no protection classes.
    static func protectUntilFirstUnlock(_ descriptor: CInt) -> CInt { 0 }

    /// Whether kernel and volume mark a time stamp that was looked at, so that the next change gets another.
    static func hasDistinctChangeTimes(_ directory: CInt) -> Bool {
      mailbox_has_distinct_change_times(directory) == 1
    }

    static func close(_ descriptor: CInt) -> CInt {
      #if canImport(Glibc)
        Glibc.close(descriptor)
      #else
        Musl.close(descriptor)
      #endif
    }

    static func times(of status: stat) -> (modified: FileTime, changed: FileTime) {
      (
        FileTime(seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec)),
        FileTime(seconds: Int64(status.st_ctim.tv_sec), nanoseconds: Int64(status.st_ctim.tv_nsec))
      )
    }
  }
#endif
