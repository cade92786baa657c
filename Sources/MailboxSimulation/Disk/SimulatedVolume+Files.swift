package import AppGroupMailbox

/// The primitives of files.
extension SimulatedVolume {
  package mutating func openFile(
    _ name: FileName, in directory: RawDescriptor, _ access: FileAccess, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    let caller = caller.making(.open)
    try check(name, by: caller)
    let descriptor = try freeDescriptor(by: caller)
    let parent = try self.directory(directory, by: caller)
    let isWritable = access == .readWriteCreating
    guard let number = try lookUp(name, in: parent, by: caller), let inode = inodes[number] else {
      guard access == .readWriteCreating else { throw caller.failure(ErrorNumber.notFound) }
      return try createFile(name, inNumber: parent, as: descriptor, by: caller)
    }
    if isWritable {
      if inode.kind == .directory { throw caller.failure(ErrorNumber.isDirectory) }
      if isForeign(inode, inShared: parent, by: caller) { throw caller.failure(ErrorNumber.accessDenied) }
    }
    if inode.kind == .symbolicLink { throw caller.failure(ErrorNumber.linkLoop) }
    try require(isWritable ? [.read, .write] : .read, of: inode, by: caller)
    // A device has no driver here. A FIFO opens at once, for it is never waited for.
    if inode.kind == .socket || inode.kind == .device { throw caller.failure(ErrorNumber.noSuchDevice) }
    openFiles.insert(OpenFile(process: caller.process, number: descriptor, inode: number, isWritable: isWritable))
    return descriptor
  }

  /// Whether somebody else put something in the way, in a folder that all may write and none may clear.
  ///
  /// Linux protects files and FIFOs there only where it is told to, and everything else always.
  private func isForeign(_ inode: SimulatedInode, inShared directory: Int, by caller: SimulatedCaller) -> Bool {
    guard let parent = inodes[directory]?.attributes, parent.mode & 0o1002 == 0o1002 else { return false }
    let owner = inode.attributes.owner
    return inode.kind != .file && inode.kind != .fifo && owner != parent.owner && owner != caller.user
  }

  package mutating func createFile(
    _ name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    let caller = caller.making(.create)
    try check(name, by: caller)
    let descriptor = try freeDescriptor(by: caller)
    let parent = try placeForNew(name, in: directory, by: caller)
    return try createFile(name, inNumber: parent, as: descriptor, by: caller)
  }

  private mutating func createFile(
    _ name: FileName, inNumber directory: Int, as descriptor: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    if let parent = inodes[directory] { try require([.write, .execute], of: parent, by: caller) }
    let number = try makeInode(.file, mode: 0o600, by: caller)
    addName(name, to: number, in: directory, by: caller)
    openFiles.insert(OpenFile(process: caller.process, number: descriptor, inode: number, isWritable: true))
    return descriptor
  }

  package mutating func createUnnamedFile(
    in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    let caller = caller.making(.create)
    let descriptor = try freeDescriptor(by: caller)
    let parent = try self.directory(directory, by: caller)
    if let inode = inodes[parent] { try require([.write, .execute], of: inode, by: caller) }
    guard settings.supportsUnnamedFiles else { throw caller.failure(ErrorNumber.unsupported) }
    // What ext4 says of a directory that was removed.
    if inodes[parent]?.names == 0 { throw caller.failure(ErrorNumber.notPermitted) }
    let number = try makeInode(.file, mode: 0o600, by: caller)
    inodes[number]?.isUnnamed = true
    openFiles.insert(OpenFile(process: caller.process, number: descriptor, inode: number, isWritable: true))
    return descriptor
  }

  /// Closing what is not open does nothing.
  package mutating func close(_ descriptor: RawDescriptor, by caller: SimulatedCaller) {
    guard let position = openFiles.position(caller.process, descriptor) else { return }
    releaseIfUnreachable(openFiles.remove(at: position).inode)
  }

  /// Closes everything that a process has open, as its death does; with `nil`, what anybody has.
  package mutating func closeAll(of process: Int32?) {
    for file in openFiles.removeAll(of: process) { releaseIfUnreachable(file.inode) }
  }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64,
    by caller: SimulatedCaller
  ) throws(SystemError) -> Int {
    let caller = caller.making(.read)
    if offset < 0 { throw caller.failure(ErrorNumber.invalid) }
    let file = try openFile(descriptor, by: caller)
    guard let inode = inodes[file.inode] else { return 0 }
    if inode.kind == .fifo { throw caller.failure(ErrorNumber.illegalSeek) }
    if offset.addingReportingOverflow(Int64(buffer.count)).overflow { throw caller.failure(ErrorNumber.invalid) }
    if inode.kind == .directory { throw caller.failure(ErrorNumber.isDirectory) }
    let bytes = inode.content.bytes
    guard offset < bytes.count else { return 0 }
    let part = bytes[Int(offset)...].prefix(buffer.count)
    part.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[..<$0.count]).copyMemory(from: $0) }
    return part.count
  }

  package mutating func write(
    _ descriptor: RawDescriptor, _ buffer: UnsafeRawBufferPointer, at offset: Int64, by caller: SimulatedCaller
  ) throws(SystemError) -> Int {
    let caller = caller.making(.write)
    if offset < 0 { throw caller.failure(ErrorNumber.invalid) }
    let file = try openFile(descriptor, by: caller)
    guard let inode = inodes[file.inode] else { return 0 }
    if inode.kind == .fifo { throw caller.failure(ErrorNumber.illegalSeek) }
    if !file.isWritable { throw caller.failure(ErrorNumber.badDescriptor) }
    let (end, overflows) = offset.addingReportingOverflow(Int64(buffer.count))
    if overflows { throw caller.failure(ErrorNumber.invalid) }
    if buffer.isEmpty { return 0 }
    if end > VolumeSettings.largestFile { throw caller.failure(ErrorNumber.fileTooLarge) }
    let count = min(buffer.count, room(for: inode, at: Int(offset)))
    if count <= 0 { throw caller.failure(ErrorNumber.noSpace) }

    var attributes = inode.attributes
    attributes.modified = stamp(caller)
    if caller.user != 0 {
      let group = attributes.mode & 0o10 != 0 ? UInt32(0o2000) : 0
      attributes.mode &= ~(0o4000 | group)
    }
    let write = DataChange.Write(offset: Int(offset), bytes: Array(buffer[..<count]))
    change(file.inode, to: attributes, write: write, by: caller)
    return count
  }

  /// How many bytes can be written at an offset; what is there already needs no more.
  private func room(for inode: SimulatedInode, at offset: Int) -> Int {
    guard let capacity = settings.byteCapacity else { return .max }
    let used = inodes.indices.reduce(0) { sum, number in
      isInUse(number) ? sum + (inodes[number]?.content.bytes.count ?? 0) : sum
    }
    return max(inode.content.bytes.count + max(capacity - used, 0) - offset, 0)
  }
}
