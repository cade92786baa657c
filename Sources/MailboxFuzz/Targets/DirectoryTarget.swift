import MailboxSimulation

/// A mailbox in a real directory into which somebody else has put things.
struct DirectoryTarget: FuzzTarget {
  let name = "directory"
  let summary =
    "whatever lies in a real mailbox directory: nothing around it is touched, nothing valid is lost, all bounds hold"

  func failure(on tape: ChoiceTape) throws -> String? { try examine(tape).failure }

  func examine(_ tape: ChoiceTape) throws -> FuzzOutcome {
    let trial = try DirectoryTrial(drawnFrom: tape)
    let failure = try trial.run(tape)
    return FuzzOutcome(failure: failure, features: trial.reached)
  }

  func listing(of tape: ChoiceTape) -> String {
    do {
      let trial = try DirectoryTrial(drawnFrom: tape)
      _ = try trial.run(tape)
      return trial.story.joined(separator: "\n")
    } catch {
      return "it cannot be tried here: \(error)"
    }
  }
}
