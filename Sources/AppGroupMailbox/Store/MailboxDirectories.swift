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

  private struct Identities: Equatable {
    var container, root, mailbox, lock: FileIdentity
  }

  /// Opens everything, creating what is missing (clauses LAY-2, LAY-3, SEC-1 to SEC-3, LCK-9).
  init(_ location: MailboxLocation, in fileSystem: any FileSystem) throws(AppGroupMailboxError) {
    let opener = DirectoryOpener(fileSystem: fileSystem)
    container = try opener.openContainer(location.containerPath)
    root = try opener.openChild(Self.rootName, in: container.raw)
    mailbox = try opener.openChild(location.namespace.fileName, in: root.raw)
    lock = try opener.openLockFile(in: mailbox.raw)
    self.location = location
    processIdentifier = fileSystem.processIdentifier
    let raws = (container.raw, root.raw, mailbox.raw, lock.raw)
    identities = try reporting { () throws(SystemError) in
      try fileSystem.checkWritable(raws.2)
      return Identities(
        container: try fileSystem.status(of: raws.0).identity, root: try fileSystem.status(of: raws.1).identity,
        mailbox: try fileSystem.status(of: raws.2).identity, lock: try fileSystem.status(of: raws.3).identity)
    }
  }

  /// Whether every path still leads to what is open (clause LCK-3). A name that is gone or has become something else does not.
  func areCurrent(in fileSystem: any FileSystem) throws(AppGroupMailboxError) -> Bool {
    do throws(SystemError) {
      let found = Identities(
        container: try fileSystem.status(atPath: location.containerPath).identity,
        root: try fileSystem.status(of: Self.rootName, in: container.raw).identity,
        mailbox: try fileSystem.status(of: location.namespace.fileName, in: root.raw).identity,
        lock: try fileSystem.status(of: EntryName.lockFile, in: mailbox.raw).identity)
      return found == identities
    } catch where error.isGone || error.code == ErrorNumber.notDirectory {
      return false
    } catch {
      throw AppGroupMailboxError(error)
    }
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
