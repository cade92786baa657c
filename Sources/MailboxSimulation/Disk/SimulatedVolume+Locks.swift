package import AppGroupMailbox

/// The primitives of the lock, which belongs to an open file and not to a process.
extension SimulatedVolume {
  package mutating func tryLock(_ descriptor: RawDescriptor, by caller: SimulatedCaller) throws(SystemError) -> Bool {
    let file = try openFile(descriptor, by: caller.making(.lock))
    if file.isLocked { return true }
    guard !openFiles.isLocked(file.inode) else { return false }
    setLocked(true, descriptor, by: caller)
    return true
  }

  /// Whether anybody holds a lock.
  package var hasLocks: Bool { openFiles.files.contains(where: \.isLocked) }

  /// Giving back what is not held does nothing.
  package mutating func unlock(_ descriptor: RawDescriptor, by caller: SimulatedCaller) {
    setLocked(false, descriptor, by: caller)
  }

  private mutating func setLocked(_ isLocked: Bool, _ descriptor: RawDescriptor, by caller: SimulatedCaller) {
    guard let position = openFiles.position(caller.process, descriptor) else { return }
    openFiles[position].isLocked = isLocked
  }
}
