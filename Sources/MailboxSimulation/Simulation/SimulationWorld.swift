internal import AppGroupMailbox
internal import Foundation

/// What the processes of a simulation share: the disk, the clock, and the record of what they saw.
final class SimulationWorld: Sendable {
  static let container = "/container"
  static let directory = "/container/AppGroupMailbox/inbox"
  static let user: UInt32 = 501
  static let beginning = 800_000_000.0

  let settings: SimulationSettings
  let clock = SimulatedClock(secondsSince2001: beginning)
  let disk: SimulatedDisk
  private let state: StateLock<State>

  private struct State: Sendable {
    var history: MailboxHistory
    var moment: UInt64 = 0
    var operationsLeft: Int
    var nextIdentifier: UInt64 = 1
    /// Identifiers that were used, to be used again.
    var used: [UUID] = []
    /// The process's view of the disk, as long as it lives.
    var living: [Int: SimulatedFileSystem] = [:]
    var begun: Int32 = 0
    /// Calls that were made to fail, by process.
    var faults: [Int: Int] = [:]
  }

  init(_ settings: SimulationSettings) {
    self.settings = settings
    disk = SimulatedDisk(volume: settings.volume, clock: clock)
    state = StateLock(
      State(
        history: MailboxHistory(
          participants: Array(repeating: settings.participant, count: settings.processes + 1)),
        operationsLeft: settings.operations))
  }

  var now: Double { clock.now.timeIntervalSinceReferenceDate }

  var history: MailboxHistory {
    get { state.withLock(\.history) }
    set { state.withLock { $0.history = newValue } }
  }

  // MARK: Processes

  /// Begins a process in the place of one that is not there or dead.
  func begin(_ process: Int) -> SimulatedFileSystem {
    let identifier = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let fileSystem = disk.process(user: Self.user, identifier: identifier)
    state.withLock { $0.living[process] = fileSystem }
    return fileSystem
  }

  func bury(_ process: Int) {
    if let fileSystem = state.withLock({ $0.living.removeValue(forKey: process) }) { disk.kill(fileSystem) }
    note(.killed(process: process))
  }

  // MARK: What befalls all

  var events: VirtualWorld {
    VirtualWorld(
      bury: { [self] in bury($0) },
      losePower: { [self] tape in
        disk.withVolume { $0 = $0.afterPowerLoss(settings.powerLoss, choosing: tape) }
        note(.powerLost)
      },
      moveClock: { [self] tape in
        let before = now
        clock.move(by: [-5, 5, -50, 50, 100][tape.choose(below: 5)])
        note(.clockMoved(from: before, to: now))
      },
      disturb: { [self] tape in disturb(tape) })
  }

  /// Somebody else puts something into the directory, if there is one.
  private func disturb(_ tape: ChoiceTape) {
    let number = tape.choose(below: 4)
    let (id, text) = state.withLock { state in
      state.nextIdentifier += 1
      return (UUID(high: 0x4000, low: 1 << 63 | 1 << 32 | state.nextIdentifier), "\(state.nextIdentifier)")
    }
    let isThere = disk.volume.tree(at: "\(Self.container)/AppGroupMailbox").contains { $0.path == "inbox" }
    guard isThere else { return }
    let name: String
    switch number {
    case 0: name = "note-\(text).txt"
    case 1: name = "pending-\(text).json"
    case 2:
      name =
        PendingName(
          ordinal: 1, id: id, details: PendingName.Details(date: NameDate(seconds: now - 20)!, attempts: 0)
        ).fileName.text
    default: name = ".tmp-\(text)"
    }
    let modified = FileTime(secondsSince2001: now)
    disk.withVolume {
      $0.plant(.text("no body"), at: "\(Self.directory)/\(name)", owner: Self.user, modified: modified)
    }
    switch number {
    case 1: note(.planted(file: HistoryPlanted(id: id, .malformedName)))
    case 2: note(.planted(file: HistoryPlanted(id: id, date: now - 20, ordinal: 1, body: .malformed)))
    default: break
    }
  }

  private func note(_ kind: HistoryEvent.Kind) {
    state.withLock { state in
      state.moment += 1
      state.history.events.append(HistoryEvent(kind, at: state.moment))
    }
  }

  // MARK: Operations

  /// Whether there is another operation to do.
  func takeTurn() -> Bool {
    state.withLock { state in
      state.operationsLeft -= 1
      return state.operationsLeft >= 0
    }
  }

  /// A new identifier, or one that was used, where the tape says so.
  func identifier(_ tape: ChoiceTape) -> UUID {
    state.withLock { state in
      if !state.used.isEmpty, tape.chance(1, in: 6) { return state.used[tape.choose(below: state.used.count)] }
      state.nextIdentifier += 1
      let id = UUID(high: 0x4000, low: 1 << 63 | state.nextIdentifier)
      state.used.append(id)
      return id
    }
  }

  func noteFault(of process: Int) { state.withLock { $0.faults[process, default: 0] += 1 } }

  /// Records the beginning of an operation.
  func invoke(_ call: HistoryCall, by process: Int) -> Int {
    state.withLock { state in
      state.moment += 1
      state.faults[process] = 0
      return state.history.invoke(call, by: process, at: state.moment, clock: now)
    }
  }

  /// Records its end.
  func finish(_ operation: Int, _ outcome: HistoryOutcome, by process: Int) {
    state.withLock { state in
      state.moment += 1
      state.history.finish(operation, outcome, at: state.moment, clock: now)
      if state.faults[process, default: 0] > 0 { state.history.operations[operation].isFaulted = true }
    }
  }
}
