import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct OrderTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("ORD-1", "ORD-2"))
  func `Messages come by date, then ordinal, then identifier`() throws {
    let start = MailboxBench.start
    try bench.plantMessage(1, date: start - 5, ordinal: 9)
    try bench.plantMessage(2, date: start - 6, ordinal: 10)
    try bench.plantMessage(4, date: start - 5, ordinal: 8)
    try bench.plantMessage(3, date: start - 5, ordinal: 8)
    try bench.plantMessage(5, date: start + 99, ordinal: 0)
    let claims = try bench.open().claimPending()
    #expect(claims.map(\.id) == [2, 3, 4, 1, 5].map(MailboxBench.id))
  }

  @Test(.clauses("ORD-1", "ENQ-3"))
  func `Imported messages are delivered by their own dates`() throws {
    let mailbox = try bench.open()
    for (number, offset) in [(1, 0.0), (2, -50), (3, -20), (4, 10)] {
      try mailbox.enqueue(
        .init("\(number)"), id: MailboxBench.id(number), enqueuedAt: bench.clock.now.addingTimeInterval(offset))
    }
    #expect(try mailbox.claimPending().map(\.message.text) == ["2", "3", "1", "4"])
  }

  @Test(.clauses("ORD-2", "LAY-10"))
  func `Messages of one moment come in the order in which they were enqueued, also after a backward clock step`() throws
  {
    let mailbox = try bench.open()
    let date = bench.clock.now
    for number in 0..<5 {
      bench.clock.move(by: -100)
      try mailbox.enqueue(.init("\(number)"), id: UUID(), enqueuedAt: date)
    }
    #expect(try mailbox.claimPending().map(\.message.text) == ["0", "1", "2", "3", "4"])
  }

  @Test(.clauses("ORD-5", "LAY-10"), arguments: [.max, 1 << 62, (1 << 62) - 1] as [UInt64])
  func `A planted ordinal stops nobody`(ordinal: UInt64) throws {
    try bench.plantMessage(1, ordinal: ordinal)
    let mailbox = try bench.open()
    for text in ["a", "b", "c"] {
      bench.clock.move(by: 1)
      try mailbox.enqueue(.init(text))
    }
    #expect(try mailbox.claimPending().map(\.message.text) == ["x", "a", "b", "c"])
  }

  @Test(.clauses("ORD-3", "IOP-3"))
  func `A message of release 0_1 is ordered by the date in its body`() throws {
    try bench.plant(
      "pending-00000000000000000001-\(MailboxBench.id(1)).json", MailboxBench.body(1, date: MailboxBench.start + 5))
    try bench.plantMessage(2, date: MailboxBench.start)
    let mailbox = try bench.open()
    try mailbox.performMaintenance()
    #expect(try bench.pending().map(\.isLegacy) == [false, false])
    #expect(try mailbox.claimPending().map(\.id) == [2, 1].map(MailboxBench.id))
  }

  @Test(.clauses("ORD-4", "CLM-8"))
  func `A message of release 0_1 that cannot be read just now goes by its ordinal and waits`() throws {
    let milliseconds = UInt64((MailboxBench.start - 10 + 978_307_200) * 1000)
    let legacy = "pending-0000000\(milliseconds)-\(MailboxBench.id(1)).json"
    try bench.plant(legacy, MailboxBench.body(1))
    try bench.plantMessage(2, date: MailboxBench.start)
    let plan = FaultPlan()
    plan.fail(.openFile, name: legacy, call: .open, code: ErrorNumber.accessDenied)
    let mailbox = try bench.open(
      limits: .init(maxMessages: 2), policy: .discardOldest, fileSystem: plan.fileSystem())
    #expect(try mailbox.statistics().oldestPending == Date(timeIntervalSinceReferenceDate: MailboxBench.start - 10))
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(2)])
    #expect(try bench.names(legacy) == [legacy])
    #expect(bench.diagnostics.take() == [.fileSkipped(call: .open, code: ErrorNumber.accessDenied)])
    // It counts, and is the oldest.
    try mailbox.enqueue(.init("new"))
    #expect(try bench.names(legacy) == [])
  }
}
