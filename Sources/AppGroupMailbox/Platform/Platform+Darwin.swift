#if canImport(Darwin)
  internal import Darwin

  /// What differs between systems, as thin as it can be; each function behaves like a C call: −1 and `errno`.
  ///
  /// Type-checked on Linux against stubs; what needs a device to be seen is the checklist in CONTRIBUTING.md.
  enum Platform {
    /// Not known of any volume here.
    static func hasDistinctChangeTimes(_ directory: CInt) -> Bool { false }

    static func openat(
      _ directory: CInt, _ name: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t
    ) -> CInt {
      Darwin.openat(directory, name, flags, mode)
    }

    static func openat(_ directory: CInt, _ name: [UInt8], _ flags: CInt, _ mode: mode_t) -> CInt {
      name.withUnsafeBytes {
        Darwin.openat(directory, $0.assumingMemoryBound(to: CChar.self).baseAddress!, flags, mode)
      }
    }

    /// Apple's file systems have no unnamed files.
    static func openUnnamed(in directory: CInt, mode: mode_t) -> CInt {
      errno = EOPNOTSUPP
      return -1
    }

    static func linkUnnamed(_ descriptor: CInt, _ directory: CInt, _ name: [UInt8]) -> CInt {
      errno = EOPNOTSUPP
      return -1
    }

    static func renameExclusively(
      _ directory: CInt, _ name: [UInt8], _ newDirectory: CInt, _ newName: [UInt8]
    ) -> CInt {
      renameatx_np(directory, name, newDirectory, newName, UInt32(RENAME_EXCL))
    }

    /// By name: there is no handle of a directory that its owner may not open.
    static func setPermissions(_ mode: mode_t, ofDirectory name: [UInt8], _ directory: CInt) -> CInt {
      fchmodat(directory, name, mode, AT_SYMLINK_NOFOLLOW)
    }

    /// `fsync` alone does not reach the medium on Apple systems; it is what is left on volumes without the better calls.
    static func synchronize(_ descriptor: CInt, _ strength: SyncStrength) -> CInt {
      let command =
        switch strength {
        case .barrier: F_BARRIERFSYNC
        case .full: F_FULLFSYNC
        }
      let result = fcntl(descriptor, command)
      guard result == -1, errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { return result }
      return fsync(descriptor)
    }

    /// There is no such hint here.
    static func beginSynchronizing(_ descriptor: CInt) {}

    /// Class C, "until first user authentication": a widget must be able to write while the screen is locked.
    static func protectUntilFirstUnlock(_ descriptor: CInt) -> CInt {
      let untilFirstUserAuthentication: CInt = 3
      let result = fcntl(descriptor, F_SETPROTECTIONCLASS, untilFirstUserAuthentication)
      // Volumes without data protection, as on a Mac, say one of these.
      if result == -1, errno == ENOTSUP || errno == EINVAL || errno == ENOTTY { return 0 }
      return result
    }

    static func close(_ descriptor: CInt) -> CInt {
      Darwin.close(descriptor)
    }

    static func times(of status: stat) -> (modified: FileTime, changed: FileTime) {
      (
        FileTime(seconds: Int64(status.st_mtimespec.tv_sec), nanoseconds: Int64(status.st_mtimespec.tv_nsec)),
        FileTime(seconds: Int64(status.st_ctimespec.tv_sec), nanoseconds: Int64(status.st_ctimespec.tv_nsec))
      )
    }
  }
#endif
