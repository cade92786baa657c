import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// System calls that fail: no evidence about any file.
struct FailingCallTests {
  /// Codes that can concern one file alone.
  static let ofOneFile = [EACCES, EPERM, EIO, ETIMEDOUT]
  /// Codes that concern every file.
  static let ofEverything = [EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT, EROFS]

  /// A mailbox with messages 1 to `count` in order, and a plan by which a call fails.
  private func mailbox(
    _ count: Int, _ plan: FaultPlan, limits: MailboxLimits = MailboxLimits()
  ) throws -> (GuardedMailbox, AppGroupMailbox<MailboxBench.Note>) {
    let guarded = try GuardedMailbox()
    try guarded.plant((1...count).map { .message($0, after: Double($0)) })
    return (guarded, try guarded.bench.open(limits: limits, fileSystem: plan.fileSystem()))
  }

  private func lines(_ numbers: some Sequence<Int>, claimed: Bool) -> [String] {
    numbers.map { claimed ? "claimed \($0) attempts 1" : "pending \($0)" }
  }

  @Test(.clauses("CLM-8", "QUA-1", "CLM-11"), arguments: FailingCall.allCases, ofOneFile)
  func `A file that a call fails for stays as it is, and the others are delivered`(
    _ failing: FailingCall, _ code: Int32
  ) throws {
    let plan = failing.plan(code: code) { $0 == 2 }
    let (guarded, mailbox) = try mailbox(3, plan)
    let content = try guarded.bench.content(EntryNames.pending(2, after: 2))
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [1, 3])
    guarded.expect("claimed 1 attempts 1", "pending 2", "claimed 3 attempts 1")
    guarded.expectDiagnostics(.fileSkipped(call: failing.call, code: code))
    #expect(try guarded.bench.content(EntryNames.pending(2, after: 2)) == content)
    plan.clear()
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
  }

  @Test(.clauses("CLM-8", "CLM-11", "ERR-1"), arguments: FailingCall.allCases, [EACCES, EIO])
  func `The failure is thrown if nothing was claimed`(_ failing: FailingCall, _ code: Int32) throws {
    let (guarded, mailbox) = try mailbox(1, failing.plan(code: code) { _ in true })
    #expect(throws: AppGroupMailboxError.ioFailure(call: failing.call, code: code)) { try mailbox.claimPending() }
    guarded.expect("pending 1")
  }

  @Test(.clauses("CLM-9", "CLM-11", "QUA-1"), arguments: FailingCall.allCases, ofEverything)
  func `A failure that concerns everything ends a claim at once, and nothing is lost`(
    _ failing: FailingCall, _ code: Int32
  ) throws {
    let (guarded, mailbox) = try mailbox(4, failing.plan(code: code) { _ in true })
    #expect(throws: AppGroupMailboxError.ioFailure(call: failing.call, code: code)) { try mailbox.claimPending() }
    guarded.expect(lines(1...4, claimed: false))
    guarded.expectDiagnostics(.fileSkipped(call: failing.call, code: code))
  }

  @Test(.clauses("CLM-9", "CLM-11"), arguments: FailingCall.allCases, [EMFILE, ENOSPC])
  func `What was claimed before such a failure is returned`(_ failing: FailingCall, _ code: Int32) throws {
    let (guarded, mailbox) = try mailbox(5, failing.plan(code: code) { $0 == 3 })
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [1, 2])
    guarded.expect(lines(1...2, claimed: true) + lines(3...5, claimed: false))
    guarded.expectDiagnostics(.fileSkipped(call: failing.call, code: code))
  }

  @Test(.clauses("CLM-10", "CLM-8"), arguments: FailingCall.allCases, [nil, 1, 24])
  func `After eight failures in a row a claim ends, and the files are as they were`(
    _ failing: FailingCall, _ limit: Int?
  ) throws {
    let (guarded, mailbox) = try mailbox(24, failing.plan(code: EACCES) { $0 <= 20 })
    #expect(throws: AppGroupMailboxError.ioFailure(call: failing.call, code: EACCES)) {
      try mailbox.claimPending(limit: limit)
    }
    guarded.expect(lines(1...24, claimed: false))
    #expect(
      guarded.bench.diagnostics.take() == Array(repeating: .fileSkipped(call: failing.call, code: EACCES), count: 8))
  }

  @Test(.clauses("CLM-10", "CLM-7"), arguments: FailingCall.allCases, [nil, 17])
  func `Seven failures in a row do not end a claim`(_ failing: FailingCall, _ limit: Int?) throws {
    let (guarded, mailbox) = try mailbox(24, failing.plan(code: EIO) { $0 <= 7 })
    #expect(try mailbox.claimPending(limit: limit).count == 17)
    guarded.expect(lines(1...7, claimed: false) + lines(8...24, claimed: true))
  }

  @Test(.clauses("CLM-10", "CLM-7"), arguments: FailingCall.allCases)
  func `Failures that are not in a row do not end a claim, however many`(_ failing: FailingCall) throws {
    let (guarded, mailbox) = try mailbox(36, failing.plan(code: EIO) { $0.isMultiple(of: 2) })
    #expect(try mailbox.claimPending().count == 18)
    let numbers = 1...36
    guarded.expect(
      lines(numbers.filter { !$0.isMultiple(of: 2) }, claimed: true)
        + lines(numbers.filter { $0.isMultiple(of: 2) }, claimed: false))
  }

  /// Message 8: no call fails for it, and it is not delivered either.
  static let breaks: [PlantedEntry] = [
    .file(EntryNames.pending(8, after: 8), MailboxBench.body(8, date: MailboxBench.start + 8, message: "8")),
    .file(EntryNames.pending(8, after: 8), "broken"), .file(EntryNames.pending(8, after: 8), MailboxBench.body(9)),
    .file(EntryNames.pending(8, after: 8), #"{"format":2}"#),
    PlantedEntry(EntryNames.pending(8, after: 8), .sparse(bytes: 70_000)),
    PlantedEntry(EntryNames.pending(8, after: 8), .sparse(bytes: 1 << 25)),
    PlantedEntry(EntryNames.pending(8, after: 8), .hardLink(of: GuardedMailbox.secret)),
  ]

  @Test(.clauses("CLM-10", "CLM-7"), arguments: FailingCall.allCases, breaks)
  func `A file that is judged, even if it is not delivered, ends a row of failures`(
    _ failing: FailingCall, _ judged: PlantedEntry
  ) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(judged)
    try guarded.plant(((1...7).map { $0 } + (9...16)).map { .message($0, after: Double($0)) })
    let plan = failing.plan(code: EIO) { $0 != 8 && $0 != 16 }
    #expect(try guarded.bench.open(fileSystem: plan.fileSystem()).claimPending().compactMap { number($0.id) } == [16])
  }

  @Test(.clauses("QUA-1", "CLM-8", "LAY-17"), arguments: ofOneFile + ofEverything)
  func `A hostile file that cannot be moved away just now stays, and an enqueue is tried all the same`(_ code: Int32)
    throws
  {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      PlantedEntry(EntryNames.pending(1), .symbolicLink(to: GuardedMailbox.secret)), .file("pending-x", "x"))
    let plan = FaultPlan()
    let mailbox = try guarded.bench.open(fileSystem: plan.fileSystem())
    plan.fail(.rename, name: "quarantine-", call: .rename, code: code)
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    guarded.expect("link pending 1", "file pending-x", "pending 2")
    plan.clear()
    try mailbox.performMaintenance()
    guarded.expect("quarantine type", "quarantine name", "pending 2")
  }

  @Test(.clauses("ENQ-11", "ERR-3"))
  func `A file with a second name that cannot be moved away makes an enqueue fail, and not seem stored`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      PlantedEntry(EntryNames.pending(1), .hardLink(of: GuardedMailbox.secret)), .message(2, after: 1))
    let plan = FaultPlan()
    let mailbox = try guarded.bench.open(fileSystem: plan.fileSystem())
    plan.fail(.rename, name: "quarantine-", call: .rename, code: EACCES)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .rename, code: EACCES)) {
      try mailbox.enqueue(MailboxBench.Note("new"), id: MailboxBench.id(1))
    }
    guarded.expect("pending 1", "pending 2")
  }

  @Test(.clauses("CLM-9", "CLM-10"), arguments: [(ENOSPC, 1), (EROFS, 1), (EACCES, 8), (EIO, 8)])
  func `Maintenance ends as a claim does, and throws what it met first`(_ code: Int32, _ failures: Int) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant((1...12).map { PlantedEntry("pending-\($0)", .file([])) })
    let plan = FaultPlan()
    let mailbox = try guarded.bench.open(fileSystem: plan.fileSystem())
    plan.fail(.rename, call: .rename, code: code)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .rename, code: code)) { try mailbox.performMaintenance() }
    #expect(guarded.bench.diagnostics.take().count == failures)
    guarded.expect((1...12).map { "file pending-\($0)" })
  }
}
