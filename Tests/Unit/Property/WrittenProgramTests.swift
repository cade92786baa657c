import MailboxSimulation
import MailboxTestSupport
import Testing

/// Programs for what random ones come to too seldom; the model says what must happen.
@Suite struct `Written programs on library and model` {
  private func expectAgreement(
    _ operations: [ProgramOperation], with participant: ModelParticipant = ModelParticipant(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let program = MailboxProgram(
      settings: ProgramSettings(participants: [participant]), steps: operations.map { .init($0) })
    let mismatch = try program.firstMismatch(in: ScratchDirectory())
    #expect(mismatch == nil, "\(mismatch.map(String.init(describing:)) ?? "")", sourceLocation: sourceLocation)
  }

  private func enqueue(_ id: Int? = nil, _ date: ProgramDate = .absent) -> ProgramOperation {
    .enqueue(ProgramSubmission(.text("a"), id: id), date: date)
  }

  @Test(.clauses("CLM-2", "ORD-2"))
  func `A claim of more messages than are claimed under one lock keeps their order`() throws {
    let batch = ProgramOperation.enqueueBatch(Array(repeating: ProgramSubmission(.text("a")), count: 40))
    try expectAgreement([batch, batch, .claim(limit: 33), .claim(limit: nil), .statistics])
  }

  @Test(.clauses("DLQ-2", "REC-5"))
  func `A message is delivered alone before it becomes a dead letter, and others are not held up`() throws {
    let abandon = [ProgramOperation.claim(limit: 1), .moveClock(10.125)]
    let life = Array([[enqueue(0), enqueue(1)], abandon, abandon, [.claim(limit: nil)], abandon].joined())
    try expectAgreement(
      life + [.claim(limit: nil), .moveClock(10.125), .claim(limit: nil), .listDeadLetters],
      with: ModelParticipant(claimTimeout: 10, maxAttempts: 3))
  }

  @Test(.clauses("LAY-10", "ORD-5"))
  func `Planted ordinals stop nobody`() throws {
    let plants = [UInt64.max, 1 << 62, 1 << 62 - 1].enumerated().map { number, ordinal in
      ProgramOperation.plant(.pending(id: number, ordinal: ordinal, offset: 0, attempts: 0, body: .valid))
    }
    try expectAgreement(plants + [enqueue(), enqueue(), .moveClock(1), enqueue(), .claim(limit: nil)])
  }

  @Test(.clauses("DLQ-5", "CLM-2"))
  func `Where the first of two with one identifier expires, the second is delivered`() throws {
    try expectAgreement([
      enqueue(0, .offset(-86_400.125)), .plant(.pending(id: 0, ordinal: 1, offset: 0, attempts: 0, body: .valid)),
      .claim(limit: nil),
    ])
  }

  @Test(.clauses("OVF-4", "ENQ-13"))
  func `A batch does not evict what it repeats`() throws {
    let batch = [ProgramSubmission(.text("a"), id: 0), ProgramSubmission(.text("b"), id: 2)]
    try expectAgreement(
      [enqueue(0), enqueue(1), .enqueueBatch(batch), .claim(limit: nil)],
      with: ModelParticipant(maxMessages: 2, discardsOldest: true))
  }

  @Test(.clauses("DLQ-9", "DLQ-10", "DLQ-11"))
  func `A dead letter is restored once, unless its identifier is taken`() throws {
    try expectAgreement([
      enqueue(0), .claim(limit: nil), .reject(0), .listDeadLetters, .moveClock(1), .restore(0), .restore(0),
      .claim(limit: nil), .reject(0), .listDeadLetters, .moveClock(1), enqueue(0), .restore(0), .removeDeadLetter(0),
      .removeDeadLetter(0), .claim(limit: nil),
    ])
  }

  @Test(.clauses("DLQ-14", "DLQ-6"))
  func `A message that is rejected twice in one moment leaves two dead letters`() throws {
    try expectAgreement([
      enqueue(2), .claim(limit: nil), .reject(0), enqueue(2), enqueue(), .claim(limit: nil), .reject(1),
      .listDeadLetters,
    ])
  }

  @Test(.clauses("LAY-14", "DLQ-12"))
  func `A list of dead letters shows no message that is not its own`() throws {
    let plants = [ModelBody.ofAnotherMessage, .ofAnotherDate, .valid].enumerated().map { number, body in
      ProgramOperation.plant(.pending(id: number, ordinal: 1, offset: 0, attempts: 5, body: body))
    }
    try expectAgreement(plants + [.performMaintenance, .listDeadLetters])
  }

  @Test(.clauses("LCK-7", "ENQ-18"), arguments: [ProgramDirectory.mailbox, .root])
  func `A directory that was removed is made again`(removed: ProgramDirectory) throws {
    for next in [enqueue(), .claim(limit: nil), .performMaintenance] {
      try expectAgreement([
        enqueue(), .claim(limit: nil), .removeDirectory(removed), next, .acknowledge(0), enqueue(), .claim(limit: nil),
      ])
    }
  }

  @Test(.clauses("CLM-12", "DLQ-7"))
  func `What cannot be delivered and has nowhere to go is passed by`() throws {
    let plants = [ModelBody.newerFormat, .malformed, .valid].enumerated().map { number, body in
      ProgramOperation.plant(.pending(id: number, ordinal: 1, offset: -1, attempts: 5, body: body))
    }
    let use = [enqueue(), .claim(limit: nil), .claim(limit: nil), .performMaintenance, .statistics]
    try expectAgreement(plants + use, with: ModelParticipant(maxAttempts: 5, maxDeadLetters: 0))
    try expectAgreement(plants + use, with: ModelParticipant(maxAttempts: nil, maxDeadLetters: 0))
  }
}
