import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct BatchTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  func notes(_ count: Int) -> [MailboxBench.Note] { (0..<count).map { .init("\($0)") } }

  @Test(.clauses("ENQ-12", "ENQ-16"), arguments: [1, 2, 16, 17, 60])
  func `A batch has one date, consecutive ordinals, one lock and one directory synchronisation`(count: Int) throws {
    let recorder = CallRecorder()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem())
    try mailbox.enqueue(.init("before"))
    _ = recorder.take()
    let ids = try mailbox.enqueue(contentsOf: notes(count))
    let calls = recorder.take().map(\.primitive)
    #expect(calls.count { $0 == .tryLock } == 1)
    #expect(calls.count { $0 == .synchronizeDirectory } == 1)
    #expect(calls.count { $0 == .synchronizeFile } == count)
    let names = Array(try bench.pending().dropFirst())
    #expect(names.map(\.id) == ids)
    #expect(Set(names.compactMap(\.details?.date)).count == 1)
    #expect(names.map(\.ordinal) == (0..<UInt64(count)).map { names[0].ordinal + $0 })
    #expect(try mailbox.claimPending().dropFirst().map(\.message) == notes(count))
    #expect(bench.temporaries().isEmpty)
  }

  @Test(.clauses("DUR-1", "ENQ-16"), arguments: [1, 2, 16, 17, 33, 60])
  func `A batch's files are written before the first of them is synchronised, sixteen at a time`(count: Int) throws {
    let recorder = CallRecorder()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem())
    _ = recorder.take()
    try mailbox.enqueue(contentsOf: notes(count))
    let calls = recorder.take().map(\.primitive).filter { [.write, .synchronizeFile, .tryLock].contains($0) }
    let groups = stride(from: 0, to: count, by: 16).flatMap { start in
      [FileSystemCall.Primitive.write, .synchronizeFile].flatMap { Array(repeating: $0, count: min(16, count - start)) }
    }
    // Behind the lock only the generation is written.
    #expect(Array(calls.prefix { $0 != .tryLock }) == groups)
  }

  @Test(.clauses("DUR-8", "ENQ-19"), arguments: [0, 1, 15, 16, 32])
  func `A file of a batch that cannot be synchronised leaves nothing behind`(good: Int) throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: plan.fileSystem())
    plan.fail(.synchronizeFile, skip: good, times: 1, call: .synchronizeFile, code: ErrorNumber.inputOutput)
    #expect(
      throws: AppGroupMailboxError.ioFailure(call: .synchronizeFile, code: ErrorNumber.inputOutput)
    ) { try mailbox.enqueue(contentsOf: notes(33)) }
    #expect(try bench.names() == [])
    #expect(bench.temporaries().isEmpty)
    try mailbox.enqueue(contentsOf: notes(33))
  }

  @Test(.clauses("ENQ-12", "LIM-4"))
  func `A batch that does not fit is refused as a whole`() throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 5))
    try mailbox.enqueue(contentsOf: notes(3))
    let before = try bench.names()
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(contentsOf: notes(3)) }
    #expect(try bench.names() == before)
    try mailbox.enqueue(contentsOf: notes(2))
  }

  @Test(.clauses("ENQ-15"), arguments: [MailboxOverflowPolicy.rejectNewest, .discardOldest])
  func `A batch larger than the mailbox is refused`(policy: MailboxOverflowPolicy) throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 2), policy: policy)
    #expect(throws: AppGroupMailboxError.batchTooLarge(actualCount: 3, maximumCount: 2)) {
      try mailbox.enqueue(contentsOf: notes(3))
    }
    #expect(try bench.names() == [])
    #expect(bench.temporaries().isEmpty)
  }

  @Test(.clauses("ENQ-13", "DIA-2"))
  func `Repeated identifiers in a batch are ignored and take no slot`() throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 3))
    try mailbox.enqueue(.init("there"), id: MailboxBench.id(1))
    let batch = [(1, "again"), (2, "new"), (2, "twice"), (3, "last")]
      .map { (id: MailboxBench.id($0.0), message: MailboxBench.Note($0.1)) }
    // Four messages are more than three, but the two that are new fit.
    #expect(throws: AppGroupMailboxError.batchTooLarge(actualCount: 4, maximumCount: 3)) {
      try mailbox.enqueue(contentsOf: batch)
    }
    let wide = try bench.open(limits: .init(maxMessages: 4))
    _ = bench.diagnostics.take()
    #expect(try wide.enqueue(contentsOf: batch) == batch.map(\.id))
    #expect(bench.diagnostics.take() == [.repeatedMessageIgnored, .repeatedMessageIgnored])
    #expect(try wide.claimPending().map(\.message.text) == ["there", "new", "last"])
  }

  @Test(.clauses("ENQ-14", "ERR-3"), arguments: [0, 1, 4])
  func `A batch that fails while it is published leaves nothing`(published: Int) throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    try mailbox.enqueue(.init("before"))
    let before = try bench.names()
    plan.fail(.link, skip: published, times: 1, call: .link, code: ErrorNumber.noSpace)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .link, code: ErrorNumber.noSpace)) {
      try mailbox.enqueue(contentsOf: notes(5))
    }
    #expect(try bench.names() == before)
    #expect(bench.temporaries().isEmpty)
  }

  @Test(.clauses("ENQ-14", "ENQ-19"))
  func `A batch of named temporaries that fails leaves none of them`() throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.rename, name: "pending-", skip: 10, times: 1, call: .rename, code: ErrorNumber.noSpace)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .rename, code: ErrorNumber.noSpace)) {
      try mailbox.enqueue(contentsOf: notes(20))
    }
    #expect(try bench.names() == [])
    #expect(bench.temporaries().isEmpty)
  }

  @Test(.clauses("ENQ-12", "CLM-9"), arguments: [10, 90])
  func `A batch and its claim hold few descriptors open, however many messages there are`(count: Int) throws {
    let recorder = CallRecorder()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem())
    let batch = notes(count).enumerated().map { (id: MailboxBench.id($0.offset), message: $0.element) }
    try mailbox.enqueue(contentsOf: batch)
    try mailbox.enqueue(contentsOf: batch)
    #expect(try mailbox.claimPending().count == count)
    var (open, most) = (0, 0)
    for call in recorder.calls {
      switch call.primitive {
      case .openContainer, .openDirectory, .openFile, .createFile, .createUnnamedFile: open += 1
      case .close: open -= 1
      default: break
      }
      most = max(most, open)
    }
    // Four of the mailbox, sixteen of a step, the folder of temporaries, and what opening tried in vain.
    #expect(most <= 25)
  }

  @Test(.clauses("ENQ-17"))
  func `An empty batch succeeds and changes nothing`() throws {
    let recorder = CallRecorder()
    let mailbox = try bench.open(fileSystem: recorder.fileSystem())
    _ = recorder.take()
    #expect(try mailbox.enqueue(contentsOf: [MailboxBench.Note]()).isEmpty)
    #expect(recorder.take().isEmpty)
  }
}
