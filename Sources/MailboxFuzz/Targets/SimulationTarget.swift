import MailboxSimulation

/// Virtual processes on a simulated disk: killed, stopped, without power, with clocks that step and calls that fail.
struct SimulationTarget: FuzzTarget {
  let name = "simulation"
  let summary = "2 to 4 virtual processes keep every promise, whatever befalls them (only when it is named)"
  /// The judge still finds fault with planted files, failing calls and claims that a power loss takes back in part.
  let isInDefaultRun = false

  func failure(on tape: ChoiceTape) throws -> String? { run(tape).violation }

  func listing(of tape: ChoiceTape) -> String { run(tape).story }

  private func run(_ tape: ChoiceTape) -> Simulation {
    // The processes' threads draw from it one at a time, and all of them have ended when this returns.
    nonisolated(unsafe) let lent = tape
    return Simulation(drawnFrom: lent)
  }
}
