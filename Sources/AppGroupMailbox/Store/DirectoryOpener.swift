/// Opens, and creates where missing, what a mailbox is made of; refuses whatever is not what it should be.
struct DirectoryOpener {
  let fileSystem: any FileSystem

  /// The container is the caller's: its path may contain links, and nothing of it is changed if it is there.
  func openContainer(_ path: String) throws(AppGroupMailboxError) -> Descriptor {
    do {
      return Descriptor(try fileSystem.openDirectory(atPath: path), of: fileSystem)
    } catch let error where error.code == ErrorNumber.notDirectory {
      throw .containerUnavailable
    } catch let error where error.isGone {
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
    } catch let error where error.isGone {
      return nil
    }
  }

  /// A directory below the container: real, this user's, to be closed to others (clauses LAY-2, LAY-3, SEC-1, SEC-3).
  func openChild(_ name: FileName, in parent: RawDescriptor) throws(AppGroupMailboxError) -> OpenedComponent {
    var created = false
    let raw: RawDescriptor
    do {
      do {
        raw = try fileSystem.openDirectory(name, in: parent)
      } catch let error where error.isGone {
        created = try makeDirectory(name, in: parent)
        raw = try fileSystem.openDirectory(name, in: parent)
      }
    } catch let error {
      throw refusal(error, of: name, in: parent, wanted: .directory)
    }
    let directory = Descriptor(raw, of: fileSystem)
    let status = try reporting { () throws(SystemError) in try fileSystem.status(of: raw) }
    guard status.type == .directory, status.owner == fileSystem.effectiveUser else { throw .unsafeFile }
    let wanted = created ? 0o700 : status.permissions & 0o700
    return OpenedComponent(descriptor: directory, status: status, wantedPermissions: wanted)
  }

  /// The folder of temporaries, if it is there, is closed to others too (clause LAY-3).
  ///
  /// What is no directory, or not this user's, is for the one who needs it to see: nobody is kept from opening the mailbox by it.
  func secureTemporaries(in mailbox: RawDescriptor) throws(AppGroupMailboxError) {
    do {
      let status = try fileSystem.status(of: EntryName.temporaries, in: mailbox)
      let isOurs = status.type == .directory && status.owner == fileSystem.effectiveUser
      guard isOurs, status.permissions & 0o077 != 0 else { return }
      try fileSystem.setPermissions(status.permissions & 0o700, ofDirectory: EntryName.temporaries, in: mailbox)
    } catch let error where error.isGone || error.code == ErrorNumber.notDirectory {
      return
    } catch {
      throw AppGroupMailboxError(error)
    }
  }

  /// Whether it was this call that made it.
  private func makeDirectory(_ name: FileName, in parent: RawDescriptor) throws(SystemError) -> Bool {
    do {
      try fileSystem.makeDirectory(name, in: parent)
      // At once: the umask may have taken our own permissions away.
      try fileSystem.setPermissions(0o700, ofDirectory: name, in: parent)
      return true
    } catch let error where error.code == ErrorNumber.exists {
      return false
    }
  }

  /// The lock file: regular, one name, this user's, to be mode 0600 (clause SEC-2).
  func openLockFile(in mailbox: RawDescriptor) throws(AppGroupMailboxError) -> OpenedComponent {
    let (raw, isWritable): (RawDescriptor, Bool)
    do {
      (raw, isWritable) = try openOrCreateLockFile(in: mailbox)
    } catch {
      throw refusal(error, of: EntryName.lockFile, in: mailbox, wanted: .regular)
    }
    let lock = Descriptor(raw, of: fileSystem)
    let status = try reporting { () throws(SystemError) in try fileSystem.status(of: raw) }
    guard status.isSafeLockFile(of: fileSystem.effectiveUser) else { throw .unsafeFile }
    return OpenedComponent(descriptor: lock, status: status, wantedPermissions: 0o600, isWritable: isWritable)
  }

  /// A lock file that could not be written before its permissions were set, opened once more: its generation is to be raised (clause LAY-19).
  func openForWriting(
    _ lock: consuming OpenedComponent, in mailbox: RawDescriptor
  ) throws(AppGroupMailboxError) -> OpenedComponent {
    guard !lock.isWritable else { return lock }
    let again = try openLockFile(in: mailbox)
    try again.secure(in: fileSystem)
    return again
  }

  private func openOrCreateLockFile(in mailbox: RawDescriptor) throws(SystemError) -> (RawDescriptor, Bool) {
    do {
      return (try fileSystem.openFile(EntryName.lockFile, in: mailbox, .readWriteCreating), true)
    } catch let error where error.code == ErrorNumber.accessDenied || error.code == ErrorNumber.notPermitted {
      // It cannot be written: it can still be locked, and the generation is unknown (clause LAY-18).
      do {
        return (try fileSystem.openFile(EntryName.lockFile, in: mailbox, .read), false)
      } catch let missing where missing.isGone {
        throw error
      }
    }
  }

  /// Why a component could not be opened: because of what it is, or because a call failed.
  ///
  /// What it is has the last word.
  private func refusal(
    _ error: SystemError, of name: FileName, in parent: RawDescriptor, wanted: FileType
  ) -> AppGroupMailboxError {
    do {
      let status = try fileSystem.status(of: name, in: parent)
      if status.type != wanted || status.owner != fileSystem.effectiveUser { return .unsafeFile }
    } catch {
      // Nothing is known of it, so the first failure is what there is to tell.
    }
    return AppGroupMailboxError(error)
  }
}

/// A component that is open and what it should be; its permissions are set when all components are (clause SEC-1: a refusal changes nothing).
struct OpenedComponent: ~Copyable {
  let descriptor: Descriptor
  let status: FileStatus
  fileprivate let wantedPermissions: UInt32
  fileprivate var isWritable = true

  /// Closes it to others.
  func secure(in fileSystem: any FileSystem) throws(AppGroupMailboxError) {
    guard status.permissions != wantedPermissions else { return }
    let raw = descriptor.raw
    try reporting { () throws(SystemError) in try fileSystem.setPermissions(wantedPermissions, of: raw) }
  }

  consuming func take() -> Descriptor { descriptor }
}

extension FileStatus {
  /// Clause SEC-2.
  ///
  /// One that has lost its name is replaced, not refused.
  func isSafeLockFile(of user: UInt32) -> Bool {
    type == .regular && linkCount <= 1 && owner == user
  }
}
