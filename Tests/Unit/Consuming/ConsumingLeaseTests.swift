import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsumingLeaseTests {
  typealias Note = MailboxBench.Note

  let bench: ConsumingBench

  init() throws {
    bench = try ConsumingBench()
  }

  @Test(.clauses("CON-10"))
  func `The lease of a long handler is extended, also when the call is cancelled`() async throws {
    let mailbox = try bench.open(limits: .init(claimTimeout: 30))
    try mailbox.enqueue(.init("a"))
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(handler: handler.handle) }
    let claim = try #require(try await handler.begun.next())
    let other = try bench.openBeside(limits: .init(claimTimeout: 30))
    for second in 1...200 {
      if second == 100 {
        task.cancel()
        #expect(try await handler.cancelled.next() == "a")
      }
      try await eventually("the lease is watched") { !bench.timer.sleeps.isEmpty }
      bench.timer.advance(by: 1)
      if second % 10 == 0 {
        try await eventually("it is extended") {
          try modificationTime(claim) >= bench.bench.clock.now.timeIntervalSince1970 - 0.1
        }
      }
      #expect(try other.claimPending().isEmpty)
    }
    handler.end("a")
    try await task.value
    #expect(try bench.bench.names().isEmpty)
  }

  private func modificationTime(_ claim: MailboxClaim<Note>) throws -> Double {
    let name = try #require(try bench.bench.claimed().first { $0.token == claim.token }).fileName.text
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(bench.bench.directory)/\(name)")
    return (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
  }

  @Test(.clauses("CON-10"))
  func `An extension that fails is tried again well before the lease runs out`() async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(limits: .init(claimTimeout: 30), over: plan.fileSystem())
    try mailbox.enqueue(.init("a"))
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(handler: handler.handle) }
    let claim = try #require(try await handler.begun.next())
    plan.fail(.setModificationTime, times: 3, call: .setModificationTime, code: ErrorNumber.inputOutput)
    try await eventually("the lease is watched") { !bench.timer.sleeps.isEmpty }
    for _ in 0..<4 {
      try await eventually("the lease is watched") { !bench.timer.sleeps.isEmpty }
      bench.timer.advanceToNext()
    }
    try await eventually("it is extended") {
      try modificationTime(claim) >= bench.bench.clock.now.timeIntervalSince1970 - 0.1
    }
    #expect(bench.bench.clock.now.timeIntervalSinceReferenceDate < MailboxBench.start + 20)
    handler.end("a")
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-10"))
  func `A handler whose claim is lost is told to stop, and what it lost is not touched`() async throws {
    let mailbox = try bench.open(limits: .init(claimTimeout: 30))
    try mailbox.enqueue(.init("a"))
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(handler: handler.handle) }
    _ = try await handler.begun.next()
    try await eventually("the lease is watched") { !bench.timer.sleeps.isEmpty }
    // The process was suspended: its clock went on, and nobody extended anything.
    bench.bench.clock.move(by: 31)
    let stolen = try #require(try bench.openBeside(limits: .init(claimTimeout: 30)).claimPending().first)
    bench.timer.advance(by: 0)
    #expect(try await handler.cancelled.next() == "a")
    handler.end("a", .failure(HandlerFailed()))
    try await bench.settle(mailbox)
    #expect(try bench.bench.claimed().map(\.token) == [stolen.token])
    try stolen.acknowledge()
    task.cancel()
    try await task.value
  }
}
