/// Opens, and creates where missing, what a mailbox is made of; refuses whatever is not what it should be.
struct DirectoryOpener {
  let fileSystem: any FileSystem

  /// The container is the caller's: its path may contain links, and nothing of it is changed if it is there.
  func openContainer(_ path: String) throws(AppGroupMailboxError) -> Descriptor {
    do {
      return Descriptor(try fileSystem.openDirectory(atPath: path), of: fileSystem)
    } catch where error.code == ErrorNumber.notDirectory {
      throw .containerUnavailable
    } catch where error.isGone {
      try makePath(path)
    } catch {
      throw AppGroupMailboxError(error)
    }
    return try reporting { () throws(SystemError) in
      Descriptor(try fileSystem.openDirectory(atPath: path), of: fileSystem)
    }
  }

  private func makePath(_ path: String) throws(AppGroupMailboxError) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for component in path.split(separator: "/") {
      prefix += component
      do {
        try fileSystem.makeDirectory(atPath: prefix)
      } catch {
        // A parent that exists may refuse for other reasons too, such as a volume that is read only.
        let status = try reporting { () throws(SystemError) in try statusIfThere(atPath: prefix) }
        guard status?.type == .directory else { throw AppGroupMailboxError(error) }
      }
      prefix += "/"
    }
  }

  private func statusIfThere(atPath path: String) throws(SystemError) -> FileStatus? {
    do {
      return try fileSystem.status(atPath: path)
    } catch where error.isGone {
      return nil
    }
  }

  /// A directory below the container: real, this user's, closed to others (clauses LAY-2, LAY-3, SEC-1, SEC-3).
  func openChild(_ name: FileName, in parent: RawDescriptor) throws(AppGroupMailboxError) -> Descriptor {
    var created = false
    let raw: RawDescriptor
    do {
      do {
        raw = try fileSystem.openDirectory(name, in: parent)
      } catch where error.isGone {
        created = try makeDirectory(name, in: parent)
        raw = try openNew(name, in: parent, created: created)
      }
    } catch let error {
      switch error.code {
      case ErrorNumber.linkLoop, ErrorNumber.notDirectory: throw .unsafeFile
      default: throw AppGroupMailboxError(error)
      }
    }
    let directory = Descriptor(raw, of: fileSystem)
    let status = try reporting { () throws(SystemError) in try fileSystem.status(of: raw) }
    guard status.type == .directory, status.owner == fileSystem.effectiveUser else { throw .unsafeFile }
    let wanted = created ? 0o700 : status.permissions & 0o700
    if status.permissions != wanted {
      try reporting { () throws(SystemError) in try fileSystem.setPermissions(wanted, of: raw) }
    }
    return directory
  }

  /// Whether it was this call that made it.
  private func makeDirectory(_ name: FileName, in parent: RawDescriptor) throws(SystemError) -> Bool {
    do {
      try fileSystem.makeDirectory(name, in: parent)
      return true
    } catch where error.code == ErrorNumber.exists {
      return false
    }
  }

  private func openNew(_ name: FileName, in parent: RawDescriptor, created: Bool) throws(SystemError) -> RawDescriptor {
    do {
      return try fileSystem.openDirectory(name, in: parent)
    } catch where created && error.code == ErrorNumber.accessDenied {
      // The umask took our own permissions away.
      try fileSystem.setPermissions(0o700, of: name, in: parent)
      return try fileSystem.openDirectory(name, in: parent)
    }
  }

  /// The lock file: regular, one name, this user's, mode 0600 (clause SEC-2).
  func openLockFile(in mailbox: RawDescriptor) throws(AppGroupMailboxError) -> Descriptor {
    let raw: RawDescriptor
    do {
      raw = try openOrCreateLockFile(in: mailbox)
    } catch {
      switch error.code {
      case ErrorNumber.linkLoop, ErrorNumber.isDirectory, ErrorNumber.noSuchDevice: throw .unsafeFile
      default: throw AppGroupMailboxError(error)
      }
    }
    let lock = Descriptor(raw, of: fileSystem)
    let status = try reporting { () throws(SystemError) in try fileSystem.status(of: raw) }
    guard status.type == .regular, status.linkCount <= 1, status.owner == fileSystem.effectiveUser else {
      throw .unsafeFile
    }
    if status.permissions != 0o600 {
      try reporting { () throws(SystemError) in try fileSystem.setPermissions(0o600, of: raw) }
    }
    return lock
  }

  private func openOrCreateLockFile(in mailbox: RawDescriptor) throws(SystemError) -> RawDescriptor {
    do {
      return try fileSystem.openFile(EntryName.lockFile, in: mailbox, .readWriteCreating)
    } catch where error.code == ErrorNumber.accessDenied || error.code == ErrorNumber.notPermitted {
      // It cannot be written: it can still be locked, and the generation is unknown (clause LAY-18).
      return try fileSystem.openFile(EntryName.lockFile, in: mailbox, .read)
    }
  }
}
