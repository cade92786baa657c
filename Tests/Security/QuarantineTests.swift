import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// The bounds of the quarantine.
struct QuarantineTests {
  /// Names of quarantined files in the order in which they go: by milliseconds as numbers, then by name.
  static let ordered = [
    EntryNames.quarantine(9, milliseconds: "0"),
    EntryNames.quarantine(1, milliseconds: "00000000000000000002"),
    EntryNames.quarantine(8, milliseconds: "2"),
    EntryNames.quarantine(7, milliseconds: "10"),
    EntryNames.quarantine(6, milliseconds: "18446744073709551614"),
    EntryNames.quarantine(4, milliseconds: "18446744073709551615", reason: nil),
    EntryNames.quarantine(5, milliseconds: "18446744073709551615"),
  ]

  private func quarantined(_ guarded: GuardedMailbox) throws -> Set<String> {
    Set(try guarded.bench.names("quarantine-"))
  }

  @Test(.clauses("QUA-5"), arguments: 1...7)
  func `When one is added, those of the lowest milliseconds and then names go`(_ limit: Int) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(Self.ordered.shuffled().map { .file($0, "old") })
    try guarded.plant(.file("pending-x", "new"))
    try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: limit)).performMaintenance()
    // The clock's milliseconds come between 10 and the two highest numbers there are.
    let all = Self.ordered.prefix(4) + ["new"] + Self.ordered.suffix(3)
    let kept = try quarantined(guarded)
    #expect(kept.count == limit)
    for name in all.suffix(limit) where name != "new" { #expect(kept.contains(name)) }
    #expect(kept.subtracting(Self.ordered).count == (limit > 3 ? 1 : 0))
    guarded.expectNeighboursUntouched()
  }

  @Test(.clauses("QUA-5", "QUA-6"), arguments: [0, 1, 20])
  func `However many are added at once, at most so many are there`(_ limit: Int) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      (1...100).map { PlantedEntry("pending-\($0)", $0.isMultiple(of: 2) ? .fifo : .directory([.fifo("pipe")])) })
    try guarded.plant(.message(1))
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: limit))
    #expect(try mailbox.claimPending().count == 1)
    guarded.expect(["claimed 1 attempts 1"] + Array(repeating: "quarantine name", count: limit))
    #expect(guarded.bench.diagnostics.take() == Array(repeating: .malformedMessageQuarantined, count: 100))
  }

  @Test(.clauses("QUA-5"))
  func `After each addition there are at most so many, not only at the end`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant((1...10).map { .file("pending-\($0)", "") })
    let plan = FaultPlan()
    let most = StateLock<Int>(0)
    let directory = guarded.bench.directory
    plan.add(
      FaultPlan.Fault(matches: { $0.primitive == .rename }, skip: 0, times: .max) { _ throws(SystemError) in
        let count = EntryListing.names(in: directory).count { $0.starts(with: "quarantine-".utf8) }
        most.withLock { $0 = max($0, count) }
      })
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: 3), fileSystem: plan.fileSystem())
    try mailbox.performMaintenance()
    #expect(most.withLock { $0 } == 3)
  }

  @Test(.clauses("QUA-7"), arguments: [0, 1, 6])
  func `When nothing is added, nothing goes`(_ limit: Int) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(Self.ordered.map { .file($0, "old") })
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: limit))
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(1))
    for claim in try mailbox.claimPending() { try claim.acknowledge() }
    try mailbox.performMaintenance()
    #expect(try quarantined(guarded) == Set(Self.ordered))
  }

  @Test(.clauses("QUA-8", "LAY-1"), arguments: [0, 1])
  func `A directory with links to the outside is removed, and nothing behind the links`(_ limit: Int) throws {
    let guarded = try GuardedMailbox()
    let inner = PlantedEntry(
      "inner",
      .directory([
        .symbolicLink("up", to: ".."), .symbolicLink("file", to: "../../" + GuardedMailbox.secret),
        .symbolicLink("folder", to: "../../" + GuardedMailbox.folder), .symbolicLink("loop", to: "loop"),
        .symbolicLink("absolute", to: "\(guarded.bench.container)/outside"), .message(3), .fifo("pipe"),
        PlantedEntry("socket", .socket), PlantedEntry([0xFF, 0x0A], .file([1])),
      ]))
    let hardLink = PlantedEntry("other", .hardLink(of: "../" + GuardedMailbox.secret))
    let link = PlantedEntry.symbolicLink("folder", to: "../" + GuardedMailbox.folder)
    try guarded.plant(
      PlantedEntry(EntryNames.quarantine(1, milliseconds: "0"), .directory([inner, hardLink, link])),
      .symbolicLink(EntryNames.quarantine(2, milliseconds: "0"), to: GuardedMailbox.folder),
      .file("pending-x", ""))
    try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: limit)).performMaintenance()
    guarded.expect(limit == 0 ? [] : ["quarantine name"])
  }

  /// Its owner may open it: the bound holds for what root is not needed for.
  @Test(.clauses("QUA-5", "QUA-6"), arguments: [0, 2])
  func `Directories that are closed even to their owner do not get past the bound`(_ limit: Int) async throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      (1...5).map {
        PlantedEntry("pending-\($0)", .directory([.file("inner", "")]), mode: $0.isMultiple(of: 2) ? 0 : 0o500)
      })
    if ProcessPrivileges.isRoot { try ProcessPrivileges.giveAwayTree(guarded.bench.container) }
    await #expect(processExitsWith: .success) { [container = guarded.bench.container as String, limit = limit as Int] in
      ProcessPrivileges.drop()
      ChildOutcome.write(into: container) {
        try AppGroupMailbox<String>(
          containerURL: URL(fileURLWithPath: container), namespace: "bench",
          limits: MailboxLimits(maxQuarantinedFiles: limit)
        ).performMaintenance()
      }
    }
    #expect(ChildOutcome.read(from: guarded.bench.container) == "done")
    #expect(guarded.summary == DirectorySummary(Array(repeating: "quarantine name", count: limit)))
    // For whoever removes the scratch folder.
    for name in try guarded.bench.names() { chmod("\(guarded.bench.directory)/\(name)", 0o700) }
  }

  @Test(.clauses("QUA-8", "CLM-7"))
  func `A directory that is nested without end or very full may stay and holds nothing up`() throws {
    let guarded = try GuardedMailbox()
    let deep = (1...200).reduce(PlantedEntry("d", .directory([]))) { inner, _ in PlantedEntry("d", .directory([inner]))
    }
    let full = PlantedEntry(
      "f", .directory([.file("0", "")] + (1...4200).map { PlantedEntry("\($0)", .hardLink(of: "0")) }))
    try guarded.plant(deep.named("pending-deep"), full.named("pending-full"), .message(1))
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: 0))
    #expect(try mailbox.claimPending().count == 1)
    #expect(guarded.summary.lines.first == "claimed 1 attempts 1")
    #expect(guarded.summary.lines.dropFirst().allSatisfy { $0 == "quarantine name" })
    guarded.expectNeighboursUntouched()
  }
}
