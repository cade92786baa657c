/// A sequence of operations on one mailbox, drawn from a tape and executed against the library and the model alike.
package struct MailboxProgram: Hashable, Sendable {
  /// One operation and who makes it.
  package struct Step: Hashable, Sendable {
    package var participant: Int
    package var operation: ProgramOperation

    /// An operation of the participant at this position.
    package init(participant: Int = 0, _ operation: ProgramOperation) {
      self.participant = participant
      self.operation = operation
    }
  }

  package var settings: ProgramSettings
  package var steps: [Step]

  /// How many operations a program has at most.
  static let maximumLength = 60

  /// A program that a person wrote.
  package init(settings: ProgramSettings, steps: [Step]) {
    self.settings = settings
    self.steps = steps
  }

  /// The program that a tape describes; an empty tape describes the empty one.
  package init(drawnFrom tape: ChoiceTape) {
    let settings = ProgramSettings(drawnFrom: tape)
    var steps: [Step] = []
    // Whether another step comes is asked each time, so that deleting a step's choices deletes the step.
    tape.beginPart()
    while steps.count < Self.maximumLength, tape.choose(below: 32) > 0 {
      let participant = tape.choose(below: settings.participants.count)
      let operation = ProgramOperation(drawnFrom: tape, limits: settings.participants[participant])
      steps.append(Step(participant: participant, operation))
      tape.beginPart()
    }
    self.settings = settings
    self.steps = steps
  }
}

extension ProgramOperation {
  /// Enqueue and claim come most often, for everything else needs something to work on.
  fileprivate init(drawnFrom tape: ChoiceTape, limits: ModelParticipant) {
    // Which claim: mostly one of the last, for older ones have ended; those too.
    let ages = [0, 0, 0, 1, 1, 2, 3, 7]
    switch tape.choose(below: 40) {
    case 0..<8:
      let submission = ProgramSubmission(drawnFrom: tape)
      self = .enqueue(submission, date: ProgramDate(drawnFrom: tape, lifetime: limits.messageLifetime))
    case 8..<14: self = .claim(limit: tape.pick(from: [nil, 1, 2, 3, 0, -1]))
    case 14..<16:
      let count = tape.integer(in: 0...4)
      self = .enqueueBatch((0..<count).map { _ in ProgramSubmission(drawnFrom: tape) })
    case 16..<18: self = .acknowledge(tape.pick(from: ages))
    case 18..<20: self = .release(tape.pick(from: ages))
    case 20: self = .extend(tape.pick(from: ages))
    case 21..<23: self = .reject(tape.pick(from: ages))
    case 23: self = .performMaintenance
    case 24: self = .listDeadLetters
    case 25: self = .restore(tape.choose(below: 8))
    case 26: self = .removeDeadLetter(tape.choose(below: 8))
    case 27: self = .statistics
    case 28..<30: self = .moveClock(tape.pick(from: Self.clockMoves(limits)))
    case 30..<36: self = .plant(ProgramPlant(drawnFrom: tape, claimTimeout: limits.claimTimeout))
    case 36: self = .removeDirectory(tape.pick(from: [.mailbox, .root]))
    default: self = .enqueue(ProgramSubmission(drawnFrom: tape), date: .absent)
    }
  }

  /// Eighths of a second are exact in binary and in milliseconds; the limits are met exactly and passed by one.
  private static func clockMoves(_ limits: ModelParticipant) -> [Double] {
    let (lease, life) = (limits.claimTimeout, limits.messageLifetime)
    return [1, 0.125, lease, lease + 0.125, life, life + 0.125, -0.125, -1, -lease, -lease - 0.125, -life]
  }
}
