import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Acknowledge, release, extend.
struct SettlingClaimsTests {
  typealias Claim = MailboxClaim<MailboxBench.Note>

  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  enum Step: CaseIterable {
    case acknowledge, release, extend, reject

    func take(_ claim: Claim) throws {
      switch self {
      case .acknowledge: try claim.acknowledge()
      case .release: try claim.release()
      case .extend: try claim.extend()
      case .reject: try claim.reject()
      }
    }
  }

  @Test(
    .clauses("ACK-2", "REL-3", "LSE-3"), arguments: [Step.acknowledge, .release, .reject], Step.allCases)
  func `A claim that has ended is nobody's to settle`(ending: Step, late: Step) throws {
    try bench.plantMessage(1)
    let claim = try #require(try bench.open().claimPending().first)
    try ending.take(claim)
    let before = try bench.names()
    #expect(throws: AppGroupMailboxError.claimNoLongerExists) { try late.take(claim) }
    #expect(try bench.names() == before)
  }

  @Test(.clauses("ACK-2", "REL-3", "LSE-4"), arguments: Step.allCases)
  func `A claim that was recovered and given to another is fenced off`(late: Step) throws {
    try bench.plantMessage(1)
    let mailbox = try bench.open(limits: .init(claimTimeout: 60))
    let first = try #require(try mailbox.claimPending().first)
    bench.clock.move(by: 61)
    let second = try #require(try mailbox.claimPending().first)
    let before = try bench.names()
    #expect(throws: AppGroupMailboxError.claimNoLongerExists) { try late.take(first) }
    #expect(try bench.names() == before)
    #expect(second.attempts == 1)
    try second.acknowledge()
    #expect(try bench.names() == [])
  }

  @Test(.clauses("ACK-3", "DUR-7"))
  func `Acknowledging is one removal: no synchronisation, nothing written but the generation`() throws {
    try bench.plantMessage(1)
    let recorder = CallRecorder()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem())
    let claim = try #require(try mailbox.claimPending().first)
    #expect(!recorder.take().map(\.primitive).contains { $0 == .synchronizeFile || $0 == .synchronizeDirectory })
    try claim.acknowledge()
    let looking: Set<FileSystemCall.Primitive> = [.tryLock, .unlock, .statusOfPath, .statusOfName, .status, .read]
    #expect(recorder.take().map(\.primitive).filter { !looking.contains($0) } == [.write, .remove])
  }

  @Test(.clauses("REL-1", "REL-2", "WKE-1"), arguments: [0, 4])
  func `Release restores name, place and attempts, and wakes`(attempts: Int) throws {
    let name = try bench.plantMessage(1, ordinal: 1, attempts: attempts).fileName.text
    try bench.plantMessage(2, ordinal: 2)
    let mailbox = try bench.open()
    let claim = try #require(try mailbox.claimPending(limit: 1).first)
    #expect(!bench.doorbell.takeRing())
    try claim.release()
    #expect(bench.doorbell.takeRing())
    #expect(try bench.names("pending-").contains(name))
    #expect(try mailbox.claimPending(limit: 1).map(\.id) == [MailboxBench.id(1)])
  }

  @Test(.clauses("REL-4", "DLQ-5"))
  func `Release replaces nothing: a taken name makes the message a dead letter`() throws {
    let name = try bench.plantMessage(1).fileName.text
    let claim = try #require(try bench.open().claimPending().first)
    let planted = MailboxBench.body(1, message: #"{"text":"planted"}"#)
    try bench.plant(name, planted)
    try claim.release()
    #expect(try bench.content(name) == planted)
    #expect(try bench.deadLetters() == [DeadLetterName(reason: .duplicate, message: MailboxBench.name(1))])
    #expect(bench.diagnostics.take() == [.messageDeadLettered(.duplicate)])
    #expect(!bench.doorbell.takeRing())
  }

  @Test(.clauses("REL-4", "DLQ-7"))
  func `Without room among the dead letters such a claim stays`() throws {
    let name = try bench.plantMessage(1).fileName.text
    let claim = try #require(try bench.open(limits: .init(maxDeadLetters: 0)).claimPending().first)
    try bench.plant(name, "planted")
    #expect(throws: AppGroupMailboxError.deadLettersFull) { try claim.release() }
    #expect(try bench.claimed().count == 1)
    #expect(try bench.content(name) == "planted")
  }

  @Test(.clauses("LSE-1", "LSE-2", "REC-2"))
  func `An extended claim is not abandoned`() throws {
    try bench.plantMessage(1)
    let mailbox = try bench.open(limits: .init(claimTimeout: 60))
    let claim = try #require(try mailbox.claimPending().first)
    for _ in 0..<5 {
      bench.clock.move(by: 50)
      try claim.extend()
      #expect(try mailbox.claimPending().isEmpty)
    }
    try claim.acknowledge()
  }

  @Test(.clauses("LSE-3", "CLM-15"))
  func `Extending does not touch what stands in the claim's place`() throws {
    try bench.plantMessage(1)
    let claim = try #require(try bench.open().claimPending().first)
    let claimed = "\(bench.directory)/\(try #require(try bench.names("claimed-").first))"
    let outside = "\(bench.container)/outside"
    try FileManager.default.moveItem(atPath: claimed, toPath: outside)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: outside)
    try FileManager.default.linkItem(atPath: outside, toPath: claimed)
    #expect(throws: AppGroupMailboxError.claimNoLongerExists) { try claim.extend() }
    let attributes = try FileManager.default.attributesOfItem(atPath: outside)
    #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 0))
  }

  @Test(.clauses("LSE-3", "SEC-3"))
  func `A claim whose place a link has taken is not there any more`() throws {
    try bench.plantMessage(1)
    let claim = try #require(try bench.open().claimPending().first)
    let claimed = "\(bench.directory)/\(try #require(try bench.names("claimed-").first))"
    try FileManager.default.removeItem(atPath: claimed)
    try FileManager.default.createSymbolicLink(atPath: claimed, withDestinationPath: "\(bench.container)/outside")
    #expect(throws: AppGroupMailboxError.claimNoLongerExists) { try claim.extend() }
  }

  @Test(.clauses("ACK-4", "REL-5", "LSE-5"), arguments: [Step.acknowledge, .release, .extend])
  func `Settling a claim goes on without the lock`(step: Step) throws {
    try bench.plantMessage(1)
    let plan = FaultPlan()
    let held = HeldLock()
    let mailbox = try bench.open(fileSystem: held.fileSystem(over: plan.fileSystem()))
    let claim = try #require(try mailbox.claimPending().first)
    held.isHeld = true
    let started = bench.clock.monotonicNanoseconds
    try step.take(claim)
    #expect(bench.clock.monotonicNanoseconds - started <= 1_100_000_000)
    #expect(try bench.claimed().count == (step == .extend ? 1 : 0))
    #expect(try bench.pending().count == (step == .release ? 1 : 0))
  }

  @Test(.clauses("ERR-3", "ERR-1"), arguments: [Step.acknowledge, .release, .extend, .reject])
  func `A failing call leaves the claim held, and settling can be tried again`(step: Step) throws {
    try bench.plantMessage(1)
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let claim = try #require(try mailbox.claimPending().first)
    let before = try bench.names()
    for primitive in [FileSystemCall.Primitive.remove, .rename, .setModificationTime] {
      plan.fail(primitive, times: 1, call: .access, code: ErrorNumber.inputOutput)
    }
    #expect(throws: AppGroupMailboxError.ioFailure(call: .access, code: ErrorNumber.inputOutput)) {
      try step.take(claim)
    }
    #expect(try bench.names() == before)
    plan.clear()
    try step.take(claim)
  }
}
