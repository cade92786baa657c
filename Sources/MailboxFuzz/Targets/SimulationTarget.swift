import MailboxSimulation

/// Virtual processes on a simulated disk: killed, stopped, without power, with clocks that step and calls that fail.
struct SimulationTarget: FuzzTarget {
  let name = "simulation"
  let summary = "2 to 4 virtual processes keep every promise, whatever befalls them"

  func failure(on tape: ChoiceTape) throws -> String? { examine(tape).failure }

  func examine(_ tape: ChoiceTape) -> FuzzOutcome {
    let simulation = Simulation(drawnFrom: tape)
    return FuzzOutcome(failure: simulation.violation, features: Set(simulation.counts.keys))
  }

  func listing(of tape: ChoiceTape) -> String { Simulation(drawnFrom: tape, tellsStory: true).story }
}
