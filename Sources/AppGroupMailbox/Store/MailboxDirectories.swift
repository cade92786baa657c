/// The open directories and the lock file of one mailbox, as one process opened them.
package final class MailboxDirectories: Sendable {
  static let rootName: FileName = "AppGroupMailbox"

  let container: Descriptor
  let root: Descriptor
  let mailbox: Descriptor
  let lock: Descriptor
  private let identities: Identities
  private let location: MailboxLocation
  let processIdentifier: Int32
  /// Whether every change of the mailbox directory after a look at it has a time of its own.
  let hasDistinctChangeTimes: Bool
  /// Whether the directories that lead to the mailbox are known to be on storage (clause DUR-1).
  let areParentsDurable = StateLock(false)

  private struct Identities: Equatable {
    var container, root, mailbox, lock: FileIdentity
  }

  /// Opens everything, creating what is missing (clauses LAY-2, LAY-3, SEC-1 to SEC-3, LCK-9).
  init(_ location: MailboxLocation, in fileSystem: any FileSystem) throws(AppGroupMailboxError) {
    let opener = DirectoryOpener(fileSystem: fileSystem)
    container = try opener.openContainer(location.containerPath)
    let root = try opener.openChild(Self.rootName, in: container.raw)
    let mailbox = try opener.openChild(location.namespace.fileName, in: root.descriptor.raw)
    let found = try opener.openLockFile(in: mailbox.descriptor.raw)
    try root.secure(in: fileSystem)
    try mailbox.secure(in: fileSystem)
    try found.secure(in: fileSystem)
    let lock = try opener.openForWriting(found, in: mailbox.descriptor.raw)
    try opener.secureTemporaries(in: mailbox.descriptor.raw)
    let (containerRaw, mailboxRaw) = (container.raw, mailbox.descriptor.raw)
    let (rootIdentity, mailboxIdentity) = (root.status.identity, mailbox.status.identity)
    let lockIdentity = lock.status.identity
    identities = try reporting { () throws(SystemError) in
      try fileSystem.checkWritable(mailboxRaw)
      return Identities(
        container: try fileSystem.status(of: containerRaw).identity, root: rootIdentity, mailbox: mailboxIdentity,
        lock: lockIdentity)
    }
    self.root = root.take()
    self.mailbox = mailbox.take()
    self.lock = lock.take()
    self.location = location
    processIdentifier = fileSystem.processIdentifier
    hasDistinctChangeTimes = fileSystem.hasDistinctChangeTimes(mailboxRaw)
  }

  /// Whether every path still leads to what is open (clause LCK-3).
  ///
  /// A name that is gone or has become something else does not.
  ///
  /// - Throws: ``AppGroupMailboxError/unsafeFile`` if it does, and has become another user's or got a second name meanwhile (clauses SEC-1, SEC-2).
  func areCurrent(in fileSystem: any FileSystem) throws(AppGroupMailboxError) -> Bool {
    try statusIfCurrent(in: fileSystem) != nil
  }

  /// The mailbox directory's status, if every path still leads to what is open; see ``areCurrent(in:)``.
  func statusIfCurrent(in fileSystem: any FileSystem) throws(AppGroupMailboxError) -> FileStatus? {
    let root: FileStatus
    let mailbox: FileStatus
    let lock: FileStatus
    let container: FileStatus
    do throws(SystemError) {
      container = try fileSystem.status(atPath: location.containerPath)
      root = try fileSystem.status(of: Self.rootName, in: self.container.raw)
      mailbox = try fileSystem.status(of: location.namespace.fileName, in: self.root.raw)
      lock = try fileSystem.status(of: EntryName.lockFile, in: self.mailbox.raw)
    } catch let error where error.isGone || error.code == ErrorNumber.notDirectory {
      return nil
    } catch {
      throw AppGroupMailboxError(error)
    }
    let found = Identities(
      container: container.identity, root: root.identity, mailbox: mailbox.identity, lock: lock.identity)
    guard found == identities else { return nil }
    let user = fileSystem.effectiveUser
    guard root.owner == user, mailbox.owner == user, lock.isSafeLockFile(of: user) else { throw .unsafeFile }
    return mailbox
  }
}

/// Where a mailbox is.
package struct MailboxLocation: Sendable, Equatable {
  package var containerPath: String
  package var namespace: NamespaceName

  package init(containerPath: String, namespace: NamespaceName) {
    self.containerPath = containerPath
    self.namespace = namespace
  }
}
