extension MailboxProgram {
  /// Executes the program on the real file system.
  ///
  /// - Returns: The first thing in which library and model differ; `nil` if they agree to the end.
  /// - Throws: An error of the examination itself, or of opening the mailbox.
  package func firstMismatch(in scratch: ScratchDirectory) throws -> ProgramMismatch? {
    try execution(in: scratch).mismatch
  }

  /// The same, and which operations had which results until then.
  package func execution(in scratch: ScratchDirectory) throws -> (mismatch: ProgramMismatch?, reached: Set<String>) {
    try scratch.withEmptyFolder { folder in
      let executor = try ProgramExecutor(self, containerPath: folder)
      return (try executor.firstMismatch(), executor.reached)
    }
  }

  /// One line a step, as a person reads a program.
  package var listing: String {
    let participants = settings.participants.enumerated().map { "mailbox \($0): \($1)" }
    let lines = steps.enumerated().map { "step \($0), mailbox \($1.participant): \(readable($1.operation))" }
    return (participants + ["durability: \(settings.durability)"] + lines).joined(separator: "\n")
  }
}

/// A value as text, without the name of the module before each of its types, and with long repetitions counted.
func readable(_ value: some Any) -> String {
  "\(value)".replacing(/(?:MailboxSimulation|Foundation|Swift)\./, with: "")
    .replacing(/([a-z])\1{15,}/) { "\($0.1)…\($0.0.count)…" }
}

extension ModelParticipant: CustomStringConvertible {
  /// What differs from the defaults.
  package var description: String {
    let standard = ModelParticipant()
    let differences = zip(Mirror(reflecting: self).children, Mirror(reflecting: standard).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .map { own, _ in "\(own.label ?? "?") \(readable(own.value))" }
    return differences.isEmpty ? "the defaults" : differences.joined(separator: ", ")
  }
}
