package import AppGroupMailbox
internal import Foundation

/// Executes a program against the library, in a real directory, and against the model, and compares them after each step.
package final class ProgramExecutor {
  let program: MailboxProgram
  let directory: String
  let clock = SimulatedClock(secondsSince2001: ProgramSettings.start)
  let doorbell = CountingDoorbell()
  let identifiers = SeededIdentifiers(seed: 0)
  let log = DiagnosticLog()

  var mailboxes: [any ProgramMailbox] = []
  var model: MailboxModel
  var claims: [(library: ProgramClaim, token: Int, participant: Int)] = []
  var deadLetters: [(library: ProgramDeadLetter, model: ModelDeadLetter, participant: Int)] = []
  var foreign: Set<String> = []
  var plantCount = 0

  /// Which operations had which results, and which diagnostics came: each in a few words.
  package private(set) var reached: Set<String> = []

  private var liveTokens: Set<String> = []
  private var retiredTokens: Set<String> = []

  /// An executor of a program in a container that exists and holds no mailbox yet.
  package init(_ program: MailboxProgram, containerPath: String) throws(AppGroupMailboxError) {
    self.program = program
    directory = "\(containerPath)/AppGroupMailbox/program"
    model = MailboxModel(participants: program.settings.participants, now: ProgramSettings.start)
    for (position, participant) in program.settings.participants.enumerated() {
      mailboxes.append(try open(participant, seed: UInt64(position) + 1, containerPath: containerPath))
    }
  }

  /// The first mismatch, if there is one.
  package func firstMismatch() throws -> ProgramMismatch? {
    for (number, step) in program.steps.enumerated() {
      do {
        try execute(step, number: number)
      } catch let mismatch as ProgramMismatch {
        return mismatch
      }
    }
    return nil
  }

  private func execute(_ step: MailboxProgram.Step, number: Int) throws {
    func check<Value: Equatable>(_ aspect: ProgramMismatch.Aspect, expected: Value, seen: Value) throws {
      guard expected != seen else { return }
      throw ProgramMismatch(
        step: number, operation: step.operation, aspect: aspect, expected: readable(expected), seen: readable(seen))
    }
    let (expected, seen) = try perform(step.operation, by: step.participant)
    reached.insert("\(step.operation.kind): \(seen.kind)")
    try check(.result, expected: expected, seen: seen)

    var tokens: [String] = []
    let listing = try MailboxListing(directory: directory, tokens: &tokens)
    let prediction = MailboxListing(model, foreign: foreign)
    try check(.listing, expected: prediction.parts(unlike: listing), seen: listing.parts(unlike: prediction))
    // A token is used once: it does not come back, and two claims never share one (CLM-1, LSE-4).
    try check(.tokens, expected: [], seen: retiredTokens.intersection(tokens).sorted())
    try check(.tokens, expected: tokens.count, seen: Set(tokens).count)
    retiredTokens.formUnion(liveTokens.subtracting(tokens))
    liveTokens = Set(tokens)

    // As multisets: SPEC.md orders the kinds of a settling, not the files of one kind.
    let predicted = model.takeDiagnostics().map(ProgramDiagnostic.init)
    let observed = log.take().map(ProgramDiagnostic.init)
    for diagnostic in observed { reached.insert("diagnostic \(diagnostic)") }
    try check(.diagnostics, expected: predicted.sorted(), seen: observed.sorted())
    try check(.wakeUp, expected: model.takeWakeUp(), seen: doorbell.takeRing())
  }

  private func open(
    _ participant: ModelParticipant, seed: UInt64, containerPath: String
  ) throws(AppGroupMailboxError) -> any ProgramMailbox {
    switch participant.decodes {
    case .anything: try LibraryMailbox<AnyProgramMessage>(mailbox: open(participant, seed, containerPath))
    case .text: try LibraryMailbox<String>(mailbox: open(participant, seed, containerPath))
    }
  }

  private func open<Message>(
    _ participant: ModelParticipant, _ seed: UInt64, _ containerPath: String
  ) throws(AppGroupMailboxError) -> AppGroupMailbox<Message> {
    let log = log
    return try AppGroupMailbox(
      containerPath: containerPath, namespace: "program", limits: participant.limits,
      overflowPolicy: participant.discardsOldest ? .discardOldest : .rejectNewest,
      durability: program.settings.durability, notificationName: "program",
      environment: MailboxEnvironment(
        clock: clock, identifiers: SeededIdentifiers(seed: seed), doorbell: doorbell,
        manyMessages: participant.discardsOldest ? 0 : ListingAhead.many),
      diagnostic: { log.append($0) })
  }
}
