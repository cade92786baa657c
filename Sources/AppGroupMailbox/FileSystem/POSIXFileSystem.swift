#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The real file system: every primitive is one system call, or as near as the platform allows.
///
/// The only place that names a C function of files, together with the platform's own few in `Platform/`.
package struct POSIXFileSystem: FileSystem {
  package init() {}

  // MARK: Directories

  package func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try retrying(.open) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  package func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try retrying(.open) {
      Platform.openat(directory, name.terminated, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
    }
  }

  package func makeDirectory(atPath path: String) throws(SystemError) {
    try retrying(.makeDirectory) { mkdir(path, 0o700) }
    // Whatever the umask says (clause LAY-2).
    try retrying(.setPermissions) { chmod(path, 0o700) }
  }

  package func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try retrying(.makeDirectory) { mkdirat(directory, name.terminated, 0o700) }
  }

  package func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try retrying(.access) { faccessat(directory, ".", W_OK | X_OK, AT_EACCESS) }
  }

  package func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    // A descriptor of its own: the position in a directory belongs to the open file, not to the number.
    let own = try retrying(.open) { Platform.openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    guard let stream = fdopendir(own) else {
      let code = errno
      close(own)
      throw SystemError(call: .list, code: code)
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return }
        // Network volumes interrupt it; the stream goes on where it was (clause ERR-2).
        if errno == EINTR { continue }
        throw SystemError(call: .list, code: errno)
      }
      // An entry may be shorter than the type that describes it: look at its parts only.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
      let name = UnsafeBufferPointer(
        start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
      switch CInt(entry.pointee.d_type) {
      case CInt(DT_REG): visit(name, .regular)
      case CInt(DT_DIR): visit(name, .directory)
      case CInt(DT_LNK): visit(name, .symbolicLink)
      case CInt(DT_UNKNOWN):
        // Some volumes do not say; what vanished meanwhile is not there.
        if let type = try entryType(FileName(name), in: directory) { visit(name, type) }
      default: visit(name, .other)
      }
    }
  }

  private func entryType(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileType? {
    do {
      return try status(of: name, in: directory).type
    } catch let error where error.code == ENOENT {
      return nil
    }
  }

  // MARK: Files

  package func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    let common = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    switch access {
    case .read:
      return try retrying(.open) { Platform.openat(directory, name.terminated, O_RDONLY | common, 0) }
    case .readWriteCreating:
      return try retrying(.open) { Platform.openat(directory, name.terminated, O_RDWR | O_CREAT | common, 0o600) }
    }
  }

  package func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    let descriptor = try retrying(.create) {
      Platform.openat(directory, name.terminated, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    do {
      try prepare(descriptor)
    } catch {
      close(descriptor)
      unlinkat(directory, name.terminated, 0)
      throw error
    }
    return descriptor
  }

  package func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    let descriptor = try retrying(.create) { Platform.openUnnamed(in: directory, mode: 0o600) }
    do {
      try prepare(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// A new file's mode and protection, which neither umask nor the folder's defaults may decide.
  private func prepare(_ descriptor: RawDescriptor) throws(SystemError) {
    // Mostly they decide nothing, and looking costs less than setting.
    if try status(of: descriptor).permissions != 0o600 { try setPermissions(0o600, of: descriptor) }
    try retrying(.setProtection) { Platform.protectUntilFirstUnlock(descriptor) }
  }

  package func close(_ descriptor: RawDescriptor) {
    // Never repeated: after EINTR the number may already be somebody else's.
    _ = Platform.close(descriptor)
  }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try retrying(.read) { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  package func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try retrying(.write) { pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  // MARK: Durability

  package func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try retrying(.synchronizeFile) { Platform.synchronize(descriptor, strength) }
  }

  package func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try retrying(.synchronizeDirectory) { Platform.synchronize(descriptor, .full) }
  }

  package func beginSynchronizing(_ descriptor: RawDescriptor) {
    Platform.beginSynchronizing(descriptor)
  }

  // MARK: Names

  package func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    do {
      try retrying(.rename) {
        Platform.renameExclusively(directory, name.terminated, newDirectory, newName.terminated)
      }
    } catch let error where error.code == EINVAL || error.code == ENOSYS || error.code == ENOTSUP {
      // A volume without an exclusive rename. New names hold a fresh UUID or are made under the lock, so looking first is enough.
      do {
        _ = try status(of: newName, in: newDirectory)
      } catch let error where error.code == ENOENT {
        try retrying(.rename) { renameat(directory, name.terminated, newDirectory, newName.terminated) }
        return
      }
      throw SystemError(call: .rename, code: EEXIST)
    }
  }

  package func link(
    _ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try retrying(.link) { Platform.linkUnnamed(descriptor, directory, name.terminated) }
  }

  package func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try retrying(.remove) { unlinkat(directory, name.terminated, 0) }
  }

  package func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try retrying(.remove) { unlinkat(directory, name.terminated, AT_REMOVEDIR) }
  }

  // MARK: The lock

  package func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    do {
      try retrying(.lock) { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch let error where error.code == EWOULDBLOCK {
      return false
    }
  }

  package func unlock(_ descriptor: RawDescriptor) {
    // Explicitly, and not by closing: a forked child may hold a copy of the descriptor.
    _ = flock(descriptor, LOCK_UN)
  }

  // MARK: The process

  package var processIdentifier: Int32 { getpid() }

  package var effectiveUser: UInt32 { geteuid() }
}
