package import AppGroupMailbox

/// The primitives that make names come, go and move, each at once.
extension SimulatedVolume {
  package mutating func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor,
    by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.rename)
    try check(name, by: caller)
    let old = try self.directory(directory, by: caller)
    try check(newName, by: caller)
    let new = try self.directory(newDirectory, by: caller)
    if name.dots > 0 { throw caller.failure(ErrorNumber.busy) }
    if newName.dots > 0 { throw caller.failure(ErrorNumber.exists) }
    guard let number = try lookUp(name, in: old, by: caller), let inode = inodes[number] else {
      throw caller.failure(ErrorNumber.notFound)
    }
    if try lookUp(newName, in: new, by: caller) != nil { throw caller.failure(ErrorNumber.exists) }
    if inode.kind == .directory, isDirectory(new, within: number) { throw caller.failure(ErrorNumber.invalid) }
    try requireRemovable(inode, from: old, by: caller)
    if let inode = inodes[new] { try require([.write, .execute], of: inode, by: caller) }
    // Its entry `..` changes.
    if inode.kind == .directory, old != new { try require(.write, of: inode, by: caller) }
    change(
      [
        NameChange.Edit(directory: old, name: volumeName(name), inode: number, isRemoval: true),
        NameChange.Edit(directory: new, name: volumeName(newName), inode: number, isRemoval: false),
      ], by: caller)
  }

  package mutating func link(
    _ descriptor: RawDescriptor, to name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.link)
    // Found by its path among the process's open files: one that is not open is a path to nothing.
    guard let position = openFiles.position(caller.process, descriptor) else {
      throw caller.failure(ErrorNumber.notFound)
    }
    let number = openFiles[position].inode
    let parent = try placeForNew(name, in: directory, by: caller)
    guard let inode = inodes[number], let parentInode = inodes[parent] else { return }
    if caller.user != 0, caller.user != inode.attributes.owner {
      let mode = inode.attributes.mode
      let isSafe = inode.kind == .file && mode & 0o4000 == 0 && mode & 0o2010 != 0o2010
      guard isSafe, inode.attributes.permits([.read, .write], to: caller.user) else {
        throw caller.failure(ErrorNumber.notPermitted)
      }
    }
    try require([.write, .execute], of: parentInode, by: caller)
    if inode.kind == .directory { throw caller.failure(ErrorNumber.notPermitted) }
    // What was removed does not come back.
    if inode.names == 0, !inode.isUnnamed { throw caller.failure(ErrorNumber.notFound) }
    addName(name, to: number, in: parent, by: caller)
  }

  package mutating func remove(
    _ name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.remove)
    let (number, inode, parent) = try removable(name, in: directory, dotsFail: ErrorNumber.isDirectory, by: caller)
    if inode.kind == .directory { throw caller.failure(ErrorNumber.isDirectory) }
    change([NameChange.Edit(directory: parent, name: volumeName(name), inode: number, isRemoval: true)], by: caller)
  }

  package mutating func removeDirectory(
    _ name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.remove)
    let (number, inode, parent) = try removable(
      name, in: directory, dotsFail: name.dots == 1 ? ErrorNumber.invalid : ErrorNumber.notEmpty, by: caller)
    if inode.kind != .directory { throw caller.failure(ErrorNumber.notDirectory) }
    if !inode.entries.isEmpty { throw caller.failure(ErrorNumber.notEmpty) }
    change(
      [NameChange.Edit(directory: parent, name: volumeName(name), inode: number, isRemoval: true)], emptied: number,
      by: caller)
  }

  /// Finds what is to be taken out of a directory.
  ///
  /// - Parameter code: What `.` and `..` fail with.
  private func removable(
    _ name: FileName, in directory: RawDescriptor, dotsFail code: Int32, by caller: SimulatedCaller
  ) throws(SystemError) -> (number: Int, inode: SimulatedInode, parent: Int) {
    try check(name, by: caller)
    if name.dots > 0 {
      _ = try self.directory(directory, by: caller)
      throw caller.failure(code)
    }
    let (number, inode) = try find(name, in: directory, by: caller)
    let parent = try self.directory(directory, by: caller)
    try requireRemovable(inode, from: parent, by: caller)
    return (number, inode, parent)
  }

  /// Whether a name may be taken out of a directory: its permissions, and its sticky bit.
  private func requireRemovable(
    _ inode: SimulatedInode, from directory: Int, by caller: SimulatedCaller
  ) throws(SystemError) {
    guard let parent = inodes[directory] else { return }
    try require([.write, .execute], of: parent, by: caller)
    let isOwner = caller.user == 0 || caller.user == inode.attributes.owner || caller.user == parent.attributes.owner
    if parent.attributes.mode & 0o1000 != 0, !isOwner { throw caller.failure(ErrorNumber.notPermitted) }
  }

  private func isDirectory(_ number: Int, within ancestor: Int) -> Bool {
    var number = number
    while number != ancestor {
      guard number != Self.root, let inode = inodes[number], inode.names > 0 else { return false }
      number = inode.parent
    }
    return true
  }
}
