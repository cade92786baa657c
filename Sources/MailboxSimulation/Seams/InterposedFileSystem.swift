package import AppGroupMailbox

/// A file system that tells somebody about every call before it happens, who may record it, do something meanwhile, or make it fail.
package struct InterposedFileSystem: FileSystem {
  /// Called before each primitive; what it throws is what the primitive fails with.
  package typealias Observer = @Sendable (FileSystemCall) throws(SystemError) -> Void

  private let base: any FileSystem
  private let observer: Observer
  /// The most bytes that one read or write transfers.
  private let transferLimit: Int

  package init(over base: any FileSystem = POSIXFileSystem(), transferLimit: Int = .max, _ observer: @escaping Observer)
  {
    self.base = base
    self.observer = observer
    self.transferLimit = transferLimit
  }

  package func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try observer(FileSystemCall(.openContainer))
    return try base.openDirectory(atPath: path)
  }

  package func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try observer(FileSystemCall(.openDirectory, name: name.text, descriptor: directory))
    return try base.openDirectory(name, in: directory)
  }

  package func makeDirectory(atPath path: String) throws(SystemError) {
    try observer(FileSystemCall(.makePath))
    try base.makeDirectory(atPath: path)
  }

  package func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.makeDirectory, name: name.text, descriptor: directory))
    try base.makeDirectory(name, in: directory)
  }

  package func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.checkWritable, descriptor: directory))
    try base.checkWritable(directory)
  }

  package func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    try observer(FileSystemCall(.list, descriptor: directory))
    try base.forEachEntry(in: directory, visit)
  }

  package func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try observer(FileSystemCall(.openFile, name: name.text, descriptor: directory))
    return try base.openFile(name, in: directory, access)
  }

  package func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try observer(FileSystemCall(.createFile, name: name.text, descriptor: directory))
    return try base.createFile(name, in: directory)
  }

  package func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try observer(FileSystemCall(.createUnnamedFile, descriptor: directory))
    return try base.createUnnamedFile(in: directory)
  }

  package func close(_ descriptor: RawDescriptor) {
    // A close cannot fail for its caller.
    try? observer(FileSystemCall(.close, descriptor: descriptor))
    base.close(descriptor)
  }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try observer(FileSystemCall(.read, descriptor: descriptor))
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(transferLimit))
    return try base.read(descriptor, into: part, at: offset)
  }

  package func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try observer(FileSystemCall(.write, descriptor: descriptor))
    return try base.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer.prefix(transferLimit)), at: offset)
  }

  package func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try observer(FileSystemCall(.status, descriptor: descriptor))
    return try base.status(of: descriptor)
  }

  package func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try observer(FileSystemCall(.statusOfName, name: name.text, descriptor: directory))
    return try base.status(of: name, in: directory)
  }

  package func status(atPath path: String) throws(SystemError) -> FileStatus {
    try observer(FileSystemCall(.statusOfPath))
    return try base.status(atPath: path)
  }

  package func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.setPermissions, descriptor: descriptor))
    try base.setPermissions(permissions, of: descriptor)
  }

  package func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try observer(FileSystemCall(.setPermissions, name: name.text, descriptor: directory))
    try base.setPermissions(permissions, ofDirectory: name, in: directory)
  }

  package func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.setModificationTime, descriptor: descriptor))
    try base.setModificationTime(time, of: descriptor)
  }

  package func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try observer(FileSystemCall(.synchronizeFile, descriptor: descriptor))
    try base.synchronizeFile(descriptor, strength)
  }

  package func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.synchronizeDirectory, descriptor: descriptor))
    try base.synchronizeDirectory(descriptor)
  }

  package func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try observer(FileSystemCall(.rename, name: name.text, newName: newName.text, descriptor: directory))
    try base.rename(name, in: directory, to: newName, in: newDirectory)
  }

  package func link(
    _ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try observer(FileSystemCall(.link, newName: name.text, descriptor: directory))
    try base.link(descriptor, to: name, in: directory)
  }

  package func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.remove, name: name.text, descriptor: directory))
    try base.remove(name, in: directory)
  }

  package func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try observer(FileSystemCall(.removeDirectory, name: name.text, descriptor: directory))
    try base.removeDirectory(name, in: directory)
  }

  package func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try observer(FileSystemCall(.tryLock, descriptor: descriptor))
    return try base.tryLock(descriptor)
  }

  package func unlock(_ descriptor: RawDescriptor) {
    try? observer(FileSystemCall(.unlock, descriptor: descriptor))
    base.unlock(descriptor)
  }

  package var processIdentifier: Int32 { base.processIdentifier }

  package var effectiveUser: UInt32 { base.effectiveUser }
}
