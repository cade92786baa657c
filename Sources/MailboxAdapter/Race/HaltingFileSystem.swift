import AppGroupMailbox

/// The real file system, with something happening before one chosen call.
struct HaltingFileSystem: FileSystem {
  private let base = POSIXFileSystem()
  private let point: HaltPoint
  private let action: @Sendable () -> Void
  private let count = StateLock(0)

  init(_ point: HaltPoint, _ action: @escaping @Sendable () -> Void) {
    self.point = point
    self.action = action
  }

  /// What `--halt` asks for.
  static func fromArguments(_ arguments: inout CommandArguments) throws -> any FileSystem {
    guard let point: HaltPoint = try arguments.takeIfThere("halt") else { return POSIXFileSystem() }
    return HaltingFileSystem(point) { point.halt() }
  }

  private func noting(_ primitive: HaltPoint.Primitive) -> POSIXFileSystem {
    guard point.primitive == .any || point.primitive == primitive else { return base }
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number == point.call { action() }
    return base
  }

  func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try noting(.openDirectory).openDirectory(atPath: path)
  }

  func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting(.openDirectory).openDirectory(name, in: directory)
  }

  func makeDirectory(atPath path: String) throws(SystemError) {
    try noting(.makeDirectory).makeDirectory(atPath: path)
  }

  func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.makeDirectory).makeDirectory(name, in: directory)
  }

  func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try noting(.status).checkWritable(directory)
  }

  func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    try noting(.list).forEachEntry(in: directory, visit)
  }

  func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try noting(.openFile).openFile(name, in: directory, access)
  }

  func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting(.createFile).createFile(name, in: directory)
  }

  func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting(.createFile).createUnnamedFile(in: directory)
  }

  func close(_ descriptor: RawDescriptor) { noting(.close).close(descriptor) }

  func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try noting(.read).read(descriptor, into: buffer, at: offset)
  }

  func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try noting(.write).write(descriptor, buffer, at: offset)
  }

  func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try noting(.status).status(of: descriptor)
  }

  func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try noting(.status).status(of: name, in: directory)
  }

  func status(atPath path: String) throws(SystemError) -> FileStatus {
    try noting(.status).status(atPath: path)
  }

  func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try noting(.setPermissions).setPermissions(permissions, of: descriptor)
  }

  func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try noting(.setPermissions).setPermissions(permissions, ofDirectory: name, in: directory)
  }

  func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try noting(.setModificationTime).setModificationTime(time, of: descriptor)
  }

  func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try noting(.synchronize).synchronizeFile(descriptor, strength)
  }

  func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try noting(.synchronize).synchronizeDirectory(descriptor)
  }

  func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try noting(.rename).rename(name, in: directory, to: newName, in: newDirectory)
  }

  func link(_ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.link).link(descriptor, to: name, in: directory)
  }

  func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.remove).remove(name, in: directory)
  }

  func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting(.remove).removeDirectory(name, in: directory)
  }

  func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try noting(.tryLock).tryLock(descriptor)
  }

  func unlock(_ descriptor: RawDescriptor) { noting(.unlock).unlock(descriptor) }

  var processIdentifier: Int32 { base.processIdentifier }

  var effectiveUser: UInt32 { base.effectiveUser }
}
