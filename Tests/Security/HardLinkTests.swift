import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Message files with more than one name.
struct HardLinkTests {
  /// Where the other name is.
  static let others = ["../../outside/other", "other", "../neighbour/other"]

  /// Plants message 1 with a second name, and a good message behind it.
  private func guardedMailbox(_ other: String, as name: String = EntryNames.pending(1)) throws -> GuardedMailbox {
    let guarded = try GuardedMailbox(
      outside: [.file("other", MailboxBench.body(1), mode: 0o644, age: 9e6)],
      neighbour: [.file("other", MailboxBench.body(1), mode: 0o644, age: 9e6)])
    if other == "other" { try guarded.plant(.file("other", MailboxBench.body(1), mode: 0o644, age: 9e6)) }
    try guarded.plant(PlantedEntry(name, .hardLink(of: other)), .message(2, after: 1))
    return guarded
  }

  @Test(.clauses("QUA-2", "CLM-7", "LAY-1"), arguments: others)
  func `A message with a second name is quarantined, and the other name's file is as it was`(_ other: String) throws {
    let guarded = try guardedMailbox(other)
    let recorder = CallRecorder()
    let mailbox = try guarded.bench.open(fileSystem: recorder.fileSystem())
    let before = TreeSnapshot(of: "\(guarded.bench.directory)/\(other)")
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
    #expect(TreeSnapshot(of: "\(guarded.bench.directory)/\(other)").changes(since: before) == [])
    guarded.expect(["quarantine links", "claimed 2 attempts 1"] + (other == "other" ? ["file other"] : []))
    guarded.expectDiagnostics(.unsafeFileQuarantined)
  }

  @Test(.clauses("QUA-2", "LAY-1"))
  func `A message of release 0.1 with a second name is quarantined by maintenance`() throws {
    let guarded = try guardedMailbox(Self.others[0], as: EntryNames.legacy(1))
    try guarded.bench.open().performMaintenance()
    guarded.expect("quarantine links", "pending 2")
  }

  @Test(.clauses("ENQ-11", "QUA-2"), arguments: others)
  func `A file with a second name does not pass for a message that is already there`(_ other: String) throws {
    let guarded = try guardedMailbox(other)
    try guarded.bench.open().enqueue(MailboxBench.Note("new"), id: MailboxBench.id(1))
    guarded.expect(["quarantine links", "pending 1", "pending 2"] + (other == "other" ? ["file other"] : []))
    let name = try #require(try guarded.bench.pending().first { $0.id == MailboxBench.id(1) })
    #expect(try guarded.bench.content(name.fileName.text).contains("new"))
  }

  @Test(.clauses("ENQ-11", "ERR-3"))
  func `A file with a second name that cannot be moved away makes an enqueue fail, and not seem stored`() throws {
    let guarded = try guardedMailbox(Self.others[0])
    let plan = FaultPlan()
    let mailbox = try guarded.bench.open(fileSystem: plan.fileSystem())
    plan.fail(.rename, name: "quarantine-", call: .rename, code: EACCES)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .rename, code: EACCES)) {
      try mailbox.enqueue(MailboxBench.Note("new"), id: MailboxBench.id(1))
    }
    guarded.expect("pending 1", "pending 2")
  }

  @Test(.clauses("QUA-6", "LAY-1"))
  func `Removing the quarantined name leaves the other one`() throws {
    let guarded = try guardedMailbox(Self.others[0])
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: 0))
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
    guarded.expect("claimed 2 attempts 1")
  }

  @Test(.clauses("DLQ-5", "LAY-1"))
  func `One file under two names of messages is not two messages`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1))
    try guarded.plant(
      PlantedEntry(EntryNames.pending(1, after: 1), .hardLink(of: EntryNames.pending(1))), .message(2, after: 2))
    let mailbox = try guarded.bench.open()
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
    #expect(try mailbox.claimPending().isEmpty)
    guarded.expect("quarantine links", "quarantine links", "claimed 2 attempts 1")
  }

  @Test(.clauses("LSE-3", "LAY-1"))
  func `A claim that something else has taken the place of is not extended through it`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1))
    let claim = try #require(try guarded.bench.open().claimPending().first)
    let name = try #require(try guarded.bench.names("claimed-").first)
    for kind in [
      PlantedEntry.Kind.hardLink(of: GuardedMailbox.secret), .symbolicLink(to: GuardedMailbox.secret), .socket,
      .directory([]),
    ] {
      try FileManager.default.removeItem(atPath: "\(guarded.bench.directory)/\(name)")
      try guarded.plant(PlantedEntry(name, kind))
      #expect(throws: AppGroupMailboxError.self) { try claim.extend() }
      guarded.expectNeighboursUntouched()
    }
  }
}
