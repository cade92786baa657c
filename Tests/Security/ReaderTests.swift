import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Readers that can do less than others: nothing valid is destroyed.
struct ReaderTests {
  static let cases = [
    SecurityCase(
      title: "a reader of another type",
      setup: [
        .message(1),
        .file(EntryNames.pending(2, after: 1), MailboxBench.body(2, date: MailboxBench.start + 1, message: "7")),
      ],
      steps: [.claimNumbers(.delivers([2]))], finally: ["deadletter undecodable 1", "claimed 2 attempts 1"],
      diagnostics: [.messageDeadLettered(.undecodable)]),
    SecurityCase(
      title: "attempts stay as before the claim", setup: [.message(1, attempts: 3)],
      steps: [.claimNumbers(.delivers([]))],
      finally: ["deadletter undecodable 1 attempts 3"], diagnostics: [.messageDeadLettered(.undecodable)]),
    SecurityCase(
      title: "a reader of another type without room for dead letters", limits: MailboxLimits(maxDeadLetters: 0),
      setup: [
        .message(1),
        .file(EntryNames.pending(2, after: 1), MailboxBench.body(2, date: MailboxBench.start + 1, message: "7")),
      ],
      steps: [.claimNumbers(.delivers([2]))], finally: ["pending 1", "claimed 2 attempts 1"],
      diagnostics: [.deadLettersFull]),
    SecurityCase(
      title: "the dead letters are full before the claim ends", limits: MailboxLimits(maxDeadLetters: 2),
      setup: (1...5).map { .message($0, after: Double($0)) }, steps: [.claimNumbers(.delivers([]))],
      finally: ["deadletter undecodable 1", "deadletter undecodable 2", "pending 3", "pending 4", "pending 5"],
      diagnostics: [.messageDeadLettered(.undecodable), .messageDeadLettered(.undecodable)]
        + Array(repeating: .deadLettersFull, count: 3)),
    SecurityCase(
      title: "null, which is a value",
      setup: [.file(EntryNames.pending(1), MailboxBench.body(1, message: "null")), .message(2, after: 1)],
      steps: [.claim(.delivers([2]))], finally: ["deadletter undecodable 1", "claimed 2 attempts 1"],
      diagnostics: [.messageDeadLettered(.undecodable)]),
    SecurityCase(
      title: "a smaller limit without room for dead letters",
      limits: MailboxLimits(maxPayloadBytes: 200, maxDeadLetters: 0),
      setup: [.file(EntryNames.pending(1), SizeTests.body(1, bytes: 201)), .message(2, after: 1)],
      steps: [.claim(.delivers([2]))],
      finally: ["pending 1", "claimed 2 attempts 1"], diagnostics: [.deadLettersFull]),
    SecurityCase(
      title: "maintenance does not look at sizes or types", limits: MailboxLimits(maxPayloadBytes: 200),
      setup: [.file(EntryNames.pending(1), SizeTests.body(1, bytes: 201))], steps: [.maintain(), .enqueue(2)],
      finally: ["pending 1", "pending 2"]),
  ]

  @Test(.clauses("DLQ-3", "DLQ-4", "DLQ-7"), arguments: cases)
  func `What a reader cannot take is set aside or left, and holds nothing up`(_ example: SecurityCase) throws {
    try example.run()
  }

  @Test(.clauses("DLQ-3", "DLQ-9"))
  func `What one reader cannot decode, another can restore and decode`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1, text: "kept"))
    #expect(try guarded.bench.open(Int.self).claimPending().isEmpty)
    let mailbox = try guarded.bench.open()
    try mailbox.restore(try #require(try mailbox.deadLetters().first))
    #expect(try mailbox.claimPending().map(\.message.text) == ["kept"])
  }

  @Test(.clauses("DLQ-4", "DLQ-9"))
  func `What is too large for one reader, another can restore, byte for byte`() throws {
    let guarded = try GuardedMailbox()
    let body = SizeTests.body(1, bytes: 5000)
    try guarded.plant(.file(EntryNames.pending(1), body))
    let small = try guarded.bench.open(limits: MailboxLimits(maxPayloadBytes: 4999))
    #expect(try small.claimPending().isEmpty)
    let letter = try #require(try small.deadLetters().first)
    #expect(letter.message == nil)
    #expect(throws: AppGroupMailboxError.payloadTooLarge(actualBytes: 5000, maximumBytes: 4999)) {
      try small.restore(letter)
    }
    guarded.expect("deadletter oversize 1")
    #expect(try guarded.bench.content(try #require(try guarded.bench.names("deadletter-").first)) == body)
    let large = try guarded.bench.open()
    try large.restore(try #require(try large.deadLetters().first))
    #expect(
      try large.claimPending().map(\.message.text.count) == [
        MailboxBench.Note(body).text.count - MailboxBench.body(1, message: #"{"text":""}"#).count
      ])
  }

  @Test(.clauses("QUA-1", "CLM-8", "QUA-3"))
  func `A file that may not be read is left, by a user to whom that matters`() async throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      .file(EntryNames.pending(1), MailboxBench.body(1), mode: 0),
      .file(EntryNames.legacy(3), MailboxBench.body(3), mode: 0),
      .message(2, after: 1))
    if ProcessPrivileges.isRoot { try ProcessPrivileges.giveAwayTree(guarded.bench.container) }
    await #expect(processExitsWith: .success) { [container = guarded.bench.container as String] in
      ProcessPrivileges.drop()
      ChildOutcome.write(into: container) {
        let mailbox = try AppGroupMailbox<MailboxBench.Note>(
          containerPath: container, namespace: "bench", limits: MailboxLimits(messageLifetime: .infinity),
          durability: .processCrash,
          environment: MailboxEnvironment())
        guard try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)] else { throw CancellationError() }
        try mailbox.performMaintenance()
      }
    }
    #expect(
      ChildOutcome.read(from: guarded.bench.container)
        == AppGroupMailboxError.ioFailure(call: .open, code: EACCES).description)
    #expect(guarded.summary == DirectorySummary(["pending 1", "pending 3 legacy", "claimed 2 attempts 1"]))
  }
}
