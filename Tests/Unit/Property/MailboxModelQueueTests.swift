import MailboxSimulation
import Testing

@Suite struct `The model's queue` {
  @Test func `Messages come in the order of dates, and then of insertion`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.enqueue(2, at: 10)
    try example.enqueue(3)
    try example.enqueue(4, at: 10)
    #expect(try example.claim() == [2, 4, 1, 3])
  }

  @Test func `Equal dates and ordinals come in the order of identifiers`() throws {
    let example = ModelExample()
    for number in [3, 1, 2] {
      example.model.plant(
        ModelMessage(ordinal: 7, id: ModelExample.id(number), date: 1_000, payload: "1", size: 1))
    }
    #expect(try example.claim() == [1, 2, 3])
  }

  @Test func `An ordinal is the clock's milliseconds, or one more than the highest`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.enqueue(2)
    example.model.moveClock(by: 1)
    try example.enqueue(3)
    example.model.moveClock(by: -100)
    try example.enqueue(4)
    let first = ModelExample.startOrdinal
    #expect(example.model.pending.map(\.ordinal).sorted() == [first, first + 1, first + 1_000, first + 1_001])
  }

  @Test func `Ordinals from 2^62 on are not continued`() throws {
    let example = ModelExample()
    example.model.plant(
      ModelMessage(ordinal: .max, id: ModelExample.id(1), date: 1_000, payload: "1", size: 1))
    try example.enqueue(2)
    #expect(example.model.pending.map(\.ordinal) == [ModelExample.startOrdinal, .max])
    #expect(try example.claim() == [2, 1])
  }

  @Test func `An identifier that is pending or claimed is not stored again`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.enqueue(1)
    #expect(try example.claim() == [1])
    try example.enqueue(1)
    #expect(example.model.depth == 1)
    #expect(example.takeDiagnostics() == [.repeated, .repeated])
    try example.model.acknowledge(token: example.token(1))
    try example.enqueue(1)
    #expect(example.pending == [1])
  }

  @Test func `A refusal for size or date comes before everything else`() throws {
    let example = ModelExample(ModelParticipant(maxPayloadBytes: 100, messageLifetime: 1))
    try example.enqueue(1, size: 100)
    example.model.moveClock(by: 2)
    #expect(throws: ModelError.payloadTooLarge(actual: 101, maximum: 100)) { try example.enqueue(1, size: 101) }
    #expect(throws: ModelError.invalidDate) { try example.enqueue(1, at: .infinity) }
    #expect(example.pending == [1])
  }

  @Test func `A batch has one date and consecutive ordinals, and repeats take no slot`() throws {
    let example = ModelExample(ModelParticipant(maxMessages: 3))
    try example.enqueue(9)
    #expect(try example.enqueue(batch: [1, 9, 1]) == [1, 9, 1])
    #expect(example.pending == [9, 1])
    #expect(example.takeDiagnostics() == [.repeated, .repeated])
    #expect(throws: ModelError.mailboxFull) { try example.enqueue(batch: [2, 3]) }
    #expect(throws: ModelError.batchTooLarge(actual: 4, maximum: 3)) { try example.enqueue(batch: [2, 3, 4, 5]) }
    #expect(example.pending == [9, 1])
  }

  @Test func `A full mailbox refuses, and counts what is claimed`() throws {
    let example = ModelExample(ModelParticipant(maxMessages: 2))
    try example.enqueue(1)
    try example.enqueue(2)
    try example.claim(1)
    #expect(throws: ModelError.mailboxFull) { try example.enqueue(3) }
    try example.enqueue(2)
    try example.model.acknowledge(token: example.token(1))
    try example.enqueue(3)
    #expect(example.pending == [2, 3])
  }

  @Test func `Discarding takes the oldest, never what is claimed and never what is new`() throws {
    let example = ModelExample(ModelParticipant(maxMessages: 2, discardsOldest: true))
    try example.enqueue(1)
    try example.enqueue(2)
    try example.claim(1)
    try example.enqueue(3, at: 5)
    #expect((example.claimed, example.pending) == ([1], [3]))
    #expect(example.takeDiagnostics() == [.discarded])
    try example.claim()
    #expect(throws: ModelError.mailboxFull) { try example.enqueue(4) }
  }

  @Test func `Discarding trims what was too deep before`() throws {
    let example = ModelExample(ModelParticipant(), ModelParticipant(maxMessages: 2, discardsOldest: true))
    for number in 1...5 { try example.enqueue(number) }
    try example.enqueue(6, by: 1)
    #expect(example.pending == [5, 6])
  }

  @Test func `Pending messages expire, claimed and future ones do not`() throws {
    let example = ModelExample(ModelParticipant(messageLifetime: 60, claimTimeout: 10_000))
    try example.enqueue(1)
    try example.claim()
    try example.enqueue(2)
    try example.enqueue(3, at: 5_000)
    example.model.moveClock(by: 60)
    example.model.performMaintenance(by: 0)
    #expect(example.pending == [2, 3])
    example.model.moveClock(by: 0.125)
    example.model.performMaintenance(by: 0)
    #expect((example.pending, example.claimed) == ([3], [1]))
    #expect(example.takeDiagnostics() == [.expired])
  }

  @Test func `What wakes a consumer up is what becomes pending`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    #expect(example.takeWakeUp())
    try example.enqueue(1)
    try example.claim()
    #expect(!example.takeWakeUp())
    try example.model.release(token: example.token(1), by: 0)
    #expect(example.takeWakeUp())
  }
}
