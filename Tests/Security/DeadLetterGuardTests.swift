import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Dead letters and temporaries that are not what they seem.
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
    .clauses("DLQ-9", "QUA-3"),
    arguments: ["", "{", MailboxBench.body(2), #"{"format":2}"#, "\u{FEFF}" + MailboxBench.body(1)])
  func `A dead letter whose body is none is not restored, and stays`(_ content: String) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.file(EntryNames.deadLetter(1), content))
    let mailbox = try guarded.bench.open()
    let letter = try #require(try mailbox.deadLetters().first)
    #expect(throws: AppGroupMailboxError.decodingFailure) { try mailbox.restore(letter) }
    guarded.expect("deadletter rejected 1")
    #expect(try guarded.bench.content(EntryNames.deadLetter(1)) == content)
  }

  @Test(.clauses("LAY-20", "LAY-21", "QUA-8"))
  func `Sweeping follows no link and takes nothing that is young`() throws {
    let guarded = try GuardedMailbox()
    let old = 3601.0
    let stale = [
      PlantedEntry(EntryNames.id(1), .file([1]), age: old),
      PlantedEntry("link", .symbolicLink(to: "../" + GuardedMailbox.secret), age: old),
      PlantedEntry(
        "folder", .directory([.symbolicLink("out", to: "../../" + GuardedMailbox.folder), .file("inner", "x")]),
        age: old),
      PlantedEntry("future", .file([]), age: -old), PlantedEntry("pipe", .fifo, age: old),
    ]
    let young = [
      PlantedEntry("young", .file([2]), age: 3599), PlantedEntry("ahead", .file([]), age: -3599),
      PlantedEntry("young link", .symbolicLink(to: "../" + GuardedMailbox.folder), age: 0),
    ]
    try guarded.plant(PlantedEntry(".tmp", .directory(stale + young)))
    try guarded.plant(
      PlantedEntry(".dat.nosync1", .symbolicLink(to: GuardedMailbox.folder), age: old),
      PlantedEntry(".dat.nosync2", .directory([.symbolicLink("out", to: "../" + GuardedMailbox.folder)]), age: old),
      PlantedEntry(".dat.nosync3", .file([]), age: 3599), PlantedEntry(".dat.nosyn", .file([]), age: old))
    let before = TreeSnapshot(of: "\(guarded.bench.container)/outside")
    try guarded.bench.open().performMaintenance()
    #expect(guarded.bench.temporaries().sorted() == ["ahead", "young", "young link"])
    #expect(guarded.summary == DirectorySummary(["file .dat.nosync3", "file .dat.nosyn"]))
    #expect(TreeSnapshot(of: "\(guarded.bench.container)/outside").changes(since: before) == [])
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
