import MailboxSimulation

/// A mailbox in a real directory into which somebody else has put things.
struct DirectoryTarget: FuzzTarget {
  let name = "directory"
  let summary =
    "whatever lies in a real mailbox directory: nothing around it is touched, nothing valid is lost, all bounds hold"

  func failure(on tape: ChoiceTape) throws -> String? {
    let trial = try DirectoryTrial(drawnFrom: tape)
    return try trial.run(tape)
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
