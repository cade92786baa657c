#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension POSIXFileSystem {
  package func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    var raw = stat()
    try retrying(.status) { fstat(descriptor, &raw) }
    return FileStatus(raw)
  }

  package func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    var raw = stat()
    try retrying(.status) { fstatat(directory, name.terminated, &raw, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(raw)
  }

  package func status(atPath path: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    try retrying(.status) { stat(path, &raw) }
    return FileStatus(raw)
  }

  package func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try retrying(.setPermissions) { fchmod(descriptor, mode_t(permissions)) }
  }

  package func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try retrying(.setPermissions) {
      Platform.setPermissions(mode_t(permissions), ofDirectory: name.terminated, directory)
    }
  }

  package func hasDistinctChangeTimes(_ directory: RawDescriptor) -> Bool {
    Platform.hasDistinctChangeTimes(directory)
  }

  package func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    let stamp = timespec(tv_sec: time_t(time.seconds), tv_nsec: CLong(time.nanoseconds))
    let times = [stamp, stamp]
    try retrying(.setModificationTime) { futimens(descriptor, times) }
  }
}

extension FileStatus {
  fileprivate init(_ raw: stat) {
    let type: FileType =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    let times = Platform.times(of: raw)
    self.init(
      identity: FileIdentity(volume: UInt64(truncatingIfNeeded: raw.st_dev), number: UInt64(raw.st_ino)),
      type: type, linkCount: UInt64(raw.st_nlink), size: Int64(raw.st_size), owner: raw.st_uid,
      permissions: UInt32(raw.st_mode & 0o7777), modified: times.modified, changed: times.changed)
  }
}
