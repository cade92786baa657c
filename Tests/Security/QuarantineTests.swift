import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// The quarantine while it is filled and emptied, and directories that no fixture can hold.
struct QuarantineTests {
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

  @Test(.clauses("QUA-8", "LAY-1"))
  func `A directory with a second name of a file outside is removed, and the file is as it was`() throws {
    let guarded = try GuardedMailbox()
    let inner = PlantedEntry("other", .hardLink(of: "../" + GuardedMailbox.secret))
    try guarded.plant(PlantedEntry("pending-x", .directory([inner])))
    try guarded.bench.open(limits: MailboxLimits(maxQuarantinedFiles: 0)).performMaintenance()
    guarded.expect()
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
