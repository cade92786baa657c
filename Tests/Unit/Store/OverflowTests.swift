import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct OverflowTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  func open(
    _ maxMessages: Int = 3, fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> AppGroupMailbox<MailboxBench.Note> {
    try bench.open(limits: .init(maxMessages: maxMessages), policy: .discardOldest, fileSystem: fileSystem)
  }

  @Test(.clauses("OVF-1", "DIA-1"))
  func `The oldest makes room`() throws {
    let mailbox = try open()
    for text in ["a", "b", "c", "d", "e"] { try mailbox.enqueue(.init(text)) }
    #expect(bench.diagnostics.take() == [.oldestMessageDiscarded, .oldestMessageDiscarded])
    #expect(try mailbox.claimPending().map(\.message.text) == ["c", "d", "e"])
  }

  @Test(.clauses("OVF-4", "OVF-1"))
  func `What was just enqueued is not evicted, however old its date`() throws {
    let mailbox = try open()
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    try mailbox.enqueue(.init("import"), id: UUID(), enqueuedAt: bench.clock.now.addingTimeInterval(-1000))
    #expect(try mailbox.claimPending().map(\.message.text) == ["import", "b", "c"])
  }

  @Test(.clauses("OVF-1", "ENQ-12"))
  func `A batch evicts as many as it needs`() throws {
    let mailbox = try open()
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    try mailbox.enqueue(contentsOf: [.init("d"), .init("e")])
    #expect(try mailbox.claimPending().map(\.message.text) == ["c", "d", "e"])
  }

  @Test(.clauses("OVF-3"))
  func `Claimed messages are never evicted`() throws {
    let mailbox = try open()
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    let claims = try mailbox.claimPending(limit: 2)
    try mailbox.enqueue(.init("d"))
    #expect(try bench.claimed().count == 2)
    _ = try mailbox.claimPending()
    let before = try bench.names()
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(.init("e")) }
    #expect(try bench.names() == before)
    try claims[0].acknowledge()
    try mailbox.enqueue(.init("f"))
  }

  @Test(
    .clauses("OVF-2", "DUR-8"),
    arguments: [
      FileSystemCall.Primitive.write, .synchronizeFile, .link, .createUnnamedFile,
    ])
  func `When the new message cannot be stored, no old one is gone`(primitive: FileSystemCall.Primitive) throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(
      limits: .init(maxMessages: 2), policy: .discardOldest, durability: .powerLoss, fileSystem: plan.fileSystem())
    try mailbox.enqueue(contentsOf: [.init("a"), .init("b")])
    let before = try bench.names()
    plan.fail(primitive, times: 1, call: .write, code: ErrorNumber.noSpace)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .write, code: ErrorNumber.noSpace)) {
      try mailbox.enqueue(.init("c"))
    }
    #expect(try bench.names() == before)
  }

  @Test(.clauses("OVF-2"))
  func `The new message is there before the old one goes`() throws {
    let recorder = CallRecorder()
    let mailbox = try open(1, fileSystem: recorder.fileSystem())
    try mailbox.enqueue(.init("a"))
    _ = recorder.take()
    try mailbox.enqueue(.init("b"))
    let calls = recorder.take().map(\.primitive)
    #expect(try #require(calls.firstIndex(of: .link)) < #require(calls.firstIndex(of: .remove)))
  }

  @Test(.clauses("OVF-6", "ERR-4", "DIA-2"))
  func `An eviction that fails is told and not thrown, and made up for by the next enqueue`() throws {
    let plan = FaultPlan()
    let mailbox = try open(fileSystem: plan.fileSystem())
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    plan.fail(.remove, times: 1, call: .remove, code: ErrorNumber.inputOutput)
    try mailbox.enqueue(.init("d"))
    #expect(bench.diagnostics.take() == [.cleanupFailed(call: .remove, code: ErrorNumber.inputOutput)])
    #expect(try mailbox.statistics().pending == 4)
    try mailbox.enqueue(.init("e"))
    #expect(bench.diagnostics.take() == [.oldestMessageDiscarded, .oldestMessageDiscarded])
    #expect(try mailbox.claimPending().map(\.message.text) == ["c", "d", "e"])
  }

  @Test(.clauses("OVF-5"))
  func `A depth above the bound is trimmed by the next enqueue, and by nothing else`() throws {
    for number in 0..<6 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let mailbox = try open()
    try mailbox.performMaintenance()
    try mailbox.claimPending(limit: 1)[0].release()
    _ = try mailbox.statistics()
    #expect(try bench.pending().count == 6)
    bench.clock.move(by: 1)
    try mailbox.enqueue(.init("new"))
    #expect(try mailbox.claimPending().map(\.message.text) == ["x", "x", "new"])
  }
}
