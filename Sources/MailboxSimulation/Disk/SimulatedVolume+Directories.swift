package import AppGroupMailbox

/// The primitives of directories.
extension SimulatedVolume {
  package mutating func openDirectory(
    atPath path: String, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    let caller = caller.making(.open)
    let descriptor = try freeDescriptor(by: caller)
    guard let number = try walk(path, followsLast: true, by: caller).inode else {
      throw caller.failure(ErrorNumber.notFound)
    }
    return try openDirectory(number, as: descriptor, by: caller)
  }

  package mutating func openDirectory(
    _ name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    let caller = caller.making(.open)
    try check(name, by: caller)
    let descriptor = try freeDescriptor(by: caller)
    return try openDirectory(find(name, in: directory, by: caller).number, as: descriptor, by: caller)
  }

  private mutating func openDirectory(
    _ number: Int, as descriptor: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> RawDescriptor {
    guard let inode = inodes[number], inode.kind == .directory else {
      throw caller.failure(ErrorNumber.notDirectory)
    }
    try require(.read, of: inode, by: caller)
    openFiles.insert(OpenFile(process: caller.process, number: descriptor, inode: number, isWritable: false))
    return descriptor
  }

  package mutating func makeDirectory(atPath path: String, by caller: SimulatedCaller) throws(SystemError) {
    let caller = caller.making(.makeDirectory)
    let place = try walk(path, followsLast: false, by: caller)
    guard let name = place.name, place.inode == nil else { throw caller.failure(ErrorNumber.exists) }
    try makeDirectory(name, inNumber: place.directory, inherits: 0, by: caller)
  }

  package mutating func makeDirectory(
    _ name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    let caller = caller.making(.makeDirectory)
    let number = try placeForNew(name, in: directory, by: caller)
    // The bit that sets the group goes on to directories; by path, the mode is set once more.
    try makeDirectory(name, inNumber: number, inherits: 0o2000, by: caller)
  }

  private mutating func makeDirectory(
    _ name: FileName, inNumber directory: Int, inherits bits: UInt32, by caller: SimulatedCaller
  ) throws(SystemError) {
    guard let parent = inodes[directory] else { throw caller.failure(ErrorNumber.notFound) }
    try require([.write, .execute], of: parent, by: caller)
    let number = try makeInode(.directory, mode: 0o700 | parent.attributes.mode & bits, by: caller)
    addName(name, to: number, in: directory, by: caller)
  }

  package func checkWritable(_ directory: RawDescriptor, by caller: SimulatedCaller) throws(SystemError) {
    let caller = caller.making(.access)
    let number = try self.directory(directory, by: caller)
    if let inode = inodes[number] { try require([.write, .execute], of: inode, by: caller) }
  }

  /// The entries of a directory, in the order in which the volume lists them.
  package func entries(
    in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> [(name: FileName, type: FileType)] {
    let caller = caller.making(.open)
    // A listing has a descriptor of its own.
    _ = try freeDescriptor(by: caller)
    let number = try self.directory(directory, by: caller)
    guard let inode = inodes[number] else { return [] }
    try require(.read, of: inode, by: caller)
    return inode.entries.sorted.compactMap { entry in
      inodes[entry.inode].map { (entry.name.name, $0.kind.fileType) }
    }
  }

  // MARK: New names

  /// The number of the directory in which a name is free.
  func placeForNew(
    _ name: FileName, in directory: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> Int {
    try check(name, by: caller)
    let number = try self.directory(directory, by: caller)
    if try lookUp(name, in: number, by: caller) != nil { throw caller.failure(ErrorNumber.exists) }
    return number
  }

  mutating func addName(_ name: FileName, to number: Int, in directory: Int, by caller: SimulatedCaller) {
    change(
      [NameChange.Edit(directory: directory, name: volumeName(name), inode: number, isRemoval: false)], by: caller)
  }
}
