import AppGroupMailbox

/// A file system that does as another one does, except for what it says itself.
package protocol ForwardingFileSystem: FileSystem {
  var base: any FileSystem { get }
}

extension ForwardingFileSystem {
  package func hasDistinctChangeTimes(_ directory: RawDescriptor) -> Bool { base.hasDistinctChangeTimes(directory) }

  package func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try base.openDirectory(atPath: path)
  }

  package func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try base.openDirectory(name, in: directory)
  }

  package func makeDirectory(atPath path: String) throws(SystemError) {
    try base.makeDirectory(atPath: path)
  }

  package func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try base.makeDirectory(name, in: directory)
  }

  package func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try base.checkWritable(directory)
  }

  package func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    try base.forEachEntry(in: directory, visit)
  }

  package func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try base.openFile(name, in: directory, access)
  }

  package func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try base.createFile(name, in: directory)
  }

  package func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try base.createUnnamedFile(in: directory)
  }

  package func close(_ descriptor: RawDescriptor) {
    base.close(descriptor)
  }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try base.read(descriptor, into: buffer, at: offset)
  }

  package func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try base.write(descriptor, buffer, at: offset)
  }

  package func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try base.status(of: descriptor)
  }

  package func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try base.status(of: name, in: directory)
  }

  package func status(atPath path: String) throws(SystemError) -> FileStatus {
    try base.status(atPath: path)
  }

  package func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try base.setPermissions(permissions, of: descriptor)
  }

  package func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try base.setPermissions(permissions, ofDirectory: name, in: directory)
  }

  package func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try base.setModificationTime(time, of: descriptor)
  }

  package func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try base.synchronizeFile(descriptor, strength)
  }

  package func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try base.synchronizeDirectory(descriptor)
  }

  package func beginSynchronizing(_ descriptor: RawDescriptor) {
    base.beginSynchronizing(descriptor)
  }

  package func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try base.rename(name, in: directory, to: newName, in: newDirectory)
  }

  package func link(
    _ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try base.link(descriptor, to: name, in: directory)
  }

  package func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try base.remove(name, in: directory)
  }

  package func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try base.removeDirectory(name, in: directory)
  }

  package func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try base.tryLock(descriptor)
  }

  package func unlock(_ descriptor: RawDescriptor) {
    base.unlock(descriptor)
  }

  package var processIdentifier: Int32 { base.processIdentifier }

  package var effectiveUser: UInt32 { base.effectiveUser }
}
