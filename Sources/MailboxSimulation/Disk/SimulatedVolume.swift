internal import AppGroupMailbox

/// A volume as a value: what programs see, what is on stable storage, and what lies between the two.
///
/// It answers every primitive as Linux does, including which `errno` comes first. A copy is cheap: what is not changed is
/// shared. Two volumes are equal if no sequence of calls can tell them apart, as far as the order of numbers allows: an
/// inode gets the lowest number that is free, so nothing depends on what was there before.
///
/// Not modelled: groups (the bits of the group never count), access times, a umask other than 022, and the settings
/// `fs.protected_*` of Linux other than `fs.protected_hardlinks`, which is on.
package struct SimulatedVolume: Sendable {
  package var settings: VolumeSettings
  /// By number, the root first.
  var inodes: [SimulatedInode?]
  /// The inodes of the same numbers, as they are on stable storage.
  var durable: DurableTable
  var log = ChangeLog()
  var openFiles = OpenFiles()
  /// No number below it is free.
  private var lowestFree = 1

  static let root = 0

  /// An empty volume, whose root belongs to user 0 and has mode 0755.
  package init(_ settings: VolumeSettings = VolumeSettings()) {
    let epoch = FileTime(seconds: 0, nanoseconds: 0)
    var root = SimulatedInode(.directory, InodeAttributes(mode: 0o755, owner: 0, modified: epoch))
    root.names = 1
    self.init(settings, inodes: [root], durable: [DurableInode(root)])
    durable.inodes[0]?.names = 1
  }

  /// A volume on which nothing is open and everything is durable.
  init(_ settings: VolumeSettings, inodes: [SimulatedInode?], durable: [DurableInode?]) {
    self.settings = settings
    self.inodes = inodes
    self.durable = DurableTable(inodes: durable)
  }

  // MARK: Numbers

  /// Makes an inode without a name.
  mutating func makeInode(
    _ kind: InodeKind, mode: UInt32, content: FileContent = FileContent(), by caller: SimulatedCaller
  ) throws(SystemError) -> Int {
    if let capacity = settings.inodeCapacity {
      let used = inodes.indices.count { inodes[$0] != nil && isInUse($0) }
      guard used < capacity else { throw caller.failure(ErrorNumber.noSpace) }
    }
    let attributes = InodeAttributes(mode: mode, owner: caller.user, modified: stamp(caller))
    var inode = SimulatedInode(kind, attributes)
    inode.content = content
    while lowestFree < inodes.count, inodes[lowestFree] != nil { lowestFree += 1 }
    let number = lowestFree
    if number == inodes.count {
      inodes.append(inode)
      durable.inodes.append(DurableInode(inode))
    } else {
      inodes[number] = inode
      durable.inodes[number] = DurableInode(inode)
    }
    return number
  }

  /// Frees an inode if nobody can reach it, even after a power loss.
  mutating func releaseIfUnreachable(_ number: Int) {
    guard inodes.indices.contains(number), let inode = inodes[number], inode.names == 0, inode.pendingNames == 0,
      durable.inodes[number]?.names == 0, !openFiles.holds(number), !isParentOfOpenRemains(number)
    else { return }
    inodes[number] = nil
    durable.inodes[number] = nil
    lowestFree = min(lowestFree, number)
    while case .some(.none) = inodes.last {
      inodes.removeLast()
      durable.inodes.removeLast()
    }
    log.removeData(of: number)
    if inode.kind == .directory { releaseIfUnreachable(inode.parent) }
  }

  /// Whether the `..` of a directory that was removed and is still open leads to an inode.
  private func isParentOfOpenRemains(_ number: Int) -> Bool {
    guard inodes[number]?.kind == .directory else { return false }
    return openFiles.files.contains { file in
      guard let inode = inodes[file.inode] else { return false }
      return inode.kind == .directory && inode.names == 0 && inode.parent == number
    }
  }

  /// Whether a program can reach an inode.
  func isInUse(_ number: Int) -> Bool {
    inodes.indices.contains(number) && inodes[number].map { $0.names > 0 } == true || openFiles.holds(number)
  }

  func stamp(_ caller: SimulatedCaller) -> FileTime {
    settings.timeGranularity.stamp(caller.now)
  }

  // MARK: Changes

  /// Changes names, for programs now and for stable storage some time.
  mutating func change(_ edits: [NameChange.Edit], emptied: Int? = nil, by caller: SimulatedCaller) {
    let time = stamp(caller)
    for edit in edits { apply(edit, time) }
    log.append(.names(NameChange(edits: edits, emptied: emptied, time: time)))
    for edit in edits where edit.isRemoval { releaseIfUnreachable(edit.inode) }
  }

  private mutating func apply(_ edit: NameChange.Edit, _ time: FileTime) {
    let isDirectory = inodes[edit.inode]?.kind == .directory
    let difference = edit.isRemoval ? -1 : 1
    inodes[edit.directory]?.attributes.modified = time
    inodes[edit.directory]?.changed = time
    inodes[edit.directory]?.nameChanges += 1
    inodes[edit.inode]?.changed = time
    inodes[edit.inode]?.names += difference
    if isDirectory { inodes[edit.directory]?.subdirectories += difference }
    if edit.isRemoval {
      inodes[edit.directory]?.entries.remove(edit.name)
      return
    }
    inodes[edit.directory]?.entries.set(edit.name, to: edit.inode)
    inodes[edit.inode]?.pendingNames += 1
    inodes[edit.inode]?.isUnnamed = false
    if isDirectory { inodes[edit.inode]?.parent = edit.directory }
  }

  /// Changes attributes, and bytes if there are any, for programs now and for stable storage some time.
  mutating func change(
    _ number: Int, to attributes: InodeAttributes, write: DataChange.Write? = nil, by caller: SimulatedCaller
  ) {
    let time = stamp(caller)
    inodes[number]?.changed = time
    guard write != nil || attributes != inodes[number]?.attributes else { return }
    inodes[number]?.attributes = attributes
    if let write { inodes[number]?.content.apply(write) }
    log.append(.data(DataChange(inode: number, attributes: attributes, write: write)))
  }
}

extension SimulatedVolume: Hashable {
  package static func == (first: SimulatedVolume, second: SimulatedVolume) -> Bool {
    first.openFiles == second.openFiles && first.log == second.log && first.inodes == second.inodes
      && first.durable == second.durable && first.settings == second.settings
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  /// The same in every run, unlike `hashValue`.
  package var digest: UInt64 {
    var digest = DigestMixer.mix(durable.digest, log.digest)
    // Not by an iterator, which is slow where nothing is optimised.
    var number = 0
    while number < inodes.count {
      if let inode = inodes[number] { digest = DigestMixer.mix(digest &+ inode.digest, number) }
      number += 1
    }
    return DigestMixer.mix(digest, openFiles.digest)
  }
}
