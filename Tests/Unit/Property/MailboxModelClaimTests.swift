import MailboxSimulation
import Testing

@Suite struct `The model's claims` {
  @Test func `A limit bounds a claim`() throws {
    let example = ModelExample()
    for number in 1...3 { try example.enqueue(number) }
    #expect(try example.claim(0) == [])
    #expect(throws: ModelError.invalidLimit) { try example.claim(-1) }
    #expect(try example.claim(2) == [1, 2])
    #expect(try example.claim() == [3])
    #expect(try example.claim() == [])
  }

  @Test func `A released message has its place and its attempts again`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.enqueue(2)
    let before = example.model.pending
    try example.claim(1)
    #expect(example.model.claimed.map(\.message.attempts) == [1])
    try example.model.release(token: example.token(1), by: 0)
    #expect(example.model.pending == before)
  }

  @Test func `An ended claim can do nothing any more`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.claim()
    let token = example.token(1)
    try example.model.acknowledge(token: token)
    #expect(throws: ModelError.claimNoLongerExists) { try example.model.acknowledge(token: token) }
    #expect(throws: ModelError.claimNoLongerExists) { try example.model.release(token: token, by: 0) }
    #expect(throws: ModelError.claimNoLongerExists) { try example.model.extend(token: token) }
    #expect(throws: ModelError.claimNoLongerExists) { try example.model.reject(token: token, by: 0) }
    #expect(example.model.depth == 0)
  }

  @Test(arguments: [(600, false), (600.125, true), (-600, false), (-600.125, true)])
  func `A claim is abandoned when the clock is far from its stamp, in either direction`(
    seconds: Double, isAbandoned: Bool
  ) throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.claim()
    let token = example.token(1)
    example.model.moveClock(by: seconds)
    example.model.performMaintenance(by: 0)
    #expect(example.pending == (isAbandoned ? [1] : []))
    #expect(example.takeDiagnostics() == (isAbandoned ? [.recovered] : []))
    if isAbandoned {
      #expect(example.model.pending.map(\.attempts) == [1])
      #expect(throws: ModelError.claimNoLongerExists) { try example.model.acknowledge(token: token) }
    }
  }

  @Test func `An extended claim is not recovered`() throws {
    let example = ModelExample()
    try example.enqueue(1)
    try example.claim()
    example.model.moveClock(by: 500)
    try example.model.extend(token: example.token(1))
    example.model.moveClock(by: 500)
    example.model.performMaintenance(by: 0)
    #expect(example.claimed == [1])
  }

  @Test func `A recovered message that is too old expires in the same settling`() throws {
    let example = ModelExample(ModelParticipant(messageLifetime: 60, claimTimeout: 10))
    try example.enqueue(1)
    try example.claim()
    example.model.moveClock(by: 61)
    #expect(try example.claim() == [])
    #expect(example.takeDiagnostics() == [.recovered, .expired])
  }

  @Test func `The last attempt is claimed alone, and nothing behind it goes before it`() throws {
    let example = ModelExample(ModelParticipant(claimTimeout: 10, maxAttempts: 2))
    for number in 1...4 { try example.enqueue(number) }
    try example.claim(1)
    try example.claim(1)
    try example.model.release(token: example.token(1), by: 0)
    example.model.moveClock(by: 11)
    example.model.performMaintenance(by: 0)
    #expect(try example.claim() == [1])
    #expect(try example.claim() == [2])
    #expect(try example.claim() == [3, 4])
  }

  @Test func `Exhausted messages become dead letters when settled`() throws {
    let example = ModelExample(ModelParticipant(claimTimeout: 10, maxAttempts: 1))
    try example.enqueue(1)
    try example.claim()
    example.model.moveClock(by: 11)
    #expect(try example.claim() == [])
    #expect(example.deadLetters == [.attempts: [1]])
    #expect(example.takeDiagnostics() == [.recovered, .deadLettered(.attempts)])
  }

  @Test func `Without a bound attempts go on to 9999`() throws {
    let example = ModelExample(ModelParticipant(claimTimeout: 10, maxAttempts: nil))
    example.model.plant(
      ModelMessage(ordinal: 1, id: ModelExample.id(1), date: 1_000, attempts: 9_998, payload: "1", size: 1))
    for expected in [9_999, 9_999] {
      try example.claim()
      #expect(example.model.claimed.map(\.message.attempts) == [expected])
      example.model.moveClock(by: 11)
      example.model.performMaintenance(by: 0)
    }
    #expect(example.pending == [1])
  }
}
