import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct MaintenanceTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(
    .clauses("LAY-20", "LAY-21"), arguments: [(3601.0, true), (3599, false), (-3601, true), (-3599, false), (0, false)])
  func `Temporaries of the dead are swept, those of the living are not`(age: Double, isSwept: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: "\(bench.directory)/.tmp/folder/inner", withIntermediateDirectories: true)
    let names = [".tmp/\(UUID().uuidString)", ".tmp/anything", ".tmp/folder", ".dat.nosync1234.abc"]
    for name in names where !name.hasSuffix("folder") { try bench.plant(name, "half a mess") }
    for name in names { try bench.age(name, by: age) }
    try bench.open().performMaintenance()
    let left = names.filter { FileManager.default.fileExists(atPath: "\(bench.directory)/\($0)") }
    #expect(left == (isSwept ? [] : names))
  }

  @Test(.clauses("LAY-20"))
  func `A claim sweeps on the way, at most once an hour`() throws {
    let mailbox = try bench.open()
    func plantStale() throws {
      try FileManager.default.createDirectory(atPath: "\(bench.directory)/.tmp", withIntermediateDirectories: true)
      try bench.plant(".tmp/x", "x")
      try bench.age(".tmp/x", by: 4000)
    }
    try plantStale()
    _ = try mailbox.claimPending()
    #expect(bench.temporaries() == [])
    try plantStale()
    _ = try mailbox.claimPending()
    #expect(bench.temporaries() == ["x"])
    bench.clock.move(by: 3601)
    _ = try mailbox.claimPending()
    #expect(bench.temporaries() == [])
  }

  @Test(.clauses("LAY-20", "ERR-4"))
  func `A claim does not fail for temporaries that cannot be swept, and maintenance does`() throws {
    try FileManager.default.createDirectory(atPath: "\(bench.directory)/.tmp", withIntermediateDirectories: true)
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.openDirectory, name: ".tmp", call: .open, code: ErrorNumber.accessDenied)
    #expect(try mailbox.claimPending().isEmpty)
    #expect(bench.diagnostics.take() == [.fileSkipped(call: .open, code: ErrorNumber.accessDenied)])
    #expect(throws: AppGroupMailboxError.ioFailure(call: .open, code: ErrorNumber.accessDenied)) {
      try mailbox.performMaintenance()
    }
  }

  @Test(.clauses("LAY-23"))
  func `A folder of temporaries that is none is quarantined and made anew`() throws {
    let plan = FaultPlan()
    plan.fail(.createUnnamedFile, call: .create, code: ErrorNumber.unsupported)
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let outside = "\(bench.container)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: "\(bench.directory)/.tmp", withDestinationPath: outside)
    try mailbox.enqueue(.init("a"))
    #expect(try bench.quarantineReasons() == ["type"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    #expect(try mailbox.claimPending().count == 1)
  }

  @Test(.clauses("CLM-9", "CLM-11"))
  func `Maintenance throws the first failure after it has done the rest`() throws {
    let stuck = try bench.plantMessage(1, date: 0, ordinal: 1).fileName.text
    try bench.plantMessage(2, date: 0, ordinal: 2)
    try bench.plantMessage(3, date: 1, ordinal: 3)
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.remove, name: stuck, call: .remove, code: ErrorNumber.accessDenied)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .remove, code: ErrorNumber.accessDenied)) {
      try mailbox.performMaintenance()
    }
    #expect(try bench.names() == [stuck])
    plan.clear()
    try bench.plantMessage(4, date: 0)
    plan.fail(.remove, times: 1, call: .remove, code: ErrorNumber.readOnlyVolume)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .remove, code: ErrorNumber.readOnlyVolume)) {
      try mailbox.performMaintenance()
    }
    #expect(try bench.names().count == 2)
  }

  @Test(.clauses("CLM-10", "ERR-4"))
  func `Upkeep that fails does not keep a message from being stored`() throws {
    for number in 0..<20 { try bench.plantMessage(number, date: 0) }
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    plan.fail(.remove, call: .remove, code: ErrorNumber.notPermitted)
    try mailbox.enqueue(.init("a"))
    #expect(bench.diagnostics.take().count == 8)
    plan.clear()
    #expect(try mailbox.claimPending().map(\.message.text) == ["a"])
  }

  @Test(.clauses("STA-1"))
  func `Statistics count by names and change nothing`() throws {
    for number in 0..<3 { try bench.plantMessage(number, date: MailboxBench.start - Double(number)) }
    try bench.plantMessage(3, date: 0)
    let claim = ClaimedName(token: UUID(), returning: MailboxBench.name(4)).fileName.text
    try bench.plant(claim, MailboxBench.body(4))
    try bench.age(claim, by: 9999)
    try bench.plant(
      DeadLetterName(reason: .rejected, message: MailboxBench.name(5)).fileName.text, MailboxBench.body(5))
    try bench.plant(QuarantineName(milliseconds: 1, id: UUID(), reason: .body).fileName.text, "long content")
    try bench.plant("foreign", "x")
    try bench.plant("pending-malformed", "x")
    let before = try bench.names()
    let sizes = try before.filter { $0.hasSuffix(".json") }.map { try bench.content($0).utf8.count }
    let mailbox = try bench.open()
    let statistics = try mailbox.statistics()
    #expect(statistics.pending == 4)
    #expect(statistics.claimed == 1)
    #expect(statistics.deadLetters == 1)
    #expect(statistics.quarantined == 1)
    #expect(statistics.oldestPending == Date(timeIntervalSinceReferenceDate: 0))
    #expect(statistics.bytes == Int64(sizes.reduce(0, +)))
    #expect(try bench.names() == before)
    #expect(bench.diagnostics.take() == [])
  }

  @Test(.clauses("STA-1", "ORD-3", "ORD-4"))
  func `The oldest date of a message of release 0_1 is that of its body, if that can be read`() throws {
    let name = PendingName(ordinal: 9_999_999_999_999, id: MailboxBench.id(1), details: nil).fileName.text
    try bench.plant(name, MailboxBench.body(1, date: MailboxBench.start - 500))
    try bench.plantMessage(2, date: MailboxBench.start - 20)
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    #expect(try mailbox.statistics().oldestPending == Date(timeIntervalSinceReferenceDate: MailboxBench.start - 500))
    plan.fail(.openFile, name: name, call: .open, code: ErrorNumber.accessDenied)
    #expect(try mailbox.statistics().oldestPending == Date(timeIntervalSinceReferenceDate: MailboxBench.start - 20))
    #expect(try bench.names("pending-").contains(name))
  }

  @Test(.clauses("STA-1"))
  func `An empty mailbox has empty statistics`() throws {
    let statistics = try bench.open().statistics()
    #expect(statistics.pending + statistics.claimed + statistics.deadLetters + statistics.quarantined == 0)
    #expect(statistics.oldestPending == nil)
    #expect(statistics.bytes == 0)
  }
}
