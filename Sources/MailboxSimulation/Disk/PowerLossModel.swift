/// What a power loss may take of what is not synchronised.
package enum PowerLossModel: Sendable, Hashable, CaseIterable {
  /// The newest: what is left is a prefix of everything that happened, and as long as what was synchronised needs.
  case ordered
  /// Whatever section 4 of the design lets it take: entries of one directory become durable in their order, data at any
  /// time and in any state, and barriers hold.
  ///
  /// A file whose data are not synchronised has all of them, what was last synchronised, nothing, zeros, or half. An inode
  /// of which only attributes changed has the old ones or the new.
  case adversarial
}

/// The states in which a power loss may leave a volume.
package struct PowerLossStates: Sendable {
  /// Each once, that in which the most is left first.
  package private(set) var volumes: [SimulatedVolume] = []
  /// Whether these are all there are.
  package private(set) var isComplete = true

  private let limit: Int
  private var seen: Set<SimulatedVolume> = []

  init(atMost limit: Int) {
    self.limit = limit
  }

  /// Adds a state if it is new; `isComplete` is false from the first one for which there was no room.
  mutating func add(_ volume: SimulatedVolume) {
    guard isComplete, !seen.contains(volume) else { return }
    guard volumes.count < limit else {
      isComplete = false
      return
    }
    seen.insert(volume)
    volumes.append(volume)
  }
}

extension SimulatedVolume {
  /// All states in which a power loss now may leave the volume.
  ///
  /// Nothing is open in them, no lock is held, unnamed files are gone, and everything that is there is durable. Nobody
  /// remembers a change time from before, so each is that of the modification.
  ///
  /// - Parameter limit: How many states are enough.
  /// - Complexity: The product, over the directories that changed, of the numbers of their changes, times that of the
  ///   states of the files that were not synchronised.
  package func powerLossStates(_ model: PowerLossModel, atMost limit: Int = .max) -> PowerLossStates {
    var states = PowerLossStates(atMost: limit)
    switch model {
    case .ordered:
      for table in orderedTables().reversed() where states.isComplete { states.add(volume(on: table).volume) }
    case .adversarial:
      AdversarialLoss(of: self).enumerate(into: &states)
    }
    return states
  }

  /// One state in which a power loss now may leave the volume; zeros on the tape leave everything.
  package func afterPowerLoss(_ model: PowerLossModel, choosing tape: ChoiceTape) -> SimulatedVolume {
    switch model {
    case .ordered:
      var table = durable
      let lost = tape.choose(below: log.changes.count - log.floor + 1)
      for change in log.changes.dropLast(lost) { table.apply(change) }
      return volume(on: table).volume
    case .adversarial: return AdversarialLoss(of: self).choose(from: tape)
    }
  }

  /// What is on stable storage after each prefix of the log that is long enough, the shortest first.
  private func orderedTables() -> [DurableTable] {
    var table = durable
    for change in log.changes[..<log.floor] { table.apply(change) }
    var tables = [table]
    for change in log.changes[log.floor...] {
      table.apply(change)
      tables.append(table)
    }
    return tables
  }

  /// The volume that stable storage makes when it is mounted again: what has a name, numbered in the order of a walk.
  ///
  /// - Returns: The volume, and which numbers its inodes had.
  func volume(on table: DurableTable) -> (volume: SimulatedVolume, formerNumbers: [Int]) {
    var newNumbers = [Int?](repeating: nil, count: table.inodes.count)
    var formerNumbers = [Self.root]
    newNumbers[Self.root] = 0
    var inodes: [SimulatedInode?] = []
    var durable: [DurableInode?] = []
    // Grows while it is walked: a directory's entries are numbered when it is reached.
    var position = 0
    while position < formerNumbers.count {
      guard let former = table.inodes[formerNumbers[position]] else {
        preconditionFailure("a name stands for an inode")
      }
      var inode = SimulatedInode(former.kind, former.attributes)
      inode.content = former.content
      for entry in former.entries.sorted {
        let number = newNumbers[entry.inode] ?? formerNumbers.count
        if newNumbers[entry.inode] == nil {
          newNumbers[entry.inode] = number
          formerNumbers.append(entry.inode)
        }
        inode.entries.append(entry.name, inode: number)
      }
      inodes.append(inode)
      position += 1
    }
    inodes[Self.root]?.names = 1
    for number in inodes.indices {
      for entry in inodes[number]?.entries.sorted ?? [] {
        inodes[entry.inode]?.names += 1
        guard inodes[entry.inode]?.kind == .directory else { continue }
        inodes[entry.inode]?.parent = number
        inodes[number]?.subdirectories += 1
      }
    }
    for case let inode? in inodes {
      var copy = DurableInode(inode)
      copy.entries = inode.entries
      copy.names = inode.names
      durable.append(copy)
    }
    return (SimulatedVolume(settings, inodes: inodes, durable: durable), formerNumbers)
  }

  /// Gives an inode of a volume on which everything is durable another content and other attributes.
  mutating func replace(_ number: Int, with state: FileState) {
    if let modified = state.modified { inodes[number]?.attributes.modified = modified }
    if let content = state.content { inodes[number]?.content = content }
    inodes[number]?.attributes.mode = state.mode
    guard let inode = inodes[number] else { return }
    inodes[number]?.changed = inode.attributes.modified
    durable.inodes[number]?.attributes = inode.attributes
    durable.inodes[number]?.content = inode.content
  }
}
