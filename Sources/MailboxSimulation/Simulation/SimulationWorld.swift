internal import AppGroupMailbox
internal import Foundation

/// What the processes of a simulation share: the disk, the clock, the witness, and the record of what they saw.
final class SimulationWorld: Sendable {
  static let container = "/container"
  static let root = "/container/AppGroupMailbox"
  static let directory = "/container/AppGroupMailbox/inbox"
  static let user: UInt32 = 501
  static let beginning = 800_000_000.0

  let settings: SimulationSettings
  let clock = SimulatedClock(secondsSince2001: beginning)
  let disk: SimulatedDisk
  private let state: StateLock<State>

  private struct State: Sendable {
    var history: MailboxHistory
    var witness: SimulationWitness
    var moment: UInt64 = 0
    /// The operations of each process that are still to be done, the next one last.
    var plan: [[SimulationPlan.Operation]]
    var nextIdentifier: UInt64 = 1
    /// Identifiers that were used, to be used again.
    var used: [UUID] = []
    /// The process's view of the disk, as long as it lives.
    var living: [Int: SimulatedFileSystem] = [:]
    var begun: Int32 = 0
    /// The operation that each process is in.
    var current: [Int: Int] = [:]
    /// How often each event happened.
    var events: [String: Int] = [:]
  }

  init(_ settings: SimulationSettings, _ plan: SimulationPlan, tellsStory: Bool) {
    self.settings = settings
    disk = SimulatedDisk(volume: settings.volume, clock: clock)
    var queues = [[SimulationPlan.Operation]](repeating: [], count: settings.processes)
    for operation in plan.operations.reversed() { queues[operation.process].append(operation) }
    var witness = SimulationWitness(settings)
    if tellsStory { witness.story = SimulationStory() }
    state = StateLock(
      State(
        history: MailboxHistory(participants: (0...settings.processes).map(settings.participant)), witness: witness,
        plan: queues))
  }

  var now: Double { clock.now.timeIntervalSinceReferenceDate }

  private var instant: SimulationInstant { clock.instant }

  var history: MailboxHistory {
    get { state.withLock(\.history) }
    set { state.withLock { $0.history = newValue } }
  }

  var events: [String: Int] { state.withLock(\.events) }

  func witness<Result>(_ body: (inout SimulationWitness) -> Result) -> Result {
    state.withLock { body(&$0.witness) }
  }

  /// Does something with the witness and what is on the disk.
  private func witness(_ body: (inout SimulationWitness, SimulatedVolume, SimulationInstant) -> Void) {
    let instant = instant
    disk.withVolume { volume in state.withLock { body(&$0.witness, volume, instant) } }
  }

  // MARK: Processes

  /// Begins a process in the place of one that is not there or dead.
  func begin(_ process: Int) -> SimulatedFileSystem {
    let identifier = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let fileSystem = disk.process(user: Self.user, identifier: identifier)
    state.withLock { state in
      state.living[process] = fileSystem
      state.witness.begin(process, as: identifier)
    }
    return fileSystem
  }

  func bury(_ process: Int) {
    if let fileSystem = state.withLock({ $0.living.removeValue(forKey: process) }) { disk.kill(fileSystem) }
    state.withLock { state in
      state.current[process] = nil
      state.witness.bury(process)
    }
    note(.killed(process: process))
  }

  /// A process makes a call; nothing comes between the end of `step` and the call.
  func call(_ call: FileSystemCall, by process: Int, _ step: () throws(SystemError) -> Void) throws(SystemError) {
    look(process, nil)
    do throws(SystemError) {
      try step()
    } catch {
      state.withLock { state in
        guard let operation = state.current[process] else { return }
        state.history.operations[operation].isFaulted = true
        state.witness.noteFault(of: process)
      }
      // These do what they do all the same.
      if call.primitive == .unlock || call.primitive == .close { look(process, call) }
      throw error
    }
    look(process, call)
  }

  private func look(_ process: Int, _ call: FileSystemCall?) {
    let instant = instant
    let isCurious = state.withLock { state in
      guard !state.witness.isCurious else { return true }
      state.witness.glance(process, call, instant)
      return false
    }
    guard isCurious else { return }
    witness { witness, volume, now in
      witness.look(volume)
      witness.glance(process, call, now)
    }
  }

  // MARK: What befalls all

  func happen(_ event: VirtualEvent, _ argument: UInt64) {
    switch event {
    case .powerLost:
      count("power lost")
      let tape = argument == 0 ? ChoiceTape(recorded: []) : ChoiceTape(seed: argument)
      disk.withVolume { $0 = $0.afterPowerLoss(settings.powerLoss, choosing: tape) }
      note(.powerLost)
      witness { witness, volume, _ in witness.losePower(volume) }
    case .clockMoved:
      let before = now
      clock.move(by: [-5, 5, -50, 50, 100][Int(argument % 5)])
      note(.clockMoved(from: before, to: now))
    case .stopped: note(.stopped(process: Int(argument)))
    case .resumed: note(.resumed(process: Int(argument)))
    case .disturbed: disturb(argument)
    case .failed(let code):
      count("call failed (\(code))")
      witness { $0.story?.add("    the next call fails with errno \(code)") }
    case .preempted, .killed: break
    }
  }

  func note(_ kind: HistoryEvent.Kind) {
    let event = state.withLock { state in
      state.moment += 1
      let event = HistoryEvent(kind, at: state.moment)
      state.history.events.append(event)
      state.witness.story?.add("*** \(event)")
      return event
    }
    count(event.kind.word)
  }

  func count(_ event: String) { state.withLock { $0.events[event, default: 0] += 1 } }

  /// Takes what somebody else did as it is.
  func resync(exchangesLock: Bool = false) {
    witness { witness, volume, _ in witness.resync(volume, exchangesLock: exchangesLock) }
  }

  // MARK: Operations

  /// The next operation of a process.
  func nextOperation(of process: Int) -> SimulationPlan.Operation? {
    state.withLock { $0.plan[process].popLast() }
  }

  /// A new identifier, or one that was used, where the number says so.
  func identifier(_ number: Int) -> UUID {
    state.withLock { state in
      if !state.used.isEmpty, number % 6 == 5 { return state.used[number / 6 % state.used.count] }
      let id = Self.freshIdentifier(&state)
      state.used.append(id)
      return id
    }
  }

  func freshIdentifier() -> UUID { state.withLock { Self.freshIdentifier(&$0) } }

  private static func freshIdentifier(_ state: inout State) -> UUID {
    state.nextIdentifier += 1
    return UUID(high: 0x4000, low: 1 << 63 | state.nextIdentifier)
  }

  func usedIdentifier(_ number: Int) -> UUID? {
    state.withLock { $0.used.isEmpty ? nil : $0.used[number % $0.used.count] }
  }

  /// Records the beginning of an operation.
  func invoke(_ call: HistoryCall, by process: Int) -> Int {
    let instant = instant
    return state.withLock { state in
      state.moment += 1
      let number = state.history.invoke(call, by: process, at: state.moment, clock: instant.clock)
      state.current[process] = number
      state.witness.invoke(call, by: process, instant)
      state.witness.story?.add("process \(process) begins: \(call)")
      return number
    }
  }

  /// Records its end.
  func finish(_ operation: Int, _ outcome: HistoryOutcome, by process: Int) {
    witness { witness, volume, now in
      witness.story?.add("process \(process) is told: \(outcome)")
      witness.finish(process, outcome, volume, now)
    }
    let now = now
    state.withLock { state in
      state.moment += 1
      state.current[process] = nil
      state.history.finish(operation, outcome, at: state.moment, clock: now)
    }
  }

  /// As ``invoke(_:by:)`` and ``finish(_:_:by:)``, for the process that comes last: its operations are the ending.
  func finally<Result>(
    _ call: HistoryCall, by process: Int, _ body: () throws(AppGroupMailboxError) -> Result,
    outcome: (Result) -> HistoryOutcome
  ) throws(AppGroupMailboxError) -> Result {
    let now = instant
    state.withLock { $0.witness.invoke(call, by: process, now) }
    let result = try body()
    witness { witness, volume, now in witness.finish(process, outcome(result), volume, now) }
    return result
  }
}

extension HistoryEvent.Kind {
  /// One word for each kind.
  fileprivate var word: String {
    switch self {
    case .clockMoved: "clock moved"
    case .killed: "killed"
    case .stopped: "stopped"
    case .resumed: "resumed"
    case .powerLost: "power"
    case .directoryRemoved: "directory removed"
    case .lockFileRemoved: "lock file removed"
    case .planted: "planted"
    }
  }
}
