import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Several files with one identifier.
struct DuplicateTests {
  static let cases = [
    SecurityCase(
      title: "two pending, the earlier is delivered",
      setup: [.message(1, after: 1, text: "second"), .message(1, text: "first")],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts 1", "deadletter duplicate 1"],
      diagnostics: [.messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "two pending of one date, the lower ordinal is delivered",
      setup: [.message(1, ordinal: 9), .message(1, ordinal: 10)],
      steps: [.maintain(), .claim(.delivers([1])), .acknowledge, .claim(.delivers([]))],
      finally: ["deadletter duplicate 1"],
      diagnostics: [.messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "two that differ in attempts only", setup: [.message(1), .message(1, attempts: 1)],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts 1", "deadletter duplicate 1 attempts 1"],
      diagnostics: [.messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "three pending", setup: (0...2).map { .message(1, after: Double($0)) }, steps: [.claim(.delivers([1]))],
      finally: ["claimed 1 attempts 1", "deadletter duplicate 1", "deadletter duplicate 1"],
      diagnostics: [.messageDeadLettered(.duplicate), .messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "one claimed, one pending that would come first",
      setup: [.file(EntryNames.claimed(1), MailboxBench.body(1), age: 0), .message(1, after: -9), .message(2)],
      steps: [.claim(.delivers([2]))],
      finally: ["claimed 1 attempts 1", "deadletter duplicate 1", "claimed 2 attempts 1"],
      diagnostics: [.messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "one claimed and abandoned, one pending",
      setup: [.file(EntryNames.claimed(1), MailboxBench.body(1), age: 601), .message(1, after: 1)],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts 2", "deadletter duplicate 1"],
      diagnostics: [.abandonedClaimRecovered, .messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "one of release 0.1",
      setup: [.file(EntryNames.legacy(1, ordinal: 9), MailboxBench.body(1)), .message(1, after: 1)],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts 1", "deadletter duplicate 1"],
      diagnostics: [.messageDeadLettered(.duplicate)]),
    SecurityCase(
      title: "no room among the dead letters", limits: MailboxLimits(maxDeadLetters: 0),
      setup: [.message(1), .message(1, after: 1), .message(2, after: 2)],
      steps: [.claim(.delivers([1, 2])), .claim(.delivers([]))],
      finally: ["claimed 1 attempts 1", "pending 1", "claimed 2 attempts 1"],
      diagnostics: [.deadLettersFull, .deadLettersFull]),
    SecurityCase(
      title: "a dead letter of the identifier is none of them",
      setup: [.file(EntryNames.deadLetter(1), MailboxBench.body(1)), .message(1)],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts 1", "deadletter rejected 1"]),
    SecurityCase(
      title: "an enqueue of the identifier", setup: [.message(1), .message(1, after: 1)], steps: [.enqueue(1)],
      finally: ["pending 1", "deadletter duplicate 1"],
      diagnostics: [.messageDeadLettered(.duplicate), .repeatedMessageIgnored]),
    SecurityCase(
      title: "a dead letter of the very name is there already",
      setup: [
        .file(EntryNames.deadLetter(1, "duplicate", after: 1), "older"), .message(1), .message(1, after: 1),
        .message(2, after: 2),
      ],
      steps: [.claim(.delivers([1, 2]))],
      finally: ["claimed 1 attempts 1", "deadletter duplicate 1", "deadletter duplicate 1", "claimed 2 attempts 1"],
      diagnostics: [.messageDeadLettered(.duplicate)]),
  ]

  @Test(.clauses("DLQ-5", "DLQ-8"), arguments: cases)
  func `Of several files with one identifier one is delivered, and the others are set aside`(_ example: SecurityCase)
    throws
  {
    try example.run()
  }

  @Test(.clauses("DLQ-5", "DLQ-12"))
  func `What is set aside keeps its content`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1, text: "first"), .message(1, after: 1, text: "second"))
    let mailbox = try guarded.bench.open()
    #expect(try mailbox.claimPending().map(\.message.text) == ["first"])
    #expect(try mailbox.deadLetters().map(\.message) == [MailboxBench.Note("second")])
  }

  @Test(.clauses("REC-6", "REL-4", "DLQ-5"))
  func `A recovered claim replaces no file that took its place`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      .file(EntryNames.claimed(1, attempts: 1), MailboxBench.body(1, message: #"{"text":"claimed"}"#), age: 601),
      .message(1, attempts: 1, text: "planted"))
    let mailbox = try guarded.bench.open()
    try mailbox.performMaintenance()
    guarded.expect("pending 1 attempts 1", "deadletter duplicate 1 attempts 1")
    #expect(try mailbox.deadLetters().map(\.message) == [MailboxBench.Note("claimed")])
  }
}
