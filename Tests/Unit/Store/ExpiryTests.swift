import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct ExpiryTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("EXP-1", "DIA-1", "EXP-3"))
  func `Old messages are removed and not delivered, later ones are`() throws {
    try bench.plantMessage(1, date: MailboxBench.start - 86_401)
    try bench.plantMessage(2, date: MailboxBench.start - 86_399)
    try bench.plantMessage(3, date: MailboxBench.start + 1e9)
    let claims = try bench.open().claimPending()
    #expect(claims.map(\.id) == [2, 3].map(MailboxBench.id))
    #expect(bench.diagnostics.take() == [.expiredMessageRemoved])
    #expect(try bench.names().count == 2)
  }

  @Test(.clauses("EXP-1", "LIM-4"))
  func `An enqueue into a mailbox full of expired messages finds room`() throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 3, messageLifetime: 10))
    try mailbox.enqueue(contentsOf: [.init("a"), .init("b"), .init("c")])
    bench.clock.move(by: 11)
    try mailbox.enqueue(.init("d"))
    #expect(try mailbox.claimPending().map(\.message.text) == ["d"])
  }

  @Test(.clauses("EXP-1", "ENQ-3"))
  func `An imported message that is too old is taken, and expires at the next operation`() throws {
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("old"), id: MailboxBench.id(1), enqueuedAt: Date(timeIntervalSinceReferenceDate: 0))
    #expect(try bench.pending().count == 1)
    #expect(try mailbox.claimPending().isEmpty)
    #expect(try bench.names() == [])
  }

  @Test(.clauses("EXP-5", "DLQ-8"))
  func `Dead letters stay, however old they are`() throws {
    let name = DeadLetterName(reason: .rejected, message: MailboxBench.name(1, date: 0)).fileName.text
    try bench.plant(name, MailboxBench.body(1, date: 0))
    let mailbox = try bench.open()
    try mailbox.performMaintenance()
    #expect(try bench.names() == [name])
  }

  @Test(.clauses("EXP-1", "CLM-8"))
  func `An expired message that cannot be removed is not delivered, and does not keep others from it`() throws {
    let old = try bench.plantMessage(1, date: 0).fileName.text
    try bench.plantMessage(2)
    let plan = FaultPlan()
    plan.fail(.remove, call: .remove, code: ErrorNumber.notPermitted)
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)])
    #expect(try bench.names("pending-") == [old])
    #expect(bench.diagnostics.take() == [.fileSkipped(call: .remove, code: ErrorNumber.notPermitted)])
  }

  @Test(.clauses("EXP-1"))
  func `Infinite lifetimes and timeouts are permitted`() throws {
    try bench.plantMessage(1, date: -1e9)
    let mailbox = try bench.open(limits: .init(messageLifetime: .infinity, claimTimeout: .infinity))
    #expect(try mailbox.claimPending().count == 1)
    bench.clock.move(by: 1e9)
    try mailbox.performMaintenance()
    #expect(try bench.claimed().count == 1)
  }
}
