import MailboxSimulation
import Testing

@Suite struct `The model's dead letters` {
  @Test func `What a consumer cannot use becomes a dead letter, and the messages behind it are claimed`() throws {
    let example = ModelExample(ModelParticipant(), ModelParticipant(maxPayloadBytes: 100, decodes: .text))
    try example.enqueue(1, payload: "1")
    try example.enqueue(2, size: 101)
    try example.enqueue(3)
    #expect(try example.claim(1, by: 1) == [3])
    #expect(example.deadLetters == [.undecodable: [1], .oversize: [2]])
    #expect(example.model.deadLetters.map(\.message.attempts) == [0, 0])
  }

  @Test func `A malformed body is quarantined, a newer format left alone and offered once`() throws {
    let example = ModelExample(ModelParticipant(maxQuarantinedFiles: 1))
    for (number, body) in [(1, ModelBody.malformed), (2, .newerFormat), (3, .malformed)] {
      example.model.plant(
        ModelMessage(
          ordinal: UInt64(number), id: ModelExample.id(number), date: 1_000, payload: "1", size: 1, body: body))
    }
    try example.enqueue(4)
    #expect(try example.claim() == [4])
    #expect((example.pending, example.model.quarantined) == ([2], 1))
    #expect(
      example.takeDiagnostics() == [.malformedQuarantined, .newerFormatSkipped, .malformedQuarantined])
    #expect(try example.claim() == [])
    #expect(example.takeDiagnostics() == [])
  }

  @Test func `Names that do not parse are quarantined first`() throws {
    let example = ModelExample(ModelParticipant(messageLifetime: 60))
    try example.enqueue(1)
    example.model.plantMalformedName()
    example.model.moveClock(by: 61)
    example.model.performMaintenance(by: 0)
    #expect(example.takeDiagnostics() == [.malformedQuarantined, .expired])
    #expect(example.model.quarantined == 1)
  }

  @Test func `Of two files with one identifier the first is delivered`() throws {
    let example = ModelExample()
    for ordinal in [UInt64(2), 1] {
      example.model.plant(
        ModelMessage(ordinal: ordinal, id: ModelExample.id(1), date: 1_000, payload: "1", size: 1))
    }
    example.model.performMaintenance(by: 0)
    #expect(example.model.pending.map(\.ordinal) == [1])
    #expect(example.model.deadLetters.map(\.message.ordinal) == [2])
  }

  @Test func `The claimed one of two goes before the pending one`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.claim()
    example.model.plant(
      ModelMessage(ordinal: 1, id: ModelExample.id(1), date: 0, payload: "1", size: 1))
    #expect(try example.claim() == [])
    #expect(example.deadLetters == [.duplicate: [1]])
    #expect(example.claimed == [1])
  }

  @Test func `Where there is no room a message stays where it is and is skipped`() throws {
    let example = ModelExample(ModelParticipant(maxDeadLetters: 1, decodes: .text))
    for number in 1...2 { try example.enqueue(number, payload: "1") }
    try example.enqueue(3)
    #expect(try example.claim() == [3])
    #expect((example.pending, example.deadLetters) == ([2], [.undecodable: [1]]))
    #expect(example.takeDiagnostics() == [.deadLettered(.undecodable), .deadLettersFull])
    #expect(throws: ModelError.deadLettersFull) { try example.model.reject(token: example.token(3), by: 0) }
    #expect(example.claimed == [3])
  }

  @Test func `A rejected message has its attempts as before the claim`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.claim()
    try example.model.reject(token: example.token(1), by: 0)
    #expect(example.deadLetters == [.rejected: [1]])
    #expect(example.model.deadLetters.map(\.message.attempts) == [0])
    #expect(example.model.depth == 0)
  }

  @Test func `A restored message is new, and obeys the limits`() throws {
    let example = ModelExample(ModelParticipant(maxMessages: 1))
    try example.enqueue(1, at: 5)
    try example.claim()
    try example.model.reject(token: example.token(1), by: 0)
    let deadLetter = try #require(example.model.deadLetters.first)
    try example.enqueue(2)
    #expect(throws: ModelError.mailboxFull) { try example.model.restore(deadLetter, size: 100, by: 0) }
    try example.claim()
    try example.model.acknowledge(token: example.token(2))
    try example.model.restore(deadLetter, size: 100, by: 0)
    #expect(example.model.pending.map(\.date) == [ModelExample.start])
    #expect(example.model.deadLetters.isEmpty)
    #expect(throws: ModelError.deadLetterNoLongerExists) {
      try example.model.restore(deadLetter, size: 100, by: 0)
    }
    #expect(throws: ModelError.deadLetterNoLongerExists) { try example.model.removeDeadLetter(deadLetter) }
  }

  @Test func `A dead letter does not keep its identifier from being used, and then cannot be restored`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.claim()
    try example.model.reject(token: example.token(1), by: 0)
    let deadLetter = try #require(example.model.deadLetters.first)
    try example.enqueue(1)
    #expect(throws: ModelError.duplicateMessage) { try example.model.restore(deadLetter, size: 100, by: 0) }
    #expect((example.pending, example.deadLetters) == ([1], [.rejected: [1]]))
    try example.model.removeDeadLetter(deadLetter)
    #expect(example.model.deadLetters.isEmpty)
  }

  @Test func `Statistics count what is there`() throws {
    let example = ModelExample()
    for number in 1...3 { try example.enqueue(number, size: number * 10, at: Double(number)) }
    try example.claim(2)
    try example.model.reject(token: example.token(2), by: 0)
    #expect(
      example.model.statistics()
        == ModelStatistics(pending: 1, claimed: 1, deadLetters: 1, quarantined: 0, oldestPending: 3, bytes: 60))
  }
}
