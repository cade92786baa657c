import MailboxSimulation

/// Programs of operations, executed against the library and the model on the real file system.
struct ProgramTarget: FuzzTarget {
  let name = "program"
  let summary = "programs of mailbox operations agree with the model, in a real directory"

  func failure(on tape: ChoiceTape) throws -> String? {
    let program = MailboxProgram(drawnFrom: tape)
    return try program.firstMismatch(in: ScratchDirectory())?.description
  }

  func listing(of tape: ChoiceTape) -> String {
    MailboxProgram(drawnFrom: tape).listing
  }
}
