/// Removes a file or a directory with what is in it, without following a link (clause QUA-8).
///
/// Bounded: what is nested deeper or more numerous than anybody puts there by accident stays, and is tried again another time.
struct TreeRemover {
  let fileSystem: any FileSystem
  static let deepest = 32
  static let mostEntries = 4096

  func remove(_ name: FileName, in directory: RawDescriptor) throws(SystemError) {
    var budget = Self.mostEntries
    try remove(name, in: directory, depth: 0, &budget)
  }

  private func remove(
    _ name: FileName, in directory: RawDescriptor, depth: Int, _ budget: inout Int
  ) throws(SystemError) {
    do {
      return try fileSystem.remove(name, in: directory)
    } catch let error where error.code == ErrorNumber.isDirectory || error.code == ErrorNumber.notPermitted {
      // Linux says one and Apple's systems the other for a directory.
      guard try fileSystem.status(of: name, in: directory).type == .directory else { throw error }
    }
    do {
      return try fileSystem.removeDirectory(name, in: directory)
    } catch let error where error.code == ErrorNumber.notEmpty || error.code == ErrorNumber.exists {
      guard depth < Self.deepest else { throw error }
    }
    try empty(name, in: directory, depth: depth, &budget)
    try fileSystem.removeDirectory(name, in: directory)
  }

  private func empty(
    _ name: FileName, in directory: RawDescriptor, depth: Int, _ budget: inout Int
  ) throws(SystemError) {
    let inner = Descriptor(try openAccessible(name, in: directory), of: fileSystem)
    var entries: [FileName] = []
    let room = budget
    try fileSystem.forEachEntry(in: inner.raw) { entry, _ in
      if entries.count < room { entries.append(FileName(entry)) }
    }
    budget -= entries.count
    for entry in entries { try remove(entry, in: inner.raw, depth: depth + 1, &budget) }
  }

  /// Opens a directory that is to go, whatever permissions it was given to prevent that.
  private func openAccessible(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    let permissions = try fileSystem.status(of: name, in: directory).permissions
    if permissions & 0o700 != 0o700 { try fileSystem.setPermissions(0o700, ofDirectory: name, in: directory) }
    return try fileSystem.openDirectory(name, in: directory)
  }
}
