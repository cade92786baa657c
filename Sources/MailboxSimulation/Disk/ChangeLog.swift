/// What is not on stable storage yet, in the order in which it happened.
struct ChangeLog: Equatable, Sendable {
  private(set) var changes: [VolumeChange] = []
  /// How many of them happened before the last thing that was synchronised: an ordered volume has these.
  private(set) var floor = 0
  private var digests: [UInt64] = []
  private var chained: UInt64 = 0

  var digest: UInt64 { DigestMixer.mix(chained, floor) }

  mutating func append(_ change: VolumeChange) {
    append(change, change.digest)
  }

  private mutating func append(_ change: VolumeChange, _ digest: UInt64) {
    changes.append(change)
    digests.append(digest)
    chained = DigestMixer.mix(chained, digest)
  }

  /// Whether an inode's data changed since its last barrier.
  func needsBarrier(_ inode: Int) -> Bool {
    for change in changes.reversed() {
      switch change {
      case .data(let change) where change.inode == inode: return true
      case .barrier(inode): return false
      default: break
      }
    }
    return false
  }

  /// Takes out what became durable; an ordered volume then has everything up to the last of it.
  mutating func removeDurable(_ isDurable: [Bool]) {
    if let last = isDurable.lastIndex(of: true) { floor = max(floor, last + 1) }
    remove(isDurable)
  }

  /// Takes out the data of an inode that nobody can reach any more.
  mutating func removeData(of inode: Int) {
    let isOfInode = changes.map { change in
      switch change {
      case .names: false
      case .data(let change): change.inode == inode
      case .barrier(let other): other == inode
      }
    }
    if isOfInode.contains(true) { remove(isOfInode) }
  }

  private mutating func remove(_ isRemoved: [Bool]) {
    var isKept = isRemoved.map { !$0 }
    var inodesWithData: Set<Int> = []
    // By inode, where its last change of data is, since the last barrier.
    var last: [Int: (index: Int, change: DataChange)] = [:]
    for (index, change) in changes.enumerated() where isKept[index] {
      switch change {
      case .names: break
      case .data(let change):
        inodesWithData.insert(change.inode)
        guard index < floor else { continue }
        if let earlier = last[change.inode], change.supersedes(earlier.change) { isKept[earlier.index] = false }
        last[change.inode] = (index, change)
      case .barrier(let inode):
        // One with nothing left before it holds nothing back.
        isKept[index] = inodesWithData.contains(inode)
        if isKept[index] { last = [:] }
      }
    }
    var kept = ChangeLog()
    for index in changes.indices where isKept[index] { kept.append(changes[index], digests[index]) }
    kept.floor = isKept[..<floor].count { $0 }
    self = kept
  }
}

extension DataChange {
  /// Whether nothing is left of an earlier change of the same inode when both are durable.
  ///
  /// Below the floor of the log no other state tells them apart: an ordered volume has both, and any other knows what was
  /// last synchronised and what there is now. So a file that is written again and again does not fill the log.
  fileprivate func supersedes(_ earlier: DataChange) -> Bool {
    guard let old = earlier.write else { return true }
    guard let write else { return false }
    return write.offset <= old.offset && write.offset + write.bytes.count >= old.offset + old.bytes.count
  }
}
