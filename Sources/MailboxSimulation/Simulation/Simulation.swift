internal import AppGroupMailbox
internal import Foundation

/// Several processes on one mailbox, whatever befalls them, and a judgement of what they did and saw.
package struct Simulation {
  package let settings: SimulationSettings
  /// What was observed.
  package let history: MailboxHistory
  /// How many primitives the processes called.
  package let steps: Int
  /// How often each kind of event, of operation and of change happened.
  package let counts: [String: Int]
  /// What the witness saw to be wrong.
  package let witnessed: WitnessedViolation?
  private let lines: [String]
  /// Why the process that comes last could not drain the mailbox.
  private let failure: String?

  /// Runs what a tape says.
  ///
  /// - Parameter tellsStory: Whether what happens is written down, for ``story``.
  package init(drawnFrom tape: ChoiceTape, tellsStory: Bool = false) {
    settings = SimulationSettings(drawnFrom: tape)
    let plan = SimulationPlan(drawnFrom: tape, processes: settings.processes)
    let events = Self.events.plan(tape)
    let world = SimulationWorld(settings, plan, tellsStory: tellsStory)
    let machine = VirtualMachine(
      processes: settings.processes, plan: events, clock: world.clock,
      world: VirtualWorld(bury: { world.bury($0) }, happen: { world.happen($0, $1) }))
    machine.run { process in
      if world.settings.isLegacy(process.index) {
        Self.write(process, in: world)
      } else {
        Self.live(process, in: world)
      }
    }
    steps = machine.steps
    failure = Self.end(in: world)
    history = world.history
    let happened = world.events
    (witnessed, lines, counts) = world.witness { witness in
      (witness.violation, witness.story?.lines ?? [], happened.merging(witness.judged) { $0 + $1 })
    }
  }

  /// What happens, and how often.
  private static let events = VirtualEvents(
    [
      (.preempted, 60), (.killed, 8), (.stopped, 5), (.resumed, 5), (.clockMoved, 5), (.disturbed, 6), (.powerLost, 2),
      (.failed(code: ErrorNumber.inputOutput), 3), (.failed(code: ErrorNumber.noSpace), 2),
      (.failed(code: ErrorNumber.accessDenied), 2), (.failed(code: ErrorNumber.tooManyOpen), 2),
    ], longestGap: 40)

  // MARK: Lives

  private static func live(_ process: VirtualProcess, in world: SimulationWorld) {
    var participant: SimulatedParticipant?
    var lives: UInt64 = 0
    while let plan = world.nextOperation(of: process.index) {
      lives += 1
      do {
        let living = try participant ?? begin(process, in: world, life: lives)
        participant = living
        living.perform(plan.step)
      } catch {
        // A mailbox that cannot be opened just now is tried again.
        participant = nil
      }
      if process.isDead {
        participant = nil
        process.revive()
      }
    }
  }

  private static func begin(
    _ process: VirtualProcess, in world: SimulationWorld, life: UInt64
  ) throws(AppGroupMailboxError) -> SimulatedParticipant {
    try SimulatedParticipant(
      world, process.index, fileSystem(of: process, in: world), VirtualClock(process, world.clock),
      seed: UInt64(process.index) << 32 | life, isDead: { process.isDead })
  }

  private static func fileSystem(of process: VirtualProcess, in world: SimulationWorld) -> any FileSystem {
    InterposedFileSystem(over: world.begin(process.index)) { call throws(SystemError) in
      try world.call(call, by: process.index) { () throws(SystemError) in try process.step(call) }
    }
  }

  /// The life of a writer of release 0.1: everything it does is an enqueue.
  private static func write(_ process: VirtualProcess, in world: SimulationWorld) {
    var fileSystem: (any FileSystem)?
    while let plan = world.nextOperation(of: process.index) {
      let living = fileSystem ?? self.fileSystem(of: process, in: world)
      fileSystem = living
      let id = world.identifier(plan.step.first)
      let payload = UserMessage.payload(id)
      let operation = world.invoke(
        .enqueue(message: HistoryMessage(id: id, payload: payload), date: nil), by: process.index)
      let writer = LegacyWriter(
        container: SimulationWorld.container, namespace: "inbox", maxMessages: world.settings.maxMessages,
        fileSystem: living, clock: VirtualClock(process, world.clock), resumeOthers: { process.resumeOthers() })
      let outcome: HistoryOutcome
      do throws(LegacyWriter.Failure) {
        try writer.enqueue(id, payload, number: world.freshIdentifier().uuidString)
        outcome = .identifiers(ids: [id])
      } catch {
        outcome = .failed(error: HistoryError(error))
      }
      if process.isDead {
        fileSystem = nil
        process.revive()
      } else {
        world.finish(operation, outcome, by: process.index)
      }
    }
  }

  /// The quiet phase: everything that anybody held is free again, and one process takes it all.
  private static func end(in world: SimulationWorld) -> String? {
    let process = world.settings.processes
    world.makeReadable()
    world.clock.move(by: world.settings.claimTimeout * 3 + 3_700)
    do {
      let fileSystem = InterposedFileSystem(over: world.begin(process)) { call throws(SystemError) in
        try world.call(call, by: process) {}
      }
      let last = try SimulatedParticipant(world, process, fileSystem, world.clock, seed: .max)
      let claims = try last.drain()
      world.history.ending = .drained(process: process, clock: world.now, claims: claims)
      return nil
    } catch {
      return
        "LCK-8 (what faults leave behind can be taken when they are over): what is left cannot be drained: \(error)"
    }
  }

  // MARK: Judgement

  /// Which promise was broken; `nil` if none was.
  package var violation: String? {
    if let witnessed { return "\(witnessed)" }
    if let failure { return failure }
    if let first = MessageFates.violations(in: history).first { return "\(first)" }
    // A writer of release 0.1 settles nothing, which the model does not know.
    guard history.operations.count <= Self.longestSearch, !settings.hasLegacyWriter, history.isSearchable else {
      return nil
    }
    if case .rejected(let rejection) = HistoryChecker(budget: Self.budget).check(history) { return "\(rejection)" }
    return nil
  }

  private static let longestSearch = 40
  private static let budget = 2_000

  /// Who did what, and what befell them.
  package var story: String { ([settings.description, ""] + lines).joined(separator: "\n") }
}

extension MailboxHistory {
  /// Whether the search of whole histories knows everything that happened.
  ///
  /// Of failing calls and of files that nobody enqueued it knows too little to be fair in every case: the witness judges
  /// these.
  fileprivate var isSearchable: Bool {
    !operations.contains { $0.isFaulted == true }
      && !events.contains { event in
        switch event.kind {
        case .planted, .directoryRemoved, .lockFileRemoved: true
        // A claim may lose what it takes before it is told of it.
        case .clockMoved:
          operations.contains { operation in
            guard case .claim = operation.call else { return false }
            return operation.invoked < event.moment && event.moment < operation.returned ?? .max
          }
        default: false
        }
      }
  }
}
