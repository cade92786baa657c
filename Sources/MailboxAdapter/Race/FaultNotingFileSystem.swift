import AppGroupMailbox
import Foundation

/// The real file system, which tells when it has nothing left to give: operations that meet that may end early (CLM-9).
struct FaultNotingFileSystem: FileSystem {
  let base: any FileSystem
  /// Called after each call that failed for want of space or of descriptors.
  let note: @Sendable () -> Void

  private func noting<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    do {
      return try call()
    } catch {
      if Self.exhaustions.contains(error.code) { note() }
      throw error
    }
  }

  /// What CLM-9 names.
  private static let exhaustions: Set<Int32> = [EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT]

  func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor {
    try noting { () throws(SystemError) in try base.openDirectory(atPath: path) }
  }

  func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting { () throws(SystemError) in try base.openDirectory(name, in: directory) }
  }

  func makeDirectory(atPath path: String) throws(SystemError) {
    try noting { () throws(SystemError) in try base.makeDirectory(atPath: path) }
  }

  func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.makeDirectory(name, in: directory) }
  }

  func checkWritable(_ directory: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.checkWritable(directory) }
  }

  func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void
  ) throws(SystemError) {
    try noting { () throws(SystemError) in try base.forEachEntry(in: directory, visit) }
  }

  func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess
  ) throws(SystemError) -> RawDescriptor {
    try noting { () throws(SystemError) in try base.openFile(name, in: directory, access) }
  }

  func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting { () throws(SystemError) in try base.createFile(name, in: directory) }
  }

  func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    try noting { () throws(SystemError) in try base.createUnnamedFile(in: directory) }
  }

  func close(_ descriptor: RawDescriptor) {
    base.close(descriptor)
  }

  func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try noting { () throws(SystemError) in try base.read(descriptor, into: buffer, at: offset) }
  }

  func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    try noting { () throws(SystemError) in try base.write(descriptor, buffer, at: offset) }
  }

  func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus {
    try noting { () throws(SystemError) in try base.status(of: descriptor) }
  }

  func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus {
    try noting { () throws(SystemError) in try base.status(of: name, in: directory) }
  }

  func status(atPath path: String) throws(SystemError) -> FileStatus {
    try noting { () throws(SystemError) in try base.status(atPath: path) }
  }

  func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.setPermissions(permissions, of: descriptor) }
  }

  func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try noting { () throws(SystemError) in try base.setPermissions(permissions, ofDirectory: name, in: directory) }
  }

  func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.setModificationTime(time, of: descriptor) }
  }

  func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    try noting { () throws(SystemError) in try base.synchronizeFile(descriptor, strength) }
  }

  func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.synchronizeDirectory(descriptor) }
  }

  func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try noting { () throws(SystemError) in try base.rename(name, in: directory, to: newName, in: newDirectory) }
  }

  func link(
    _ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor
  ) throws(SystemError) {
    try noting { () throws(SystemError) in try base.link(descriptor, to: name, in: directory) }
  }

  func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.remove(name, in: directory) }
  }

  func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    try noting { () throws(SystemError) in try base.removeDirectory(name, in: directory) }
  }

  func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    try noting { () throws(SystemError) in try base.tryLock(descriptor) }
  }

  func unlock(_ descriptor: RawDescriptor) {
    base.unlock(descriptor)
  }

  var processIdentifier: Int32 { base.processIdentifier }

  var effectiveUser: UInt32 { base.effectiveUser }
}
