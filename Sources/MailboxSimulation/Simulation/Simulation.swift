internal import AppGroupMailbox
internal import Foundation

/// Several processes on one mailbox, whatever befalls them, and a judgement of what they saw.
package struct Simulation {
  package let settings: SimulationSettings
  /// What was observed.
  package let history: MailboxHistory
  /// How many primitives the processes called.
  package let steps: Int
  /// Why the processes that come last could not drain the mailbox.
  private let failure: String?

  /// Runs what a tape says.
  package init(drawnFrom tape: sending ChoiceTape) {
    settings = SimulationSettings(drawnFrom: tape)
    let world = SimulationWorld(settings)
    let machine = VirtualMachine(
      processes: settings.processes, tape: tape, clock: world.clock, events: Self.events, world: world.events)
    machine.run { Self.live($0, in: world) }
    steps = machine.steps
    failure = Self.end(in: world)
    history = world.history
  }

  /// What happens, and how often.
  private static let events = VirtualEvents(
    [
      (.preempted, 30), (.killed, 4), (.stopped, 3), (.resumed, 3), (.clockMoved, 2), (.disturbed, 2), (.powerLost, 1),
      (.failed(code: ErrorNumber.inputOutput), 2), (.failed(code: ErrorNumber.noSpace), 1),
      (.failed(code: ErrorNumber.accessDenied), 1), (.failed(code: ErrorNumber.tooManyOpen), 1),
    ], longestGap: 40)

  private static func live(_ process: VirtualProcess, in world: SimulationWorld) {
    var participant: SimulatedParticipant?
    var lives: UInt64 = 0
    while world.takeTurn() {
      lives += 1
      do {
        let living = try participant ?? begin(process, in: world, life: lives)
        participant = living
        let step = process.choosing { tape in
          tape.beginPart()
          return living.draw(tape)
        }
        living.perform(step, isDead: { process.isDead })
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
    let fileSystem = world.begin(process.index)
    return try SimulatedParticipant(
      world, process.index,
      InterposedFileSystem(over: fileSystem) { call throws(SystemError) in
        do throws(SystemError) {
          try process.step(call)
        } catch {
          world.noteFault(of: process.index)
          throw error
        }
      },
      VirtualClock(process, world.clock), seed: UInt64(process.index) << 32 | life)
  }

  /// The quiet phase: everything that anybody held is free again, and one process takes it all.
  private static func end(in world: SimulationWorld) -> String? {
    let process = world.settings.processes
    world.clock.move(by: world.settings.claimTimeout * 3 + 3_700)
    do {
      let last = try SimulatedParticipant(world, process, world.begin(process), world.clock, seed: .max)
      let claims = try last.drain()
      world.history.ending = .drained(process: process, clock: world.now, claims: claims)
      return nil
    } catch {
      return "what is left cannot be drained: \(error)"
    }
  }

  // MARK: Judgement

  /// Which promise was broken; `nil` if none was.
  package var violation: String? {
    if let failure { return failure }
    if let first = MessageFates.violations(in: history).first { return "\(first)" }
    guard history.operations.count <= Self.longestSearch else { return nil }
    if case .rejected(let rejection) = HistoryChecker(budget: Self.budget).check(history) { return "\(rejection)" }
    return nil
  }

  private static let longestSearch = 40
  private static let budget = 20_000

  /// Who did what, and what befell them.
  package var story: String {
    let operations = history.operations.map { ($0.invoked, "\($0)") }
    let events = history.events.map { ($0.moment, "\($0)") }
    return ([settings.description] + (operations + events).sorted { $0.0 < $1.0 }.map(\.1)).joined(separator: "\n")
  }
}
