package import AppGroupMailbox

/// A file system that tells somebody about every call before it happens, who may record it, do something meanwhile, or make it fail,
/// and about what failed.
package struct InterposedFileSystem: FileSystem {
  /// Called before each primitive; what it throws is what the primitive fails with.
  package typealias Observer = @Sendable (FileSystemCall) throws(SystemError) -> Void

  private let base: any FileSystem
  private let observer: Observer
  private let noteFailure: @Sendable (SystemError) -> Void
  /// The most bytes that one read or write transfers.
  private let transferLimit: Int

  /// - Parameter noteFailure: Called after each primitive that failed.
  package init(
    over base: any FileSystem = POSIXFileSystem(), transferLimit: Int = .max,
    noteFailure: @escaping @Sendable (SystemError) -> Void = { _ in }, _ observer: @escaping Observer
  ) {
    self.base = base
    self.observer = observer
    self.noteFailure = noteFailure
    self.transferLimit = transferLimit
  }

  private func passing<Result>(
    _ call: FileSystemCall, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do {
      try observer(call)
      return try body()
    } catch {
      noteFailure(error)
      throw error
    }
  }

  package func hasDistinctChangeTimes(_ directory: RawDescriptor) -> Bool { base.hasDistinctChangeTimes(directory) }

  package func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try passing(FileSystemCall(.openContainer)) { () throws(SystemError) in
      try base.openDirectory(atPath: path)
    }
  }

  package func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try passing(FileSystemCall(.openDirectory, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.openDirectory(name, in: directory)
    }
  }

  package func makeDirectory(atPath path: String) throws(SystemError) {
    try passing(FileSystemCall(.makePath)) { () throws(SystemError) in
      try base.makeDirectory(atPath: path)
    }
  }

  package func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.makeDirectory, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.makeDirectory(name, in: directory)
    }
  }

  package func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.checkWritable, descriptor: directory)) { () throws(SystemError) in
      try base.checkWritable(directory)
    }
  }

  package func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    try passing(FileSystemCall(.list, descriptor: directory)) { () throws(SystemError) in
      try base.forEachEntry(in: directory, visit)
    }
  }

  package func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try passing(FileSystemCall(.openFile, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.openFile(name, in: directory, access)
    }
  }

  package func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try passing(FileSystemCall(.createFile, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.createFile(name, in: directory)
    }
  }

  package func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try passing(FileSystemCall(.createUnnamedFile, descriptor: directory)) { () throws(SystemError) in
      try base.createUnnamedFile(in: directory)
    }
  }

  package func close(_ descriptor: RawDescriptor) {
    // A close cannot fail for its caller.
    try? observer(FileSystemCall(.close, descriptor: descriptor))
    base.close(descriptor)
  }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try passing(FileSystemCall(.read, descriptor: descriptor)) { () throws(SystemError) in
      try base.read(
        descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(transferLimit)), at: offset)
    }
  }

  package func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try passing(FileSystemCall(.write, descriptor: descriptor)) { () throws(SystemError) in
      try base.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer.prefix(transferLimit)), at: offset)
    }
  }

  package func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try passing(FileSystemCall(.status, descriptor: descriptor)) { () throws(SystemError) in
      try base.status(of: descriptor)
    }
  }

  package func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try passing(FileSystemCall(.statusOfName, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.status(of: name, in: directory)
    }
  }

  package func status(atPath path: String) throws(SystemError) -> FileStatus {
    try passing(FileSystemCall(.statusOfPath)) { () throws(SystemError) in
      try base.status(atPath: path)
    }
  }

  package func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.setPermissions, descriptor: descriptor)) { () throws(SystemError) in
      try base.setPermissions(permissions, of: descriptor)
    }
  }

  package func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try passing(FileSystemCall(.setPermissions, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.setPermissions(permissions, ofDirectory: name, in: directory)
    }
  }

  package func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.setModificationTime, descriptor: descriptor)) { () throws(SystemError) in
      try base.setModificationTime(time, of: descriptor)
    }
  }

  package func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try passing(FileSystemCall(.synchronizeFile, descriptor: descriptor)) { () throws(SystemError) in
      try base.synchronizeFile(descriptor, strength)
    }
  }

  package func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.synchronizeDirectory, descriptor: descriptor)) { () throws(SystemError) in
      try base.synchronizeDirectory(descriptor)
    }
  }

  package func beginSynchronizing(_ descriptor: RawDescriptor) {
    base.beginSynchronizing(descriptor)
  }

  package func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try passing(FileSystemCall(.rename, name: name.text, newName: newName.text, descriptor: directory)) {
      () throws(SystemError) in
      try base.rename(name, in: directory, to: newName, in: newDirectory)
    }
  }

  package func link(
    _ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try passing(FileSystemCall(.link, newName: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.link(descriptor, to: name, in: directory)
    }
  }

  package func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.remove, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.remove(name, in: directory)
    }
  }

  package func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try passing(FileSystemCall(.removeDirectory, name: name.text, descriptor: directory)) { () throws(SystemError) in
      try base.removeDirectory(name, in: directory)
    }
  }

  package func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try passing(FileSystemCall(.tryLock, descriptor: descriptor)) { () throws(SystemError) in
      try base.tryLock(descriptor)
    }
  }

  package func unlock(_ descriptor: RawDescriptor) {
    try? observer(FileSystemCall(.unlock, descriptor: descriptor))
    base.unlock(descriptor)
  }

  package var processIdentifier: Int32 { base.processIdentifier }

  package var effectiveUser: UInt32 { base.effectiveUser }
}
