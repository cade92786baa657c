/// A power loss that takes as much as it may, and as little, in every combination.
///
/// Barriers divide the time into epochs. A loss first decides which epoch was the last of which anything is left; files
/// that were put behind a barrier before it then have at least what they had there. Of the names' changes up to it any set
/// may be left that has, with a change, all that came before it in the same directories. Each file's data are in any
/// of their states, whatever the names are.
struct AdversarialLoss {
  private let volume: SimulatedVolume
  /// How many barriers came before each change.
  private let epochs: [Int]
  private let barriers: [(index: Int, inode: Int)]

  init(of volume: SimulatedVolume) {
    self.volume = volume
    var epochs: [Int] = []
    var barriers: [(index: Int, inode: Int)] = []
    for (index, change) in volume.log.changes.enumerated() {
      epochs.append(barriers.count)
      if case .barrier(let inode) = change { barriers.append((index, inode)) }
    }
    self.epochs = epochs
    self.barriers = barriers
  }

  /// What is decided once the last epoch is.
  private struct Situation {
    var table: DurableTable
    var names: [NameChange]
    /// The inodes that can be in more than one state.
    var states: [Int: [FileState]]
  }

  private func situation(lastEpoch: Int) -> Situation {
    var table = volume.durable
    var settled: [Int: Int] = [:]
    for barrier in barriers[..<lastEpoch] { settled[barrier.inode] = barrier.index }
    var names: [NameChange] = []
    var open: [Int: [DataChange]] = [:]
    for (index, change) in volume.log.changes.enumerated() where epochs[index] <= lastEpoch {
      switch change {
      case .names(let change): names.append(change)
      case .data(let data) where index < settled[data.inode] ?? 0: table.apply(change)
      case .data(let data): open[data.inode, default: []].append(data)
      case .barrier: break
      }
    }
    var states: [Int: [FileState]] = [:]
    for (number, changes) in open {
      if let inode = table.inodes[number] { states[number] = FileState.all(of: inode, changedBy: changes) }
    }
    return Situation(table: table, names: names, states: states)
  }

  // MARK: All

  func enumerate(into states: inout PowerLossStates) {
    for lastEpoch in (0...barriers.count).reversed() where states.isComplete {
      let situation = situation(lastEpoch: lastEpoch)
      enumerate(situation, from: 0, situation.table, cut: [], into: &states)
    }
  }

  /// Takes each change or leaves it, and with it what comes later in the same directories.
  private func enumerate(
    _ situation: Situation, from index: Int, _ table: DurableTable, cut: Set<Int>, into states: inout PowerLossStates
  ) {
    guard states.isComplete else { return }
    guard index < situation.names.count else {
      let (volume, formerNumbers) = volume.volume(on: table)
      return enumerate(situation.states, from: 0, volume, formerNumbers, into: &states)
    }
    let change = situation.names[index]
    let directories = change.directories
    if !directories.contains(where: cut.contains) {
      var taken = table
      taken.apply(change)
      enumerate(situation, from: index + 1, taken, cut: cut, into: &states)
    }
    enumerate(situation, from: index + 1, table, cut: cut.union(directories), into: &states)
  }

  /// Puts each inode that is still there into each of its states.
  private func enumerate(
    _ choices: [Int: [FileState]], from number: Int, _ volume: SimulatedVolume, _ formerNumbers: [Int],
    into states: inout PowerLossStates
  ) {
    guard states.isComplete else { return }
    guard let next = formerNumbers.indices[number...].first(where: { choices[formerNumbers[$0]] != nil }) else {
      return states.add(volume)
    }
    for state in choices[formerNumbers[next]] ?? [] {
      var chosen = volume
      chosen.replace(next, with: state)
      enumerate(choices, from: next + 1, chosen, formerNumbers, into: &states)
    }
  }

  // MARK: One

  /// One of them, every one being possible; zeros take nothing away.
  func choose(from tape: ChoiceTape) -> SimulatedVolume {
    let situation = situation(lastEpoch: barriers.count - tape.choose(below: barriers.count + 1))
    var counts: [Int: Int] = [:]
    var order: [Int] = []
    for directory in situation.names.flatMap(\.directories) {
      if counts[directory] == nil { order.append(directory) }
      counts[directory, default: 0] += 1
    }
    // So many changes of each directory are left, or fewer if one of another's is missing.
    for directory in order {
      let count = counts[directory] ?? 0
      counts[directory] = count - tape.choose(below: count + 1)
    }
    var table = situation.table
    for change in situation.names {
      if change.directories.allSatisfy({ counts[$0] ?? 0 > 0 }) {
        table.apply(change)
        for directory in change.directories { counts[directory, default: 0] -= 1 }
      } else {
        for directory in change.directories { counts[directory] = 0 }
      }
    }
    var (result, formerNumbers) = volume.volume(on: table)
    for (number, former) in formerNumbers.enumerated() {
      if let states = situation.states[former] { result.replace(number, with: tape.pick(from: states)) }
    }
    return result
  }
}
