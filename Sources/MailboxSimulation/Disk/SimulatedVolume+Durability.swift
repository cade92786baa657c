package import AppGroupMailbox

/// Bringing changes to stable storage.
extension SimulatedVolume {
  package mutating func synchronizeFile(
    _ descriptor: RawDescriptor, _ strength: SyncStrength, by caller: SimulatedCaller
  ) throws(SystemError) {
    let number = try synchronizable(descriptor, by: caller.making(.synchronizeFile))
    switch strength {
    case .full: synchronize(number)
    case .barrier: if log.needsBarrier(number) { log.append(.barrier(inode: number)) }
    }
  }

  package mutating func synchronizeDirectory(
    _ descriptor: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) {
    synchronize(try synchronizable(descriptor, by: caller.making(.synchronizeDirectory)))
  }

  /// Makes everything durable, as a volume does in the end.
  package mutating func synchronizeEverything() {
    persist { _ in true }
  }

  private func synchronizable(_ descriptor: RawDescriptor, by caller: SimulatedCaller) throws(SystemError) -> Int {
    let number = try openFile(descriptor, by: caller).inode
    if inodes[number]?.kind == .fifo { throw caller.failure(ErrorNumber.invalid) }
    return number
  }

  /// Makes an inode's data and attributes durable, and of a directory all changes of its entries.
  private mutating func synchronize(_ number: Int) {
    persist { change in
      switch change {
      case .names(let change): change.touches(number)
      case .data(let change): change.inode == number
      case .barrier: false
      }
    }
  }

  /// Makes changes durable, and with them what must not become durable later than they.
  private mutating func persist(_ isWanted: (VolumeChange) -> Bool) {
    let changes = log.changes
    var isDurable = [Bool](repeating: false, count: changes.count)
    var directories: Set<Int> = []
    var held: Set<Int> = []
    var isAnything = false
    for index in changes.indices.reversed() {
      switch changes[index] {
      case .names(let change):
        guard isWanted(changes[index]) || change.directories.contains(where: directories.contains) else { continue }
        directories.formUnion(change.directories)
      case .data(let change):
        guard isWanted(changes[index]) || held.contains(change.inode) else { continue }
      case .barrier(let inode):
        if isAnything { held.insert(inode) }
        continue
      }
      isDurable[index] = true
      isAnything = true
    }
    guard isAnything else { return }
    log.removeDurable(isDurable)
    var touched: Set<Int> = []
    for index in changes.indices where isDurable[index] {
      durable.apply(changes[index])
      guard case .names(let change) = changes[index] else { continue }
      for edit in change.edits {
        if !edit.isRemoval { inodes[edit.inode]?.pendingNames -= 1 }
        touched.insert(edit.inode)
      }
    }
    for number in touched.sorted() { releaseIfUnreachable(number) }
  }
}
