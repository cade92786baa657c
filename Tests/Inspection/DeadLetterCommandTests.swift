import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// `dead-letters list`, `restore` and `remove`.
struct DeadLetterCommandTests {
  /// A mailbox with a rejected message of which no decoder knows the shape.
  private static func bench() throws -> MailboxBench {
    let bench = try MailboxBench()
    try bench.makeSoundMailbox()
    try bench.plantFile(EntryNames.deadLetter(1), strange)
    return bench
  }

  /// With an unknown member, odd spaces and a number that no binary64 holds.
  private static let strange =
    #"{ "extra":[1,{}], "id":"\#(EntryNames.id(1))","message" : {"n":123456789012345678901234567890} ,"enqueuedAt":\#(MailboxBench.start)}"#

  @Test func `A restored letter is the same byte for byte, but for its date`() throws {
    let bench = try Self.bench()
    let run = bench.run("dead-letters", "restore", bench.container, EntryNames.id(1).lowercased())
    #expect(run.status == 0)
    #expect(run.output == "restored  \(EntryNames.id(1)) (rejected)\n")
    let name = try #require(try bench.pending().first)
    let date = try #require(name.details).date.seconds
    #expect(
      try bench.content(name.fileName.text)
        == Self.strange.replacing("\(MailboxBench.start)", with: "\(date)"))
    #expect(abs(date - Date().timeIntervalSinceReferenceDate) < 60)
    #expect(try bench.deadLetters().isEmpty)
  }

  @Test func `Nothing expires, is recovered or becomes a dead letter on the way`() throws {
    let bench = try Self.bench()
    try bench.plantFile(
      EntryNames.pending(2, after: -1e8, ordinal: 2, attempts: 9), MailboxBench.body(2, date: MailboxBench.start - 1e8))
    try bench.plantFile(EntryNames.claimed(3), MailboxBench.body(3))
    try bench.age(EntryNames.claimed(3), by: 1e7)
    #expect(bench.run("dead-letters", "restore", bench.container, "--all").status == 0)
    #expect(try bench.pending().map(\.id).contains(MailboxBench.id(2)))
    #expect(try bench.names("claimed-") == [EntryNames.claimed(3)])
    #expect(try bench.deadLetters().isEmpty)
  }

  @Test func `Each letter is reported, and one that fails makes the exit status 1`() throws {
    let bench = try Self.bench()
    try bench.plantFile(EntryNames.deadLetter(2, "undecodable"), MailboxBench.body(2))
    try bench.plantFile(EntryNames.pending(2, ordinal: 5), MailboxBench.body(2))
    try bench.plantFile(EntryNames.deadLetter(3), "torn")
    let run = bench.run("dead-letters", "restore", bench.container, "--all", "--json")
    #expect(run.status == 1)
    let outcomes = try #require(try JSONParser.parse(run.output.utf8)["outcomes"]?.elements)
    #expect(outcomes.map { $0["outcome"]?.string } == ["restored", "failed", "failed"])
    #expect(outcomes[1]["failure"]?.string == AppGroupMailboxError.duplicateMessage.description)
    #expect(outcomes[2]["failure"]?.string == AppGroupMailboxError.decodingFailure.description)
    let full = bench.run("dead-letters", "restore", bench.container, EntryNames.id(3), "--max-messages", "1")
    #expect(full.status == 1)
    let none = bench.run("dead-letters", "remove", bench.container, EntryNames.id(9))
    #expect(none.status == 1)
    #expect(none.output == "failed    \(EntryNames.id(9)): there is no such dead letter\n")
  }

  @Test func `Where two letters have one id, one must be named by its file`() throws {
    let bench = try Self.bench()
    let other = EntryNames.deadLetter(1, "duplicate")
    try bench.plantFile(other, Self.strange)
    let unclear = bench.run("dead-letters", "remove", bench.container, EntryNames.id(1))
    #expect(unclear.status == 1)
    #expect(unclear.output.contains("2 dead letters have this id") && unclear.output.contains(other))
    #expect(try bench.deadLetters().count == 2)
    #expect(bench.run("dead-letters", "remove", bench.container, other).status == 0)
    #expect(try bench.names("deadletter-") == [EntryNames.deadLetter(1)])
  }

  @Test func `The list shows messages only when it is told to, and changes nothing`() throws {
    let bench = try Self.bench()
    let before = TouchSnapshot(of: bench.container)
    let plain = bench.run("dead-letters", "list", bench.directory)
    #expect(plain.status == 0)
    #expect(plain.output.contains("\(EntryNames.id(1))  2026-07-06 03:06:40         0  rejected"))
    #expect(!plain.output.contains("123456789012345678901234567890"))
    let open = bench.run("dead-letters", "list", bench.directory, "--contents")
    #expect(open.output.contains(#"{"n":123456789012345678901234567890}"#))
    #expect(TouchSnapshot(of: bench.container) == before)
  }

  @Test func `A copy outside of a container is left alone`() throws {
    let bench = try Self.bench()
    let copy = "\(bench.container)/copy"
    try FileManager.default.copyItem(atPath: bench.directory, toPath: copy)
    let run = bench.run("dead-letters", "remove", copy, "--all")
    #expect(run.status == 1)
    #expect(run.complaints.contains("is not in a container"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy).contains(EntryNames.deadLetter(1)))
  }
}
