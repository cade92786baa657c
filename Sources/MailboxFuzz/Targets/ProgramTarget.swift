import MailboxSimulation

/// Programs of operations, executed against the library and the model on the real file system.
struct ProgramTarget: FuzzTarget {
  let name = "program"
  let summary = "programs of mailbox operations agree with the model, in a real directory"

  func failure(on tape: ChoiceTape) throws -> String? { try examine(tape).failure }

  func examine(_ tape: ChoiceTape) throws -> FuzzOutcome {
    let execution = try MailboxProgram(drawnFrom: tape).execution(in: ScratchDirectory())
    return FuzzOutcome(failure: execution.mismatch?.description, features: execution.reached)
  }

  func listing(of tape: ChoiceTape) -> String {
    MailboxProgram(drawnFrom: tape).listing
  }
}
