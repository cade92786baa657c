/// An open file or directory, as a number that means something to the ``FileSystem`` it came from.
package typealias RawDescriptor = Int32

/// How a file is opened.
///
/// Nothing that is opened is ever a link, waits for anybody, or is passed on to another program.
package enum FileAccess: Sendable, Equatable {
  /// For reading; must exist.
  case read
  /// For reading and writing; created with mode 0600 where it is missing.
  case readWriteCreating
}

/// What a synchronisation must achieve.
package enum SyncStrength: Sendable, Equatable {
  /// Nothing written later becomes durable before this.
  case barrier
  /// It is on stable storage when the call returns.
  case full
}

/// The primitives that the mailbox is made of, relative to an open directory.
///
/// The only way from the library to the system: a simulated file system, one that records and one that fails stand in for it in tests.
/// No primitive follows a link in its last component, other than those that take a path. Every one repeats a call that
/// was interrupted (clause ERR-2) and fails with the call's name and `errno` (clause ERR-1).
package protocol FileSystem: Sendable {
  // Directories
  func openDirectory(atPath path: String) throws(SystemError) -> RawDescriptor
  func openDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor
  func makeDirectory(atPath path: String) throws(SystemError)
  func makeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError)
  func checkWritable(_ directory: RawDescriptor) throws(SystemError)
  /// Visits every entry but `.` and `..`, in no particular order.
  func forEachEntry(
    in directory: RawDescriptor, _ visit: (UnsafeBufferPointer<UInt8>, FileType) -> Void) throws(SystemError)

  // Files
  func openFile(_ name: FileName, in directory: RawDescriptor, _ access: FileAccess) throws(SystemError)
    -> RawDescriptor
  /// Creates a file for reading and writing, mode 0600 whatever the umask; fails with EEXIST where the name is taken.
  func createFile(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor
  /// Creates a file without a name, mode 0600; EOPNOTSUPP where there are none.
  func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor
  func close(_ descriptor: RawDescriptor)
  func read(_ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64)
    throws(SystemError) -> Int
  func write(_ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) -> Int

  // Attributes
  func status(of descriptor: RawDescriptor) throws(SystemError) -> FileStatus
  func status(of name: FileName, in directory: RawDescriptor) throws(SystemError) -> FileStatus
  /// Follows links: for the container, which is trusted.
  func status(atPath path: String) throws(SystemError) -> FileStatus
  func setPermissions(_ permissions: UInt32, of descriptor: RawDescriptor) throws(SystemError)
  /// Fails with ENOTDIR where the name is not a directory's; works where the directory may not be opened.
  func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor
  ) throws(SystemError)
  func setModificationTime(_ time: FileTime, of descriptor: RawDescriptor) throws(SystemError)

  /// Whether every change of a directory after a look at its status has a change time of its own; `false` if that is unknown.
  func hasDistinctChangeTimes(_ directory: RawDescriptor) -> Bool

  // Durability
  func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError)
  func synchronizeDirectory(_ descriptor: RawDescriptor) throws(SystemError)
  /// A hint that a file will be synchronised soon: the volume may begin to write. Promises nothing and does not wait.
  func beginSynchronizing(_ descriptor: RawDescriptor)

  // Names: what becomes visible or invisible, each atomic
  /// Fails with EEXIST where the new name is taken; never replaces.
  func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor)
    throws(SystemError)
  /// Gives a file of ``createUnnamedFile(in:)`` its name; fails with EEXIST where it is taken.
  func link(_ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor) throws(SystemError)
  func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError)
  func removeDirectory(_ name: FileName, in directory: RawDescriptor) throws(SystemError)

  // The lock
  /// Tries once to take the exclusive lock; `false` if another holds it.
  func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool
  func unlock(_ descriptor: RawDescriptor)

  // The process
  var processIdentifier: Int32 { get }
  var effectiveUser: UInt32 { get }
}
