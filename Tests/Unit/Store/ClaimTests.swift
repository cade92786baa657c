import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct ClaimTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(
    .clauses("CLM-2", "CLM-3"),
    arguments: [(nil, 40), (0, 0), (1, 1), (39, 39), (40, 40), (41, 40), (.max, 40)] as [(Int?, Int)])
  func `A claim takes the first so many, across several holds of the lock`(limit: Int?, expected: Int) throws {
    for number in 0..<40 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let claims = try bench.open().claimPending(limit: limit)
    #expect(claims.map(\.id) == (0..<expected).map(MailboxBench.id))
    #expect(try bench.claimed().count == expected)
  }

  @Test(.clauses("CLM-3"))
  func `A negative limit is refused`() throws {
    try bench.plantMessage(1)
    let mailbox = try bench.open()
    #expect(throws: AppGroupMailboxError.invalidLimit("claim limit")) { try mailbox.claimPending(limit: -1) }
    #expect(try bench.claimed().isEmpty)
  }

  @Test(.clauses("CLM-1", "CLM-5", "LSE-4"))
  func `A claim renames to a fresh token and raises the attempts behind it`() throws {
    try bench.plantMessage(1, attempts: 2)
    let mailbox = try bench.open()
    let first = try #require(try mailbox.claimPending().first)
    let name = try #require(try bench.claimed().first)
    #expect(name.returning == MailboxBench.name(1, attempts: 3))
    #expect(first.attempts == 2)
    try first.release()
    _ = try mailbox.claimPending()
    #expect(try #require(try bench.claimed().first).token != name.token)
  }

  @Test(.clauses("CLM-6", "LSE-1"))
  func `The stamp is the clock's time, and set before the rename`() throws {
    let name = try bench.plantMessage(1).fileName.text
    try bench.age(name, by: 100_000)
    let recorder = CallRecorder()
    let mailbox = try bench.open(fileSystem: recorder.fileSystem())
    _ = recorder.take()
    _ = try mailbox.claimPending()
    let calls = recorder.take().map(\.primitive)
    #expect(try #require(calls.firstIndex(of: .setModificationTime)) < #require(calls.firstIndex(of: .rename)))
    let claimed = try #require(try bench.names("claimed-").first)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(bench.directory)/\(claimed)")
    let stamp = try #require(attributes[.modificationDate] as? Date)
    #expect(abs(stamp.timeIntervalSince(bench.clock.now)) < 0.001)
  }

  @Test(.clauses("CLM-14"), arguments: [1, 5, 30])
  func `A claim of some reads the bodies of those and no others`(count: Int) throws {
    for number in 0..<50 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let recorder = CallRecorder()
    let mailbox = try bench.open(fileSystem: recorder.fileSystem())
    _ = recorder.take()
    #expect(try mailbox.claimPending(limit: count).count == count)
    #expect(recorder.take().count { $0.primitive == .openFile && $0.concernsMessage } == count)
  }

  @Test(
    .clauses("CLM-7", "CLM-8", "CLM-11"),
    arguments: [
      (FileSystemCall.Primitive.openFile, ErrorNumber.accessDenied), (.openFile, ErrorNumber.notPermitted),
      (.openFile, ErrorNumber.inputOutput), (.rename, ErrorNumber.accessDenied), (.rename, ErrorNumber.inputOutput),
    ])
  func `A file that cannot be claimed just now stays as it was, and the next is delivered`(
    primitive: FileSystemCall.Primitive, code: Int32
  ) throws {
    let bad = try bench.plantMessage(1, ordinal: 1).fileName.text
    try bench.plantMessage(2, ordinal: 2)
    let plan = FaultPlan()
    let call: MailboxSystemCall = primitive == .rename ? .rename : .open
    plan.fail(primitive, name: bad, call: call, code: code)
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let claims = try mailbox.claimPending()
    #expect(claims.map(\.id) == [MailboxBench.id(2)])
    #expect(try bench.names("pending-") == [bad])
    #expect(bench.diagnostics.take() == [.fileSkipped(call: call, code: code)])
    #expect(throws: AppGroupMailboxError.ioFailure(call: call, code: code)) { try mailbox.claimPending() }
    plan.clear()
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(1)])
  }

  @Test(
    .clauses("CLM-8", "CLM-13", "WKE-2"), arguments: [FileSystemCall.Primitive.read, .setModificationTime, .status])
  func `A file that cannot be read is put back with its attempts, without a wake-up`(
    primitive: FileSystemCall.Primitive
  ) throws {
    let name = try bench.plantMessage(1, attempts: 3).fileName.text
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    // The generation is read under the lock first.
    plan.fail(primitive, skip: primitive == .read ? 1 : 0, call: .read, code: ErrorNumber.inputOutput)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .read, code: ErrorNumber.inputOutput)) {
      try mailbox.claimPending()
    }
    #expect(try bench.names() == [name])
    #expect(!bench.doorbell.takeRing())
  }

  @Test(
    .clauses("CLM-9", "CLM-11"),
    arguments: [
      ErrorNumber.tooManyOpen, ErrorNumber.tooManyOpenInSystem, ErrorNumber.noMemory, ErrorNumber.noSpace,
      ErrorNumber.quotaExceeded, ErrorNumber.readOnlyVolume,
    ])
  func `A failure of process or volume ends the claim at once, and what was claimed is returned`(code: Int32) throws {
    for number in 0..<30 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let plan = FaultPlan()
    let recorder = CallRecorder()
    let mailbox = try bench.open(fileSystem: recorder.fileSystem(over: plan.fileSystem()))
    _ = recorder.take()
    plan.fail(.openFile, name: "pending-", call: .open, code: code)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .open, code: code)) { try mailbox.claimPending() }
    #expect(recorder.take().count { $0.primitive == .openFile && $0.concernsMessage } == 1)
    plan.clear()
    plan.fail(.openFile, name: "pending-", skip: 20, call: .open, code: code)
    #expect(try mailbox.claimPending().map(\.id) == (0..<20).map(MailboxBench.id))
    #expect(try bench.pending().count == 10)
  }

  @Test(.clauses("CLM-10"))
  func `Eight failures in a row end a claim, and a success in between starts the count again`() throws {
    for number in 0..<40 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let plan = FaultPlan()
    for number in 0..<40 where number % 8 != 7 {
      plan.fail(
        .openFile, name: MailboxBench.name(number, ordinal: UInt64(number)).fileName.text, call: .open,
        code: ErrorNumber.accessDenied)
    }
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    #expect(try mailbox.claimPending().map(\.id) == [7, 15, 23, 31, 39].map(MailboxBench.id))
    _ = bench.diagnostics.take()
    #expect(throws: AppGroupMailboxError.self) { try mailbox.claimPending() }
    #expect(bench.diagnostics.take().count == 8)
  }

  @Test(.clauses("CLM-12", "LAY-13", "CLM-13"))
  func `A later format is put back, skipped by this instance, and left for another`() throws {
    let body = #"{"format":2,"id":"\#(MailboxBench.id(1).uuidString)","what":"ever"}"#
    let name = try bench.plantMessage(1, ordinal: 1, attempts: 2, body: body).fileName.text
    try bench.plantMessage(2, ordinal: 2)
    let recorder = CallRecorder()
    let mailbox = try bench.open(fileSystem: recorder.fileSystem())
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)])
    #expect(try bench.names("pending-") == [name])
    #expect(bench.diagnostics.take() == [.newerFormatSkipped])
    _ = recorder.take()
    #expect(try mailbox.claimPending().isEmpty)
    #expect(bench.diagnostics.take() == [])
    #expect(!recorder.take().contains { $0.primitive == .openFile && $0.concernsMessage })
    #expect(try bench.content(name) == body)
    #expect(!bench.doorbell.takeRing())
  }

  @Test(.clauses("CLM-2"))
  func `A claim of everything takes what was there when it began`() throws {
    for number in 0..<20 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let bench = bench
    plan.before(.tryLock, skip: 1) { _ in _ = try? bench.plantMessage(99, date: 0) }
    #expect(try mailbox.claimPending().count == 20)
    #expect(try bench.pending().count == 1)
  }

  @Test(.clauses("CLM-7"))
  func `A message that is gone when its turn comes is no failure`() throws {
    let first = try bench.plantMessage(1, ordinal: 1).fileName.text
    try bench.plantMessage(2, ordinal: 2)
    let plan = FaultPlan()
    let path = "\(bench.directory)/\(first)"
    plan.before(.openFile, name: first) { _ in try? FileManager.default.removeItem(atPath: path) }
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)])
    #expect(bench.diagnostics.take() == [])
  }

  @Test(.clauses("CLM-11", "LCK-2"))
  func `What was claimed is returned when the lock cannot be had for the rest`() throws {
    for number in 0..<20 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.tryLock, skip: 1, call: .lock, code: ErrorNumber.inputOutput)
    #expect(try mailbox.claimPending().count == ClaimStep.largest)
  }
}
