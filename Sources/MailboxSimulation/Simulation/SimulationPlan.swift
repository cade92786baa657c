/// What the processes of a simulation do: drawn before it begins, each operation a part of the tape.
struct SimulationPlan: Sendable {
  /// Who does it, and what.
  struct Operation: Sendable {
    var process: Int
    var step: UserStep
  }

  var operations: [Operation] = []

  static let mostOperations = 60
  private static let rarityOfEnd = 50

  init(drawnFrom tape: ChoiceTape, processes: Int) {
    while true {
      tape.beginPart()
      // Always ended so, and never by a count: what is left out of a tape must not make it read something else behind it.
      guard tape.choose(below: Self.rarityOfEnd) > 0 else { break }
      let operation = Operation(
        process: tape.choose(below: processes),
        step: UserStep(
          choice: tape.choose(below: 24), first: tape.choose(below: 1 << 12), second: tape.choose(below: 1 << 12)))
      if operations.count < Self.mostOperations { operations.append(operation) }
    }
  }
}
