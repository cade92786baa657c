import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct DurabilityTests {
  typealias Primitive = FileSystemCall.Primitive

  let bench: MailboxBench
  let recorder = CallRecorder()

  init() throws {
    bench = try MailboxBench()
  }

  func synchronisations(_ calls: [FileSystemCall]) -> [Primitive] {
    calls.map(\.primitive).filter { [.synchronizeFile, .synchronizeDirectory, .link].contains($0) }
  }

  @Test(.clauses("DUR-1"))
  func `Under power loss the file is synchronised, then published, then the directories`() throws {
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem())
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    #expect(
      synchronisations(recorder.take())
        == [.synchronizeFile, .link, .synchronizeDirectory, .synchronizeDirectory, .synchronizeDirectory])
    // The two above the mailbox are durable by now.
    try mailbox.enqueue(.init("b"))
    #expect(synchronisations(recorder.take()) == [.synchronizeFile, .link, .synchronizeDirectory])
    try FileManager.default.removeItem(atPath: "\(bench.container)/AppGroupMailbox")
    try mailbox.enqueue(.init("c"))
    #expect(
      synchronisations(recorder.take()).suffix(4) == [
        .link, .synchronizeDirectory, .synchronizeDirectory, .synchronizeDirectory,
      ])
  }

  @Test(
    .clauses("DUR-2", "DUR-3"),
    arguments: [
      (MailboxDurability.ordered, [Primitive.synchronizeFile, .link]), (.processCrash, [.link]),
    ])
  func `Under less, less is synchronised`(durability: MailboxDurability, expected: [Primitive]) throws {
    let mailbox = try bench.open(durability: durability, fileSystem: recorder.fileSystem())
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    #expect(synchronisations(recorder.take()) == expected)
  }

  @Test(.clauses("DUR-2"))
  func `The strength is a barrier under ordered and full under power loss`() throws {
    for (durability, expected) in [(MailboxDurability.ordered, SyncStrength.barrier), (.powerLoss, .full)] {
      let strengths = StateLock<[SyncStrength]>([])
      let mailbox = try bench.open(
        durability: durability, fileSystem: StrengthFileSystem(base: POSIXFileSystem(), strengths: strengths))
      try mailbox.enqueue(.init("a"))
      #expect(strengths.withLock { $0 } == [expected])
    }
  }

  @Test(.clauses("DUR-4"))
  func `The default is power loss`() throws {
    let mailbox = try AppGroupMailbox<MailboxBench.Note>(
      containerPath: bench.container, namespace: bench.namespace,
      environment: MailboxEnvironment(fileSystem: recorder.fileSystem()))
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    #expect(synchronisations(recorder.take()).contains(.synchronizeDirectory))
  }

  @Test(.clauses("DUR-5", "DUR-6", "ERR-4"), arguments: [0, 1, 2])
  func `A directory that cannot be synchronised is told with the identifier, and repeating it synchronises`(
    good: Int
  ) throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem(over: plan.fileSystem()))
    plan.fail(.synchronizeDirectory, skip: good, times: 1, call: .synchronizeDirectory, code: ErrorNumber.inputOutput)
    let id = MailboxBench.id(1)
    #expect(throws: AppGroupMailboxError.notDurable(id: id)) { try mailbox.enqueue(.init("a"), id: id) }
    #expect(try bench.pending().map(\.id) == [id])
    _ = recorder.take()
    try mailbox.enqueue(.init("a"), id: id)
    let calls = synchronisations(recorder.take())
    #expect(calls.filter { $0 == .synchronizeFile }.count == 2, "the new temporary and the file that is there")
    #expect(calls.last == .synchronizeDirectory)
    #expect(try bench.pending().count == 1)
  }

  @Test(
    .clauses("DUR-6"),
    arguments: [
      (MailboxDurability.powerLoss, 2, 3), (.ordered, 2, 0), (.processCrash, 0, 0),
    ])
  func `A repeated identifier is as durable as its caller asks, pending or claimed`(
    durability: MailboxDurability, files: Int, directories: Int
  ) throws {
    let careless = try bench.open(durability: .processCrash)
    try careless.enqueue(.init("a"), id: MailboxBench.id(1))
    for _ in 0..<2 {
      let mailbox = try bench.open(durability: durability, fileSystem: recorder.fileSystem())
      _ = recorder.take()
      try mailbox.enqueue(.init("a"), id: MailboxBench.id(1))
      let calls = recorder.take().map(\.primitive)
      #expect(calls.count { $0 == .synchronizeFile } == files)
      #expect(calls.count { $0 == .synchronizeDirectory } == directories)
      _ = try careless.claimPending()
    }
  }

  @Test(.clauses("DUR-6", "ERR-1"), arguments: [Primitive.openFile, .synchronizeFile])
  func `A repeated identifier that cannot be synchronised is not durable`(primitive: Primitive) throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: plan.fileSystem())
    let id = MailboxBench.id(1)
    try mailbox.enqueue(.init("a"), id: id)
    plan.fail(
      primitive, skip: primitive == .synchronizeFile ? 1 : 0, call: .open, code: ErrorNumber.accessDenied)
    #expect(throws: AppGroupMailboxError.notDurable(id: id)) { try mailbox.enqueue(.init("a"), id: id) }
    #expect(try bench.pending().count == 1)
  }

  @Test(.clauses("DUR-7"))
  func `Claiming, releasing, extending, rejecting, expiring and removing synchronise nothing`() throws {
    let mailbox = try bench.open(
      limits: .init(messageLifetime: 100, claimTimeout: 10), durability: .powerLoss, fileSystem: recorder.fileSystem())
    try mailbox.enqueue(contentsOf: [.init("a"), .init("b"), .init("c")])
    _ = recorder.take()
    let claims = try mailbox.claimPending()
    try claims[0].extend()
    try claims[0].release()
    try claims[1].reject()
    try claims[2].acknowledge()
    try mailbox.remove(try mailbox.deadLetters()[0])
    _ = try mailbox.claimPending()
    bench.clock.move(by: 101)
    try mailbox.performMaintenance()
    #expect(try bench.names() == [])
    #expect(synchronisations(recorder.take()).isEmpty)
  }
}

private struct StrengthFileSystem: ForwardingFileSystem {
  let base: any FileSystem
  let strengths: StateLock<[SyncStrength]>

  func synchronizeFile(_ descriptor: RawDescriptor, _ strength: SyncStrength) throws(SystemError) {
    strengths.withLock { $0.append(strength) }
    try base.synchronizeFile(descriptor, strength)
  }
}
