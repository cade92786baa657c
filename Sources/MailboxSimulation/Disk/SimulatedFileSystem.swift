package import AppGroupMailbox

/// The view that one virtual process has of a simulated disk.
package struct SimulatedFileSystem: FileSystem {
  private let disk: SimulatedDisk
  /// Which process of the disk it is: an identifier may be used again.
  let number: Int
  package let processIdentifier: Int32
  package let effectiveUser: UInt32

  init(disk: SimulatedDisk, number: Int, processIdentifier: Int32, effectiveUser: UInt32) {
    self.disk = disk
    self.number = number
    self.processIdentifier = processIdentifier
    self.effectiveUser = effectiveUser
  }

  /// The same process with another effective user, as after `seteuid`.
  package func acting(as user: UInt32) -> SimulatedFileSystem {
    SimulatedFileSystem(disk: disk, number: number, processIdentifier: processIdentifier, effectiveUser: user)
  }

  private func perform<Result>(
    _ call: MailboxSystemCall, _ body: (inout SimulatedVolume, SimulatedCaller) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try disk.perform(call, by: self, body)
  }

  package func hasDistinctChangeTimes(_ directory: RawDescriptor) -> Bool {
    disk.withVolume { $0.settings.timeGranularity == .nanosecond }
  }

  // MARK: Directories

  package func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try perform(.open) { volume, caller throws(SystemError) in try volume.openDirectory(atPath: path, by: caller) }
  }

  package func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try perform(.open) { volume, caller throws(SystemError) in
      try volume.openDirectory(name, in: directory, by: caller)
    }
  }

  package func makeDirectory(atPath path: String) throws(SystemError) {
    try perform(.makeDirectory) { volume, caller throws(SystemError) in
      try volume.makeDirectory(atPath: path, by: caller)
    }
  }

  package func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try perform(.makeDirectory) { volume, caller throws(SystemError) in
      try volume.makeDirectory(name, in: directory, by: caller)
    }
  }

  package func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try perform(.access) { volume, caller throws(SystemError) in try volume.checkWritable(directory, by: caller) }
  }

  package func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    let entries = try perform(.open) { volume, caller throws(SystemError) in
      try volume.entries(in: directory, by: caller)
    }
    // Afterwards, for whoever visits may make calls.
    for (name, type) in entries {
      name.terminated.withUnsafeBufferPointer { visit(UnsafeBufferPointer(rebasing: $0.dropLast()), type) }
    }
  }

  // MARK: Files

  package func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try perform(.open) { volume, caller throws(SystemError) in
      try volume.openFile(name, in: directory, access, by: caller)
    }
  }

  package func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try perform(.create) { volume, caller throws(SystemError) in
      try volume.createFile(name, in: directory, by: caller)
    }
  }

  package func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try perform(.create) { volume, caller throws(SystemError) in
      try volume.createUnnamedFile(in: directory, by: caller)
    }
  }

  package func close(_ descriptor: RawDescriptor) {
    // Only a dead process fails to close, and has nothing open.
    try? perform(.open) { volume, caller throws(SystemError) in volume.close(descriptor, by: caller) }
  }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try perform(.read) { volume, caller throws(SystemError) in
      try volume.read(descriptor, into: buffer, at: offset, by: caller)
    }
  }

  package func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try perform(.write) { volume, caller throws(SystemError) in
      try volume.write(descriptor, buffer, at: offset, by: caller)
    }
  }

  // MARK: Attributes

  package func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try perform(.status) { volume, caller throws(SystemError) in try volume.status(of: descriptor, by: caller) }
  }

  package func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try perform(.status) { volume, caller throws(SystemError) in
      try volume.status(of: name, in: directory, by: caller)
    }
  }

  package func status(atPath path: String) throws(SystemError) -> FileStatus {
    try perform(.status) { volume, caller throws(SystemError) in try volume.status(atPath: path, by: caller) }
  }

  package func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try perform(.setPermissions) { volume, caller throws(SystemError) in
      try volume.setPermissions(permissions, of: descriptor, by: caller)
    }
  }

  package func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try perform(.setPermissions) { volume, caller throws(SystemError) in
      try volume.setPermissions(permissions, ofDirectory: name, in: directory, by: caller)
    }
  }

  package func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try perform(.setModificationTime) { volume, caller throws(SystemError) in
      try volume.setModificationTime(time, of: descriptor, by: caller)
    }
  }

  // MARK: Durability

  package func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try perform(.synchronizeFile) { volume, caller throws(SystemError) in
      try volume.synchronizeFile(descriptor, strength, by: caller)
    }
  }

  package func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try perform(.synchronizeDirectory) { volume, caller throws(SystemError) in
      try volume.synchronizeDirectory(descriptor, by: caller)
    }
  }

  /// Changes nothing that can be told: what is not synchronised may be on stable storage at any time.
  package func beginSynchronizing(_ descriptor: RawDescriptor) {}

  // MARK: Names

  package func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try perform(.rename) { volume, caller throws(SystemError) in
      try volume.rename(name, in: directory, to: newName, in: newDirectory, by: caller)
    }
  }

  package func link(_ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try perform(.link) { volume, caller throws(SystemError) in
      try volume.link(descriptor, to: name, in: directory, by: caller)
    }
  }

  package func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try perform(.remove) { volume, caller throws(SystemError) in
      try volume.remove(name, in: directory, by: caller)
    }
  }

  package func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try perform(.remove) { volume, caller throws(SystemError) in
      try volume.removeDirectory(name, in: directory, by: caller)
    }
  }

  // MARK: The lock

  package func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try perform(.lock) { volume, caller throws(SystemError) in try volume.tryLock(descriptor, by: caller) }
  }

  package func unlock(_ descriptor: RawDescriptor) {
    try? perform(.lock) { volume, caller throws(SystemError) in volume.unlock(descriptor, by: caller) }
  }
}
