import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Dead letters and folders of temporaries that are not what they seem, where no error is prescribed, or a call must fail first.
struct DeadLetterGuardTests {
  static let kinds: [PlantedEntry.Kind] = [
    .symbolicLink(to: GuardedMailbox.secret), .symbolicLink(to: "../neighbour/\(EntryNames.pending(77))"),
    .symbolicLink(to: EntryNames.deadLetter(1)), .hardLink(of: GuardedMailbox.secret), .socket,
    .directory([.message(3)]),
  ]

  @Test(.clauses("SEC-3", "DLQ-12", "LAY-1"), arguments: kinds)
  func `A dead letter that is exchanged after it was listed is neither restored nor followed`(_ kind: PlantedEntry.Kind)
    throws
  {
    let guarded = try GuardedMailbox()
    let name = EntryNames.deadLetter(1)
    try guarded.plant(.file(name, MailboxBench.body(1)))
    let mailbox = try guarded.bench.open()
    let letter = try #require(try mailbox.deadLetters().first)
    try FileManager.default.removeItem(atPath: "\(guarded.bench.directory)/\(name)")
    try guarded.plant(PlantedEntry(name, kind))
    #expect(throws: AppGroupMailboxError.self) { try mailbox.restore(letter) }
    #expect(try mailbox.deadLetters().allSatisfy { $0.message == nil })
    #expect(try guarded.bench.pending() == [])
    guarded.expectNeighboursUntouched()
  }

  @Test(
    .clauses("LAY-23", "LAY-3"), .enabled(if: ProcessPrivileges.isRoot, "only root can give a folder away"),
    arguments: [0o755, 0o700, 0o077, 0])
  func `Another user's folder of temporaries keeps nobody out, and is replaced when one is needed`(_ mode: Int) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(".tmp", .directory([.file("theirs", "x")]), mode: UInt32(mode)))
    try ProcessPrivileges.giveAway("\(guarded.bench.directory)/.tmp")
    let plan = FaultPlan()
    let mailbox = try guarded.bench.open(fileSystem: plan.fileSystem())
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(1))
    #expect(guarded.summary == DirectorySummary(["pending 1"]))
    plan.fail(.createUnnamedFile, call: .create, code: EOPNOTSUPP)
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    guarded.expect("pending 1", "pending 2", "quarantine type")
  }

  /// Where there are no unnamed files.
  @Test(
    .clauses("LAY-23", "SEC-3"),
    arguments: [
      PlantedEntry.Kind.symbolicLink(to: GuardedMailbox.folder), .symbolicLink(to: "."), .symbolicLink(to: "nowhere"),
      .fifo, .file([1]),
    ])
  func `A folder of temporaries that is needed and is none is made anew`(_ kind: PlantedEntry.Kind) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(".tmp", kind))
    let plan = FaultPlan()
    plan.fail(.createUnnamedFile, call: .create, code: EOPNOTSUPP)
    try guarded.bench.open(fileSystem: plan.fileSystem()).enqueue(MailboxBench.Note("x"), id: MailboxBench.id(1))
    guarded.expect("pending 1", "quarantine type")
    var isDirectory: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: "\(guarded.bench.directory)/.tmp", isDirectory: &isDirectory))
    #expect(isDirectory.boolValue)
    guarded.expectDiagnostics(.unsafeFileQuarantined)
  }
}
