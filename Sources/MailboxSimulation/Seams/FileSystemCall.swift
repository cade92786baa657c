package import AppGroupMailbox

/// One call of a primitive of `FileSystem`, as a test sees it.
package struct FileSystemCall: Sendable, Equatable, CustomStringConvertible {
  /// Which primitive.
  package enum Primitive: String, Sendable, CaseIterable {
    case openContainer, openDirectory, makePath, makeDirectory, checkWritable, list
    case openFile, createFile, createUnnamedFile, close, read, write
    case status, statusOfName, statusOfPath, setPermissions, setModificationTime
    case synchronizeFile, synchronizeDirectory
    case rename, link, remove, removeDirectory
    case tryLock, unlock
  }

  package var primitive: Primitive
  /// The name it is about, where it has one.
  package var name: String?
  /// The new name of a rename.
  package var newName: String?
  /// The descriptor it is about.
  package var descriptor: RawDescriptor?

  package init(
    _ primitive: Primitive, name: String? = nil, newName: String? = nil, descriptor: RawDescriptor? = nil
  ) {
    self.primitive = primitive
    self.name = name
    self.newName = newName
    self.descriptor = descriptor
  }

  package var description: String {
    ([primitive.rawValue] + [name, newName].compactMap(\.self)).joined(separator: " ")
  }

  /// What it fails as.
  package var systemCall: MailboxSystemCall {
    switch primitive {
    case .openContainer, .openDirectory, .openFile: .open
    case .makePath, .makeDirectory: .makeDirectory
    case .checkWritable: .access
    case .list: .list
    case .createFile, .createUnnamedFile: .create
    // Closing cannot fail.
    case .close, .read: .read
    case .write: .write
    case .status, .statusOfName, .statusOfPath: .status
    case .setPermissions: .setPermissions
    case .setModificationTime: .setModificationTime
    case .synchronizeFile: .synchronizeFile
    case .synchronizeDirectory: .synchronizeDirectory
    case .rename: .rename
    case .link: .link
    case .remove, .removeDirectory: .remove
    case .tryLock, .unlock: .lock
    }
  }

  /// Whether the file it is about is a message, by its name.
  package var concernsMessage: Bool {
    guard let name else { return false }
    return ["pending-", "claimed-", "deadletter-"].contains { name.hasPrefix($0) }
  }
}
