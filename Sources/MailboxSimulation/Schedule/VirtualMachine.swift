internal import AppGroupMailbox
internal import Foundation

/// Several processes in one, of which one at a time runs: a plan says at every step who does, and what befalls them.
///
/// Each process is a thread. The one whose turn it is runs until its next step; all others wait. So a run is the same whenever
/// its plan is, whatever the machine does.
package final class VirtualMachine: Sendable {
  private struct State {
    let plan: VirtualPlan
    var dice: SplitMix64
    var table: ProcessTable
    var nextEvent = 0
    var untilEvent = 0
    var isQuiet = false
    var steps = 0
  }

  private let state: StateLock<State>
  private let threads: VirtualThreads
  private let processes: Int
  private let clock: SimulatedClock
  private let world: VirtualWorld
  /// How long a step takes, so that deadlines come nearer.
  private static let stepNanoseconds: UInt64 = 1_000

  package init(processes: Int, plan: VirtualPlan, clock: SimulatedClock, world: VirtualWorld) {
    self.processes = processes
    state = StateLock(
      State(
        plan: plan, dice: SplitMix64(seed: UInt64(plan.turns)), table: ProcessTable(count: processes),
        untilEvent: plan.events.first?.gap ?? 0))
    threads = VirtualThreads.take()
    self.clock = clock
    self.world = world
  }

  /// How many steps all processes have made together.
  package var steps: Int { state.withLock { $0.steps } }

  /// Runs what each process does, and returns when all of them have ended.
  package func run(_ body: @escaping @Sendable (VirtualProcess) -> Void) {
    for index in 0..<processes {
      threads.give(index) { [self] in
        body(VirtualProcess(index: index, machine: self))
        end(index)
      }
    }
    threads.signal(0)
    threads.waitForEnd()
    VirtualThreads.giveBack(threads)
  }

  /// No events from now on, other than that processes take turns; whoever was stopped goes on.
  package func calmDown() {
    state.withLock { $0.isQuiet = true }
    resumeAll()
  }

  /// Whoever was stopped goes on.
  func resumeAll() {
    state.withLock { state in
      for process in state.table.stopped { state.table.resume(process) }
    }
  }

  // MARK: Steps

  func isDead(_ process: Int) -> Bool { state.withLock { $0.table.dead.contains(process) } }

  func revive(_ process: Int) { state.withLock { $0.table.revive(process) } }

  func step(_ process: Int, _ call: FileSystemCall) throws(SystemError) {
    // The dead have no descriptors.
    let deadEnd = SystemError(call: call.systemCall, code: ErrorNumber.badDescriptor)
    clock.sleep(nanoseconds: Self.stepNanoseconds)
    let (isDead, event) = state.withLock { state -> (Bool, VirtualPlan.Event?) in
      if state.table.dead.contains(process) { return (true, nil) }
      state.steps += 1
      return (false, nextEvent(&state))
    }
    if isDead { throw deadEnd }
    guard let event else { return }
    if case .failed(let code) = event.event {
      world.happen(event.event, event.argument)
      throw SystemError(call: call.systemCall, code: code)
    }
    befall(process, event)
    if self.isDead(process) { throw deadEnd }
  }

  private func nextEvent(_ state: inout State) -> VirtualPlan.Event? {
    guard state.untilEvent > 0 else { return nil }
    state.untilEvent -= 1
    guard state.untilEvent == 0 else { return nil }
    var event = state.plan.events[state.nextEvent]
    state.nextEvent += 1
    if state.nextEvent < state.plan.events.count { state.untilEvent = state.plan.events[state.nextEvent].gap }
    if state.isQuiet { event.event = .preempted }
    return event
  }

  private func befall(_ process: Int, _ event: VirtualPlan.Event) {
    switch event.event {
    case .preempted: yield(process, choosing: event.argument)
    case .killed:
      state.withLock { $0.table.kill(process) }
      world.bury(process)
    case .stopped:
      state.withLock { $0.table.stop(process) }
      world.happen(.stopped, UInt64(process))
      yield(process, choosing: event.argument)
    case .resumed:
      let resumed = state.withLock { state -> Int? in
        let stopped = state.table.stopped
        guard !stopped.isEmpty else { return nil }
        let process = stopped[Int(event.argument) % stopped.count]
        state.table.resume(process)
        return process
      }
      if let resumed { world.happen(.resumed, UInt64(resumed)) }
    case .powerLost:
      let all = state.withLock { state in
        let alive = state.table.alive
        for process in alive { state.table.kill(process) }
        return alive
      }
      for process in all { world.bury(process) }
      world.happen(.powerLost, event.argument)
    case .clockMoved, .disturbed: world.happen(event.event, event.argument)
    case .failed: break
    }
  }

  func sleep(_ process: Int, _ nanoseconds: UInt64) {
    let isDead = state.withLock { state in
      if state.table.dead.contains(process) { return true }
      state.table.sleep(process, until: clock.monotonicNanoseconds + nanoseconds)
      return false
    }
    if !isDead { yield(process, choosing: nil) }
  }

  // MARK: Turns

  /// Lets another process run, and waits for the next turn.
  private func yield(_ process: Int, choosing argument: UInt64?) {
    guard let next = state.withLock({ choose(after: process, argument, &$0) }), next != process else { return }
    threads.signal(next)
    threads.wait(process)
  }

  private func end(_ process: Int) {
    let next = state.withLock { state in
      state.table.end(process)
      return choose(after: process, nil, &state)
    }
    if let next { threads.signal(next) } else { threads.signalEnd() }
  }

  /// Who runs next; `nil` if all have ended.
  private func choose(after process: Int, _ argument: UInt64?, _ state: inout State) -> Int? {
    guard !state.table.alive.isEmpty else { return nil }
    while true {
      let runnable = state.table.runnable(after: process, at: clock.monotonicNanoseconds)
      if !runnable.isEmpty {
        let place = argument ?? (state.plan.turns == 0 ? 0 : state.dice.next() >> 1)
        let next = runnable[Int(place % UInt64(runnable.count))]
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
