internal import AppGroupMailbox
internal import Foundation

/// Looks at the directory after every call that can have changed it, and judges the change by what SPEC.md lets that
/// operation do at that moment.
///
/// The judges of histories know only what processes were told; a process that dies tells nothing. This one sees each
/// step, so that it needs no search, and nothing is excused but what really happened.
struct SimulationWitness {
  let settings: SimulationSettings
  private(set) var sight = DirectorySight()
  /// What each process is at.
  var operations: [WitnessedOperation?]
  private(set) var violation: WitnessedViolation?
  /// What happened, a line each, if somebody wants to read it.
  var story: SimulationStory?

  /// Each look has a number.
  private(set) var moment = 0
  /// The call whose effect has not been looked at.
  private var last: (process: Int, call: FileSystemCall)?
  /// Each process's number on the disk.
  private var identifiers: [Int32?]
  /// Which lock file each process holds, since when, and how often it was exchanged by then.
  var holds: [Hold?]
  private var exchanges = 0
  /// Every token there ever was.
  var tokens: Set<UUID> = []
  /// Files that somebody else put there, by inode, and their identifiers.
  var planted: Set<UUID> = []
  /// Messages that release 0.1 has written, which synchronises nothing.
  var unsynchronized: Set<UUID> = []
  /// Messages that a power loss must not take, by identifier.
  var promised: Set<UUID> = []
  /// The modification times of claimed files and of temporaries, in seconds since 2001, by inode.
  var stamps: [Int: Double] = [:]
  /// How often each kind of thing was judged.
  private(set) var judged: [String: Int] = [:]

  /// A hold of the lock.
  struct Hold {
    var inode: Int
    /// Whether the generation can be written through it (LAY-18).
    var isWritable: Bool
    var exchanges: Int
    /// Whether it is not the lock of the mailbox: release 0.1 does not look.
    var isStray: Bool
    /// What the lock file said then.
    var generation: [UInt8]
    var hasChanged = false
    /// How many messages others have ended meanwhile, without the lock.
    var endedByOthers = 0
    /// The inodes of what others have returned meanwhile, without the lock.
    var returnedByOthers: Set<Int> = []
    /// Claims that were extended without the lock meanwhile, with the stamp before.
    var slipped: [UUID: Double] = [:]
  }

  init(_ settings: SimulationSettings) {
    self.settings = settings
    // And one that comes last.
    let count = settings.processes + 1
    operations = Array(repeating: nil, count: count)
    identifiers = Array(repeating: nil, count: count)
    holds = Array(repeating: nil, count: count)
  }

  mutating func report(_ clause: String, _ promise: String, _ sentence: @autoclosure () -> String) {
    guard violation == nil else { return }
    violation = WitnessedViolation(clause: clause, promise: promise, sentence: sentence())
    story?.add("!!! \(violation!)")
  }

  mutating func check(
    _ holds: Bool, _ clause: String, _ promise: String, _ sentence: @autoclosure () -> String
  ) {
    if !holds { report(clause, promise, sentence()) }
  }

  mutating func count(_ kind: String) { judged[kind, default: 0] += 1 }

  // MARK: Processes

  mutating func begin(_ process: Int, as identifier: Int32) {
    identifiers[process] = identifier
    holds[process] = nil
  }

  mutating func bury(_ process: Int) {
    operations[process] = nil
    holds[process] = nil
    identifiers[process] = nil
  }

  /// An operation begins.
  mutating func invoke(_ call: HistoryCall, by process: Int, _ now: SimulationInstant) {
    operations[process] = WitnessedOperation(
      call, isLegacy: settings.isLegacy(process), at: moment, clock: now.clock, monotonic: now.monotonic, sight)
    spreadExcuses()
  }

  /// Whether there is anything to look at.
  var isCurious: Bool {
    switch last?.call.primitive {
    case .tryLock, .unlock, .rename, .link, .remove, .removeDirectory, .makeDirectory, .createFile, .openFile,
      .setModificationTime:
      true
    default: false
    }
  }

  /// A process runs, and makes a call, which nothing else comes before any more.
  mutating func glance(_ process: Int, _ call: FileSystemCall?, _ now: SimulationInstant) {
    operations[process]?.see(clock: now.clock)
    if let call { last = (process, call) }
  }

  mutating func noteFault(of process: Int) { operations[process]?.faults += 1 }

  // MARK: Looking

  mutating func look(_ volume: SimulatedVolume) {
    guard let (process, call) = last else { return }
    last = nil
    switch call.primitive {
    case .tryLock: noteLock(process, volume)
    case .unlock:
      holds[process] = nil
      operations[process]?.quarantinedSinceLock = 0
    case .rename, .link, .remove, .removeDirectory, .makeDirectory, .createFile, .openFile:
      see(volume, process, call)
    case .setModificationTime: seeStamps(volume, process)
    default: break
    }
  }

  private mutating func noteLock(_ process: Int, _ volume: SimulatedVolume) {
    guard let identifier = identifiers[process], let lock = volume.heldLock(of: identifier)
    else { return }
    let inode = lock.inode
    guard holds[process]?.inode != inode else { return }
    defer { spreadExcuses() }
    holds[process] = Hold(
      inode: inode, isWritable: lock.isWritable, exchanges: exchanges,
      isStray: inode != volume.lockFile, generation: Array(volume.inodes[inode]?.content.bytes.prefix(8) ?? []))
  }

  private mutating func see(_ volume: SimulatedVolume, _ process: Int, _ call: FileSystemCall) {
    let before = sight
    moment += 1
    let difference = sight.update(volume, at: moment)
    guard !difference.isEmpty else { return }
    forgetPromises()
    story?.add(process, call, difference)
    if operations[process] != nil {
      judge(difference, by: process, before, volume)
    } else {
      // Nothing but the opening of a mailbox is done outside an operation.
      for file in difference.removed + difference.added { checkForeign(file, process) }
    }
    for other in holds.indices where other != process {
      if difference.added.isEmpty { holds[other]?.endedByOthers += 1 }
      for file in difference.added where file.pending != nil { holds[other]?.returnedByOthers.insert(file.inode) }
    }
    for other in operations.indices { operations[other]?.see(sight) }
  }

  /// The lock file as it should be when a message is changed (LCK-1, LCK-3).
  func hasLock(_ process: Int, _ volume: SimulatedVolume) -> Bool {
    guard let hold = holds[process] else { return false }
    return hold.exchanges != exchanges || hold.inode == volume.lockFile
  }

  /// LAY-19: the generation is another one before the first change of a hold.
  mutating func checkGeneration(_ process: Int, _ volume: SimulatedVolume) {
    guard let hold = holds[process], hold.isWritable, !hold.hasChanged, let operation = operations[process],
      !operation.isLegacy
    else {
      return
    }
    holds[process]?.hasChanged = true
    let now = Array(volume.inodes[hold.inode]?.content.bytes.prefix(8) ?? [])
    check(
      now != hold.generation || operation.faults > 0 || operation.isExcused, "LAY-19",
      "the generation is raised before the first change in each hold of the lock",
      "process \(process) changed the directory under generation \(now)")
  }

  mutating func noteSlip(_ token: UUID, _ stamp: Double, by process: Int) {
    for other in holds.indices where other != process && holds[other]?.slipped[token] == nil {
      holds[other]?.slipped[token] = stamp
    }
  }

  // MARK: What others do

  /// Looks at what no participant did, and takes it as it is.
  mutating func resync(_ volume: SimulatedVolume, exchangesLock: Bool = false) {
    moment += 1
    // What has the same name and number may be another file.
    sight = DirectorySight()
    _ = sight.update(volume, at: moment)
    if exchangesLock { exchanges += 1 }
    seeAllStamps(volume)
    for process in operations.indices {
      operations[process]?.isExcused = true
      operations[process]?.see(sight)
    }
  }

  /// What is gone, with good reason or not, is promised no more: the next message of its identifier is another one.
  mutating func forgetPromises() {
    let present = Set(sight.files.compactMap { $0.message?.id })
    promised.formIntersection(present)
  }

  private mutating func seeAllStamps(_ volume: SimulatedVolume) {
    stamps = [:]
    for file in sight.files where file.claimed != nil || file.entry == .legacyTemporary {
      stamps[file.inode] = volume.stamp(of: file.inode)
    }
  }

  /// Whoever works beside one that holds another lock is excused as well.
  private mutating func spreadExcuses() {
    let isExchanged = holds.contains { $0.map { $0.exchanges != exchanges || $0.isStray } ?? false }
    if isExchanged { for process in operations.indices { operations[process]?.isExcused = true } }
  }
}

/// A clause that was broken, and how.
package struct WitnessedViolation: Hashable, Sendable, CustomStringConvertible {
  package let clause: String
  /// What the clause promises.
  package let promise: String
  package let sentence: String

  package var description: String { "\(clause) (\(promise)): \(sentence)" }
}
