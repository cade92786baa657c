internal import AppGroupMailbox
internal import Foundation

/// Several processes in one, of which one at a time runs: a choice tape decides at every step who does, and what befalls them.
///
/// Each process is a thread. The one whose turn it is runs until its next step; all others wait. So a run is the same whenever
/// its tape is, whatever the machine does.
package final class VirtualMachine: Sendable {
  private struct State {
    let tape: ChoiceTape
    var table: ProcessTable
    var untilEvent: Int?
    var isQuiet = false
    var steps = 0
  }

  private let state: StateLock<State>
  private let turns: [DispatchSemaphore]
  private let allEnded = DispatchSemaphore(value: 0)
  private let clock: SimulatedClock
  private let events: VirtualEvents
  private let world: VirtualWorld
  /// How long a step takes, so that deadlines come nearer.
  private static let stepNanoseconds: UInt64 = 1_000

  package init(
    processes: Int, tape: sending ChoiceTape, clock: SimulatedClock, events: VirtualEvents, world: VirtualWorld
  ) {
    let gap = events.gap(tape)
    state = StateLock(State(tape: tape, table: ProcessTable(count: processes), untilEvent: gap))
    turns = (0..<processes).map { _ in DispatchSemaphore(value: 0) }
    self.clock = clock
    self.events = events
    self.world = world
  }

  /// How many steps all processes have made together.
  package var steps: Int { state.withLock { $0.steps } }

  /// Runs what each process does, and returns when all of them have ended.
  package func run(_ body: @escaping @Sendable (VirtualProcess) -> Void) {
    for index in turns.indices {
      let thread = Thread { [self] in
        turns[index].wait()
        body(VirtualProcess(index: index, machine: self))
        end(index)
      }
      // The library's own stack needs are small.
      thread.stackSize = 1 << 20
      thread.start()
    }
    turns[0].signal()
    allEnded.wait()
  }

  /// No events from now on, other than that processes take turns; whoever was stopped goes on.
  package func calmDown() {
    state.withLock { state in
      state.isQuiet = true
      for process in state.table.stopped { state.table.resume(process) }
    }
  }

  func choosing<Result>(_ body: (ChoiceTape) -> Result) -> Result {
    state.withLock { body($0.tape) }
  }

  // MARK: Steps

  func isDead(_ process: Int) -> Bool { state.withLock { $0.table.dead.contains(process) } }

  func revive(_ process: Int) { state.withLock { $0.table.revive(process) } }

  func step(_ process: Int, _ call: FileSystemCall) throws(SystemError) {
    // The dead have no descriptors.
    let deadEnd = SystemError(call: call.systemCall, code: ErrorNumber.badDescriptor)
    clock.sleep(nanoseconds: Self.stepNanoseconds)
    let (isDead, event) = state.withLock { state -> (Bool, VirtualEvent?) in
      if state.table.dead.contains(process) { return (true, nil) }
      state.steps += 1
      return (false, nextEvent(&state))
    }
    if isDead { throw deadEnd }
    guard let event else { return }
    if case .failed(let code) = event { throw SystemError(call: call.systemCall, code: code) }
    befall(process, event)
    if self.isDead(process) { throw deadEnd }
  }

  private func nextEvent(_ state: inout State) -> VirtualEvent? {
    guard let left = state.untilEvent else { return nil }
    state.untilEvent = left - 1
    guard left == 1 else { return nil }
    state.untilEvent = events.gap(state.tape)
    let event = events.event(state.tape)
    return state.isQuiet ? .preempted : event
  }

  private func befall(_ process: Int, _ event: VirtualEvent) {
    switch event {
    case .preempted: yield(process)
    case .killed:
      state.withLock { $0.table.kill(process) }
      world.bury(process)
    case .stopped:
      state.withLock { $0.table.stop(process) }
      yield(process)
    case .resumed:
      state.withLock { state in
        let stopped = state.table.stopped
        if !stopped.isEmpty { state.table.resume(stopped[state.tape.choose(below: stopped.count)]) }
      }
    case .powerLost:
      let all = state.withLock { state in
        let alive = state.table.alive
        for process in alive { state.table.kill(process) }
        return alive
      }
      for process in all { world.bury(process) }
      choosing(world.losePower)
    case .clockMoved: choosing(world.moveClock)
    case .disturbed: choosing(world.disturb)
    case .failed: break
    }
  }

  func sleep(_ process: Int, _ nanoseconds: UInt64) {
    let isDead = state.withLock { state in
      if state.table.dead.contains(process) { return true }
      state.table.sleep(process, until: clock.monotonicNanoseconds + nanoseconds)
      return false
    }
    if !isDead { yield(process) }
  }

  // MARK: Turns

  /// Lets another process run, and waits for the next turn.
  private func yield(_ process: Int) {
    guard let next = state.withLock({ choose(after: process, &$0) }), next != process else { return }
    turns[next].signal()
    turns[process].wait()
  }

  private func end(_ process: Int) {
    let next = state.withLock { state in
      state.table.end(process)
      return choose(after: process, &state)
    }
    if let next { turns[next].signal() } else { allEnded.signal() }
  }

  /// Who runs next; `nil` if all have ended.
  private func choose(after process: Int, _ state: inout State) -> Int? {
    guard !state.table.alive.isEmpty else { return nil }
    while true {
      let runnable = state.table.runnable(after: process, at: clock.monotonicNanoseconds)
      if !runnable.isEmpty {
        let next = runnable[state.tape.choose(below: runnable.count)]
        state.table.wake(next)
        return next
      }
      if let waking = state.table.firstWaking {
        // Everybody waits: time passes.
        clock.sleep(nanoseconds: waking - min(waking, clock.monotonicNanoseconds))
      } else {
        // Only stopped ones are left: somebody continues them.
        for process in state.table.stopped { state.table.resume(process) }
      }
    }
  }
}
