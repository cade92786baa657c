import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct RecoveryTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  func plantClaim(_ number: Int, age: Double, attempts: Int = 1) throws -> String {
    let name = ClaimedName(token: UUID(), returning: MailboxBench.name(number, attempts: attempts)).fileName.text
    try bench.plant(name, MailboxBench.body(number))
    try bench.age(name, by: age)
    return name
  }

  @Test(.clauses("REC-1", "REC-5", "WKE-1"))
  func `An abandoned claim returns under the name behind its token, with the attempt counted`() throws {
    _ = try plantClaim(1, age: 601, attempts: 3)
    let mailbox = try bench.open()
    try mailbox.performMaintenance()
    #expect(try bench.names() == [MailboxBench.name(1, attempts: 3).fileName.text])
    #expect(bench.diagnostics.take() == [.abandonedClaimRecovered])
    #expect(bench.doorbell.takeRing())
  }

  @Test(.clauses("REC-2", "REC-3"), arguments: [(599.0, false), (-599, false), (-601, true), (1e9, true)])
  func `The stamp decides, in either direction`(age: Double, isAbandoned: Bool) throws {
    let name = try plantClaim(1, age: age)
    try bench.open().performMaintenance()
    #expect(try bench.names("claimed-") == (isAbandoned ? [] : [name]))
  }

  @Test(.clauses("REC-4"))
  func `A claim that is renewed just before its recovery is left`() throws {
    let name = try plantClaim(1, age: 601)
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let bench = bench
    plan.before(.statusOfName, name: name) { _ in try? bench.age(name, by: 0) }
    try mailbox.performMaintenance()
    #expect(try bench.names() == [name])
  }

  @Test(.clauses("REC-6"))
  func `Recovery replaces nothing`() throws {
    _ = try plantClaim(1, age: 601)
    let taken = MailboxBench.name(1, attempts: 1).fileName.text
    try bench.plant(taken, MailboxBench.body(1, message: #"{"text":"first"}"#))
    let claims = try bench.open().claimPending()
    #expect(claims.map(\.message.text) == ["first"])
    #expect(try bench.deadLetters() == [DeadLetterName(reason: .duplicate, message: MailboxBench.name(1, attempts: 1))])
  }

  @Test(.clauses("REC-1", "EXP-1", "EXP-2"))
  func `A held message does not expire, and one that is recovered too old does`() throws {
    let mailbox = try bench.open(limits: .init(messageLifetime: 100, claimTimeout: 60))
    try mailbox.enqueue(.init("a"))
    let claim = try #require(try mailbox.claimPending().first)
    for _ in 0..<4 {
      bench.clock.move(by: 50)
      try claim.extend()
      try mailbox.performMaintenance()
    }
    #expect(try bench.claimed().count == 1)
    bench.clock.move(by: 61)
    try mailbox.performMaintenance()
    #expect(try bench.names() == [])
    #expect(bench.diagnostics.take() == [.abandonedClaimRecovered, .expiredMessageRemoved])
  }

  @Test(.clauses("REC-1", "CLM-8"))
  func `A claim that cannot be recovered just now is recovered later`() throws {
    let name = try plantClaim(1, age: 601)
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.rename, call: .rename, code: ErrorNumber.accessDenied)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .rename, code: ErrorNumber.accessDenied)) {
      try mailbox.performMaintenance()
    }
    #expect(try bench.names() == [name])
    plan.clear()
    #expect(try mailbox.claimPending().count == 1)
  }

  @Test(.clauses("LCK-4", "EXP-1"))
  func `Much upkeep is done in several holds of the lock`() throws {
    for number in 0..<200 { try bench.plantMessage(number, date: 0) }
    for number in 200..<300 { _ = try plantClaim(number, age: 601) }
    try bench.plantMessage(999)
    let recorder = CallRecorder()
    let mailbox = try bench.open(limits: .init(maxMessages: 1000), fileSystem: recorder.fileSystem())
    _ = recorder.take()
    #expect(try mailbox.claimPending().count == 101)
    let holds = recorder.take().map(\.primitive).split(separator: .tryLock)
    #expect(holds.allSatisfy { hold in hold.count { $0 == .rename || $0 == .remove } <= 64 })
  }
}
