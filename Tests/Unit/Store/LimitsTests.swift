import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct LimitsTests {
  @Test(
    .clauses("LIM-1", "LIM-2", "LIM-3"),
    arguments: [
      (MailboxLimits(maxMessages: 0), "maxMessages"), (.init(maxMessages: -1), "maxMessages"),
      (.init(maxPayloadBytes: 0), "maxPayloadBytes"), (.init(messageLifetime: 0), "messageLifetime"),
      (.init(messageLifetime: .nan), "messageLifetime"), (.init(messageLifetime: -1), "messageLifetime"),
      (.init(claimTimeout: 0), "claimTimeout"), (.init(claimTimeout: .nan), "claimTimeout"),
      (.init(maxQuarantinedFiles: -1), "maxQuarantinedFiles"), (.init(maxAttempts: 0), "maxAttempts"),
      (.init(maxDeadLetters: -1), "maxDeadLetters"), (.init(lockTimeout: -0.001), "lockTimeout"),
      (.init(lockTimeout: .nan), "lockTimeout"),
    ])
  func `A limit out of range is refused by name, and nothing is created`(limits: MailboxLimits, name: String) throws {
    let bench = try MailboxBench()
    #expect(throws: AppGroupMailboxError.invalidLimit(name)) { try bench.open(limits: limits) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.container) == [])
  }

  @Test(.clauses("LIM-2", "LIM-3"))
  func `The least and the largest values are permitted`() throws {
    let bench = try MailboxBench()
    let mailbox = try bench.open(
      limits: MailboxLimits(
        maxMessages: 1, maxPayloadBytes: 1, messageLifetime: .leastNonzeroMagnitude,
        claimTimeout: .leastNonzeroMagnitude,
        maxQuarantinedFiles: 0, maxAttempts: 1, maxDeadLetters: 0, lockTimeout: 0))
    try mailbox.performMaintenance()
    let wide = try bench.open(
      limits: MailboxLimits(
        maxMessages: .max, maxPayloadBytes: .max, messageLifetime: .greatestFiniteMagnitude, claimTimeout: .infinity,
        maxQuarantinedFiles: .max, maxAttempts: .max, maxDeadLetters: .max, lockTimeout: .infinity))
    try wide.enqueue(.init("a"))
    #expect(try wide.claimPending().count == 1)
  }

  @Test(.clauses("LIM-6"))
  func `The defaults are those of the specification`() {
    let limits = MailboxLimits()
    #expect(limits.maxMessages == 100)
    #expect(limits.maxPayloadBytes == 65_536)
    #expect(limits.messageLifetime == 86_400)
    #expect(limits.claimTimeout == 600)
    #expect(limits.maxQuarantinedFiles == 20)
    #expect(limits.maxAttempts == 5)
    #expect(limits.maxDeadLetters == 100)
    #expect(limits.lockTimeout == 1)
  }

  @Test(.clauses("LIM-4", "LIM-5", "DLQ-8"))
  func `Depth is what is pending and claimed, and nothing else`() throws {
    let bench = try MailboxBench()
    try bench.plant(".DS_Store", "x")
    try bench.plant("note.json", "x")
    try bench.plant(QuarantineName(milliseconds: 1, id: UUID(), reason: .body).fileName.text, "x")
    try bench.plant(
      DeadLetterName(reason: .rejected, message: MailboxBench.name(9)).fileName.text, MailboxBench.body(9))
    let mailbox = try bench.open(limits: .init(maxMessages: 3))
    try mailbox.enqueue(.init("a"))
    try mailbox.enqueue(.init("b"))
    _ = try mailbox.claimPending(limit: 1)
    try mailbox.enqueue(.init("c"))
    let before = try bench.names()
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(.init("d")) }
    #expect(try bench.names() == before)
  }
}
