import AppGroupMailbox

/// The real file system, with something happening before one chosen call, or another process pretended.
package struct HaltingFileSystem: FileSystem {
  private let base = POSIXFileSystem()
  private let point: HaltPoint?
  private let action: @Sendable () -> Void
  private let process: (@Sendable () -> Int32)?
  private let count = StateLock(0)

  init(_ point: HaltPoint, _ action: @escaping @Sendable () -> Void) {
    self.point = point
    self.action = action
    process = nil
  }

  /// Nothing happens, but it says that it is in whatever process it is told.
  package init(process: @escaping @Sendable () -> Int32) {
    point = nil
    action = {}
    self.process = process
  }

  /// What `--halt` asks for.
  static func fromArguments(_ arguments: inout CommandArguments) throws -> any FileSystem {
    guard let point: HaltPoint = try arguments.takeIfThere("halt") else { return POSIXFileSystem() }
    return HaltingFileSystem(point) { point.halt() }
  }

  private func noting(_ primitive: HaltPoint.Primitive) -> POSIXFileSystem {
    guard let point, point.primitive == .any || point.primitive == primitive else { return base }
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number == point.call { action() }
    return base
  }

  package func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try noting(.openDirectory).openDirectory(atPath: path)
  }

  package func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting(.openDirectory).openDirectory(name, in: directory)
  }

  package func makeDirectory(atPath path: String) throws(SystemError) {
    try noting(.makeDirectory).makeDirectory(atPath: path)
  }

  package func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.makeDirectory).makeDirectory(name, in: directory)
  }

  package func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try noting(.status).checkWritable(directory)
  }

  package func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    try noting(.list).forEachEntry(in: directory, visit)
  }

  package func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try noting(.openFile).openFile(name, in: directory, access)
  }

  package func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting(.createFile).createFile(name, in: directory)
  }

  package func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting(.createFile).createUnnamedFile(in: directory)
  }

  package func close(_ descriptor: RawDescriptor) { noting(.close).close(descriptor) }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try noting(.read).read(descriptor, into: buffer, at: offset)
  }

  package func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try noting(.write).write(descriptor, buffer, at: offset)
  }

  package func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try noting(.status).status(of: descriptor)
  }

  package func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try noting(.status).status(of: name, in: directory)
  }

  package func status(atPath path: String) throws(SystemError) -> FileStatus {
    try noting(.status).status(atPath: path)
  }

  package func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try noting(.setPermissions).setPermissions(permissions, of: descriptor)
  }

  package func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try noting(.setPermissions).setPermissions(permissions, ofDirectory: name, in: directory)
  }

  package func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try noting(.setModificationTime).setModificationTime(time, of: descriptor)
  }

  package func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try noting(.synchronize).synchronizeFile(descriptor, strength)
  }

  package func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try noting(.synchronize).synchronizeDirectory(descriptor)
  }

  package func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try noting(.rename).rename(name, in: directory, to: newName, in: newDirectory)
  }

  package func link(_ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.link).link(descriptor, to: name, in: directory)
  }

  package func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.remove).remove(name, in: directory)
  }

  package func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.remove).removeDirectory(name, in: directory)
  }

  package func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try noting(.tryLock).tryLock(descriptor)
  }

  package func unlock(_ descriptor: RawDescriptor) { noting(.unlock).unlock(descriptor) }

  package var processIdentifier: Int32 { process?() ?? base.processIdentifier }

  package var effectiveUser: UInt32 { base.effectiveUser }
}
