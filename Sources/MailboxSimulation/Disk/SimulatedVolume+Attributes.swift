package import AppGroupMailbox

/// The primitives of attributes.
extension SimulatedVolume {
  package func status(of descriptor: RawDescriptor, by caller: SimulatedCaller) throws(SystemError) -> FileStatus {
    try status(ofNumber: openFile(descriptor, by: caller.making(.status)).inode)
  }

  package func status(
    of name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> FileStatus {
    let caller = caller.making(.status)
    try check(name, by: caller)
    return status(ofNumber: try find(name, in: directory, by: caller).number)
  }

  package func status(atPath path: String, by caller: SimulatedCaller) throws(SystemError) -> FileStatus {
    let caller = caller.making(.status)
    guard let number = try walk(path, followsLast: true, by: caller).inode else {
      throw caller.failure(ErrorNumber.notFound)
    }
    return status(ofNumber: number)
  }

  func status(ofNumber number: Int) -> FileStatus {
    guard let inode = inodes[number] else { preconditionFailure("what is open or has a name is there") }
    return FileStatus(
      identity: FileIdentity(volume: 1, number: UInt64(number) + 1), type: inode.kind.fileType,
      linkCount: UInt64(inode.linkCount), size: Int64(inode.size), owner: inode.attributes.owner,
      permissions: inode.attributes.mode, modified: inode.attributes.modified, changed: changeTime(of: inode))
  }

  /// On a volume with fine times no two changes of a directory have the same.
  private func changeTime(of inode: SimulatedInode) -> FileTime {
    guard settings.timeGranularity == .nanosecond else { return inode.changed }
    return FileTime(
      seconds: inode.changed.seconds, nanoseconds: (inode.changed.nanoseconds + inode.nameChanges) % 1_000_000_000)
  }

  package mutating func setPermissions(
    _ permissions: UInt32, of descriptor: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.setPermissions)
    try setPermissions(permissions, ofNumber: openFile(descriptor, by: caller).inode, by: caller)
  }

  package mutating func setPermissions(
    _ permissions: UInt32, ofDirectory name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.setPermissions)
    try check(name, by: caller)
    // It is opened, though not for anything.
    _ = try freeDescriptor(by: caller)
    let (number, inode) = try find(name, in: directory, by: caller)
    if inode.kind != .directory { throw caller.failure(ErrorNumber.notDirectory) }
    try setPermissions(permissions, ofNumber: number, by: caller)
  }

  private mutating func setPermissions(
    _ permissions: UInt32, ofNumber number: Int, by caller: SimulatedCaller
  ) throws(SystemError) {
    guard let inode = inodes[number] else { return }
    try requireOwner(of: inode, by: caller)
    var attributes = inode.attributes
    attributes.mode = permissions & 0o7777
    change(number, to: attributes, by: caller)
  }

  package mutating func setModificationTime(
    _ time: FileTime, of descriptor: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.setModificationTime)
    let number = try openFile(descriptor, by: caller).inode
    if !(0..<1_000_000_000).contains(time.nanoseconds) { throw caller.failure(ErrorNumber.invalid) }
    guard let inode = inodes[number] else { return }
    try requireOwner(of: inode, by: caller)
    var attributes = inode.attributes
    attributes.modified = time
    change(number, to: attributes, by: caller)
  }
}
