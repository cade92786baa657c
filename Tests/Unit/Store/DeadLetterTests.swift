import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct DeadLetterTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("DLQ-1", "CLM-5", "REC-5"))
  func `A message whose consumers keep dying becomes a dead letter after five deliveries`() throws {
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("poison"), id: MailboxBench.id(1))
    for attempt in 0..<5 {
      #expect(try mailbox.claimPending().map(\.attempts) == [attempt])
      bench.clock.move(by: 601)
    }
    #expect(try mailbox.claimPending().isEmpty)
    let letter = try #require(try mailbox.deadLetters().first)
    #expect(letter.id == MailboxBench.id(1))
    #expect(letter.attempts == 5)
    #expect(letter.reason == .attempts)
    #expect(letter.message == .init("poison"))
    #expect(bench.diagnostics.take().last == .messageDeadLettered(.attempts))
  }

  @Test(.clauses("DLQ-13"))
  func `Without a maximum, attempts never make a dead letter`() throws {
    try bench.plantMessage(1, attempts: 9999)
    let mailbox = try bench.open(limits: .init(maxAttempts: nil))
    #expect(try mailbox.claimPending().map(\.attempts) == [9999])
  }

  @Test(.clauses("DLQ-2"))
  func `A message in its last attempt is claimed alone`() throws {
    try bench.plantMessage(1, ordinal: 1)
    try bench.plantMessage(2, ordinal: 2, attempts: 4)
    try bench.plantMessage(3, ordinal: 3)
    let mailbox = try bench.open()
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(1)])
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)])
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(3)])
  }

  @Test(.clauses("DLQ-2", "CLM-7"))
  func `One in its last attempt that is broken does not end the claim`() throws {
    try bench.plantMessage(1, ordinal: 1, attempts: 4, body: "broken")
    try bench.plantMessage(2, ordinal: 2)
    #expect(try bench.open().claimPending().map(\.id) == [MailboxBench.id(2)])
  }

  @Test(.clauses("DLQ-3", "CLM-7", "CLM-13"))
  func `A message of another type becomes a dead letter with its attempts, and others are delivered`() throws {
    try bench.plantMessage(1, ordinal: 1, attempts: 2, body: MailboxBench.body(1, message: #"{"number":7}"#))
    try bench.plantMessage(2, ordinal: 2)
    let mailbox = try bench.open()
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)])
    #expect(
      try bench.deadLetters() == [DeadLetterName(reason: .undecodable, message: MailboxBench.name(1, attempts: 2))])
    #expect(bench.diagnostics.take() == [.messageDeadLettered(.undecodable)])
    #expect(try mailbox.deadLetters().map(\.message) == [nil])
    // Another consumer's type reads it.
    struct Other: Codable, Sendable { var number: Int }
    #expect(try bench.open(Other.self).deadLetters().map(\.message?.number) == [7])
  }

  @Test(.clauses("DLQ-4", "QUA-1"))
  func `A message too large for this reader becomes a dead letter unread, and another reader restores it`() throws {
    try bench.open().enqueue(.init(String(repeating: "x", count: 500)), id: MailboxBench.id(1))
    let recorder = CallRecorder()
    let small = try bench.open(limits: .init(maxPayloadBytes: 100), fileSystem: recorder.fileSystem())
    _ = recorder.take()
    #expect(try small.claimPending().isEmpty)
    #expect(recorder.take().count { $0.primitive == .read } == 1, "the generation, and no body")
    let letter = try #require(try small.deadLetters().first)
    #expect(letter.reason == .oversize)
    #expect(letter.message == nil)
    #expect(throws: AppGroupMailboxError.self) { try small.restore(letter) }
    let wide = try bench.open()
    try wide.restore(try #require(try wide.deadLetters().first))
    #expect(try wide.claimPending().map(\.message.text.count) == [500])
  }

  @Test(.clauses("DLQ-5"), arguments: [true, false])
  func `Of two files with one identifier one is delivered`(isClaimed: Bool) throws {
    try bench.plantMessage(1, ordinal: 1)
    let mailbox = try bench.open()
    let held = isClaimed ? try mailbox.claimPending() : []
    try bench.plantMessage(1, ordinal: 2, body: MailboxBench.body(1, message: #"{"text":"second"}"#))
    let claims = held + (try mailbox.claimPending())
    #expect(claims.map(\.message.text) == ["x"])
    #expect(try bench.deadLetters() == [DeadLetterName(reason: .duplicate, message: MailboxBench.name(1, ordinal: 2))])
  }

  @Test(.clauses("DLQ-5"))
  func `One file seen under two names is not two files`() throws {
    let name = try bench.plantMessage(1)
    let claimed = ClaimedName(token: UUID(), returning: name).fileName.text
    try FileManager.default.linkItem(
      atPath: "\(bench.directory)/\(name.fileName.text)", toPath: "\(bench.directory)/\(claimed)")
    try bench.age(claimed, by: 0)
    let mailbox = try bench.open()
    try mailbox.performMaintenance()
    #expect(try bench.deadLetters().isEmpty)
    #expect(try mailbox.claimPending().isEmpty)
  }

  @Test(.clauses("DLQ-6", "WKE-2"))
  func `Reject sets a message aside with its attempts`() throws {
    try bench.plantMessage(1, attempts: 3)
    let mailbox = try bench.open()
    try mailbox.claimPending()[0].reject()
    #expect(
      try bench.names() == [DeadLetterName(reason: .rejected, message: MailboxBench.name(1, attempts: 3)).fileName.text]
    )
    #expect(bench.diagnostics.take() == [.messageDeadLettered(.rejected)])
    #expect(!bench.doorbell.takeRing())
  }

  @Test(.clauses("DLQ-14", "DLQ-6"))
  func `A dead letter whose name is taken gets the next ordinal`() throws {
    let mailbox = try bench.open()
    for _ in 0..<3 {
      try mailbox.enqueue(.init("a"), id: MailboxBench.id(1))
      try mailbox.claimPending()[0].reject()
    }
    let ordinals = try bench.deadLetters().map(\.message.ordinal).sorted()
    #expect(ordinals == [0, 1, 2].map { ordinals[0] + $0 })
    #expect(try mailbox.deadLetters().count == 3)
  }

  @Test(.clauses("DLQ-14", "ERR-3"))
  func `Names that are taken again and again end the search, and the claim stays`() throws {
    try bench.plantMessage(1)
    let mailbox = try bench.open()
    let claim = try #require(try mailbox.claimPending().first)
    for ordinal in UInt64(1)...16 {
      let name = DeadLetterName(reason: .rejected, message: MailboxBench.name(1, ordinal: ordinal))
      try bench.plant(name.fileName.text, "planted")
    }
    #expect(throws: AppGroupMailboxError.ioFailure(call: .rename, code: ErrorNumber.exists)) { try claim.reject() }
    #expect(try bench.claimed().count == 1)
  }

  @Test(.clauses("DLQ-7"))
  func `When there are enough dead letters, messages stay and are skipped`() throws {
    let limits = MailboxLimits(maxDeadLetters: 1)
    try bench.plantMessage(1, ordinal: 1, attempts: 5)
    try bench.plantMessage(2, ordinal: 2, attempts: 5)
    try bench.plantMessage(3, ordinal: 3, body: MailboxBench.body(3, message: "7"))
    try bench.plantMessage(4, ordinal: 4)
    let mailbox = try bench.open(limits: limits)
    let claims = try mailbox.claimPending()
    #expect(claims.map(\.id) == [MailboxBench.id(4)])
    #expect(try bench.deadLetters().map(\.message.id) == [MailboxBench.id(1)])
    #expect(try bench.pending().map(\.id) == [2, 3].map(MailboxBench.id))
    #expect(try bench.pending().map(\.attempts) == [5, 0])
    #expect(throws: AppGroupMailboxError.deadLettersFull) { try claims[0].reject() }
    try claims[0].acknowledge()
    try mailbox.remove(try #require(try mailbox.deadLetters().first))
    #expect(try mailbox.claimPending().isEmpty)
    #expect(try bench.deadLetters().map(\.message.id) == [MailboxBench.id(2)])
  }

  @Test(.clauses("DLQ-9", "WKE-1"))
  func `Restoring makes it a new message of today`() throws {
    let name = DeadLetterName(reason: .attempts, message: MailboxBench.name(1, date: 0, attempts: 5))
    try bench.plant(name.fileName.text, MailboxBench.body(1, date: 0))
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("before"))
    bench.clock.move(by: 1)
    _ = bench.doorbell.takeRing()
    try mailbox.restore(try #require(try mailbox.deadLetters().first))
    #expect(bench.doorbell.takeRing())
    #expect(try bench.deadLetters().isEmpty)
    let claims = try mailbox.claimPending()
    #expect(claims.map(\.message.text) == ["before", "x"])
    #expect(claims.map(\.attempts) == [0, 0])
    #expect(claims[1].id == MailboxBench.id(1))
    #expect(claims[1].enqueuedAt == bench.clock.now)
  }

  @Test(.clauses("DLQ-9", "LIM-4", "OVF-1"), arguments: [MailboxOverflowPolicy.rejectNewest, .discardOldest])
  func `Restoring obeys the bound`(policy: MailboxOverflowPolicy) throws {
    try bench.plant(
      DeadLetterName(reason: .rejected, message: MailboxBench.name(1)).fileName.text, MailboxBench.body(1))
    let mailbox = try bench.open(limits: .init(maxMessages: 1), policy: policy)
    try mailbox.enqueue(.init("a"))
    let letter = try #require(try mailbox.deadLetters().first)
    switch policy {
    case .rejectNewest:
      #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.restore(letter) }
      #expect(try bench.deadLetters().count == 1)
    case .discardOldest:
      try mailbox.restore(letter)
      #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(1)])
    }
  }

  @Test(.clauses("DLQ-10", "DLQ-8"))
  func `A dead letter's identifier can be enqueued again, and then it cannot be restored`() throws {
    let name = DeadLetterName(reason: .rejected, message: MailboxBench.name(1)).fileName.text
    try bench.plant(name, MailboxBench.body(1))
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("again"), id: MailboxBench.id(1))
    let letter = try #require(try mailbox.deadLetters().first)
    for isClaimed in [false, true] {
      if isClaimed { _ = try mailbox.claimPending() }
      #expect(throws: AppGroupMailboxError.duplicateMessage) { try mailbox.restore(letter) }
      #expect(try bench.names("deadletter-") == [name])
    }
  }

  @Test(.clauses("DLQ-11"))
  func `Removing removes one, and what is gone is said to be gone`() throws {
    for number in 1...2 {
      try bench.plant(
        DeadLetterName(reason: .rejected, message: MailboxBench.name(number)).fileName.text, MailboxBench.body(number))
    }
    let mailbox = try bench.open()
    let letters = try mailbox.deadLetters()
    try mailbox.remove(letters[0])
    #expect(try mailbox.deadLetters().map(\.id) == [MailboxBench.id(2)])
    #expect(throws: AppGroupMailboxError.deadLetterNoLongerExists) { try mailbox.remove(letters[0]) }
    #expect(throws: AppGroupMailboxError.deadLetterNoLongerExists) { try mailbox.restore(letters[0]) }
  }

  @Test(.clauses("DLQ-12"))
  func `Listing changes nothing, and tells of each what can be told`() throws {
    let legacy = PendingName(ordinal: 5, id: MailboxBench.id(3), details: nil)
    try bench.plant(
      DeadLetterName(reason: .init(rawValue: "later"), message: MailboxBench.name(1, attempts: 7)).fileName.text,
      MailboxBench.body(1))
    try bench.plant(
      DeadLetterName(reason: .duplicate, message: MailboxBench.name(2, date: MailboxBench.start + 1)).fileName.text,
      "broken")
    try bench.plant(DeadLetterName(reason: .oversize, message: legacy).fileName.text, MailboxBench.body(3, date: 12))
    let before = try bench.names()
    let letters = try bench.open().deadLetters()
    #expect(letters.map(\.id) == [3, 1, 2].map(MailboxBench.id))
    #expect(letters.map(\.attempts) == [0, 7, 0])
    #expect(letters.map(\.reason.rawValue) == ["oversize", "later", "duplicate"])
    #expect(
      letters.map(\.enqueuedAt.timeIntervalSinceReferenceDate) == [12, MailboxBench.start, MailboxBench.start + 1])
    #expect(letters.map(\.message?.text) == ["x", "x", nil])
    #expect(try bench.names() == before)
  }

  @Test(.clauses("DLQ-9", "ERR-3"))
  func `A dead letter of a later format, or a broken one, is not restored and stays`() throws {
    try bench.plant(DeadLetterName(reason: .rejected, message: MailboxBench.name(1)).fileName.text, #"{"format":2}"#)
    let mailbox = try bench.open()
    let letter = try #require(try mailbox.deadLetters().first)
    #expect(throws: AppGroupMailboxError.decodingFailure) { try mailbox.restore(letter) }
    #expect(try bench.deadLetters().count == 1)
  }

  @Test(.clauses("DLQ-9", "ERR-4"))
  func `A restore whose last step fails has restored`() throws {
    try bench.plant(
      DeadLetterName(reason: .rejected, message: MailboxBench.name(1)).fileName.text, MailboxBench.body(1))
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.remove, name: "deadletter-", call: .remove, code: ErrorNumber.inputOutput)
    try mailbox.restore(try #require(try mailbox.deadLetters().first))
    #expect(try bench.pending().map(\.id) == [MailboxBench.id(1)])
    #expect(bench.diagnostics.take() == [.cleanupFailed(call: .remove, code: ErrorNumber.inputOutput)])
  }
}
