import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsumingClaimsTests {
  let bench: ConsumingBench

  init() throws {
    bench = try ConsumingBench()
  }

  @Test(.clauses("CON-1"))
  func `A message is claimed when it is asked for, in order, and not before`() async throws {
    let mailbox = try bench.open()
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    var iterator = mailbox.claims().makeAsyncIterator()
    #expect(try bench.bench.claimed().isEmpty)
    for (count, text) in ["a", "b", "c"].enumerated() {
      #expect(try bench.bench.claimed().isEmpty)
      let claim = try #require(try await iterator.next())
      #expect(claim.message.text == text)
      #expect(try bench.bench.claimed().map(\.token) == [claim.token])
      #expect(try bench.bench.pending().count == 2 - count)
      try claim.acknowledge()
    }
  }

  @Test(.clauses("CON-1"))
  func `Who waits holds neither the lock nor a message`() async throws {
    let mailbox = try bench.open()
    let (task, claims) = bench.loop(mailbox)
    try await bench.settle(mailbox)
    let calls = bench.recorder.calls
    #expect(calls.count { $0.primitive == .unlock } == bench.tries)
    // Another instance has the lock whenever it wants it.
    let other = try bench.bench.open(limits: .init(lockTimeout: 0))
    try other.enqueue(.init("a"))
    bench.wakeUps.report()
    let claim = try #require(try await claims.next())
    #expect(claim.message.text == "a" && claim.attempts == 0)
    try claim.acknowledge()
    task.cancel()
    try await task.value
    #expect(try bench.bench.names().isEmpty)
  }

  @Test(.clauses("WKE-5", "CON-3"))
  func `A hint brings a message at once, and without one it comes with the next look`() async throws {
    let mailbox = try bench.open()
    let (task, claims) = bench.loop(mailbox, pollInterval: .seconds(20))
    defer { task.cancel() }
    let producer = try bench.openBeside()
    for round in 0..<3 {
      try await bench.settle(mailbox)
      try producer.enqueue(.init("hinted \(round)"))
      bench.wakeUps.report()
      try #require(try await claims.next()).acknowledge()
      try await bench.settle(mailbox)
      try producer.enqueue(.init("silent \(round)"))
      try await bench.pass(seconds: 19, mailbox)
      #expect(claims.contents.isEmpty)
      bench.timer.advance(by: 1)
      let claim = try #require(try await claims.next())
      #expect(claim.message.text == "silent \(round)")
      try claim.acknowledge()
    }
  }

  @Test(.clauses("WKE-6"))
  func `What becomes pending while a consumer looks is not missed`() async throws {
    let producer = try bench.openBeside()
    let action = StateLock<(@Sendable () -> Void)?>(nil)
    let mailbox = try bench.open(over: UnlockedFileSystem(base: POSIXFileSystem(), action: action))
    // The try has looked and lets go of the lock: the hint comes before the consumer rests.
    action.withLock { action in
      action = { [wakeUps = bench.wakeUps] in
        do { try producer.enqueue(.init("a")) } catch { Issue.record(error) }
        wakeUps.report()
      }
    }
    let (task, claims) = bench.loop(mailbox, pollInterval: .seconds(3600))
    try #require(try await claims.next(within: .seconds(20))).acknowledge()
    task.cancel()
    try await task.value
  }

  @Test(.clauses("WKE-6"))
  func `What became pending before a watch began is not missed`() async throws {
    let mailbox = try bench.open()
    bench.wakeUps.isUnavailable = true
    let (task, claims) = bench.loop(mailbox, pollInterval: .seconds(10))
    try await bench.settle(mailbox)
    #expect(bench.wakeUps.openCount == 0)
    // Now there is a watch to be had.
    bench.wakeUps.isUnavailable = false
    bench.timer.advance(by: 10)
    try await eventually("a watch") { bench.wakeUps.openCount == 1 }
    try await bench.settle(mailbox)
    let tries = bench.tries
    try bench.openBeside().enqueue(.init("a"))
    bench.wakeUps.report()
    try #require(try await claims.next()).acknowledge()
    #expect(bench.tries > tries)
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-3"))
  func `An abandoned claim is recovered when its time has come, without a hint and between two looks`() async throws {
    let mailbox = try bench.open(limits: .init(claimTimeout: 100))
    let other = try bench.openBeside()
    try other.enqueue(.init("a"))
    let lost = try other.claimPending()
    #expect(lost.count == 1)
    let (task, claims) = bench.loop(mailbox, pollInterval: .seconds(3600))
    try await bench.settle(mailbox)
    try await bench.pass(seconds: 100, mailbox)
    #expect(claims.contents.isEmpty)
    let tries = bench.tries
    bench.timer.advance(by: 1)
    let claim = try #require(try await claims.next())
    #expect(claim.attempts == 1)
    #expect(bench.tries == tries + 1)
    try claim.acknowledge()
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-2"))
  func `A busy lock is waited for without blocking a thread, and is no error`() async throws {
    let bench = try ConsumingBench(pausesAreReal: false)
    let held = HeldLock()
    let clock = BlockCountingClock(bench.bench.clock)
    let mailbox = try bench.open(over: held.fileSystem(), clock: clock)
    try bench.openBeside().enqueue(.init("a"))
    held.isHeld = true
    let (task, claims) = bench.loop(mailbox)
    // Longer than any lock timeout: that is another operation's patience.
    for _ in 0..<1_200 {
      try await eventually("a pause") { !bench.timer.sleeps.isEmpty }
      #expect(bench.timer.sleeps.count == 1)
      bench.timer.advanceToNext()
    }
    #expect(bench.bench.clock.monotonicNanoseconds > 100_000_000_000)
    #expect(claims.contents.isEmpty)
    held.isHeld = false
    try await eventually("a pause") { !bench.timer.sleeps.isEmpty }
    bench.timer.advanceToNext()
    try #require(try await claims.next()).acknowledge()
    #expect(clock.blockedCount == 0)
    #expect(bench.timer.requests.allSatisfy { $0 >= 125_000 })
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-2", "CON-8"), arguments: [true, false])
  func `A message is settled without waiting for the lock`(succeeds: Bool) async throws {
    let held = HeldLock()
    let clock = BlockCountingClock(bench.bench.clock)
    let mailbox = try bench.open(over: held.fileSystem(), clock: clock)
    try mailbox.enqueue(.init("a"))
    let task = Task {
      try await mailbox.consume { _ in
        held.isHeld = true
        if !succeeds { throw CancellationError() }
      }
    }
    try await eventually("it is settled") {
      try bench.bench.claimed().isEmpty && bench.bench.pending().count == (succeeds ? 0 : 1) && held.isHeld
    }
    #expect(clock.blockedCount == 0)
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-2"))
  func `A loop on the main actor waits for messages while the actor does other things`() async throws {
    let mailbox = try bench.open()
    let producer = try bench.openBeside()
    let count = try await mainActorLoop(mailbox) { [wakeUps = bench.wakeUps] in
      try producer.enqueue(.init("from the main actor"))
      wakeUps.report()
    }
    #expect(count == 3)
  }

  @MainActor
  private func mainActorLoop(
    _ mailbox: AppGroupMailbox<MailboxBench.Note>, _ enqueue: @escaping @MainActor () throws -> Void
  ) async throws -> Int {
    var count = 0
    // Runs on this actor, while the loop below waits.
    let producer = Task { @MainActor in
      for _ in 0..<3 { try enqueue() }
    }
    for try await claim in mailbox.claims() {
      MainActor.assertIsolated()
      try claim.acknowledge()
      count += 1
      if count == 3 { break }
    }
    try await producer.value
    return count
  }
}

/// Does something once, after the lock was released.
private struct UnlockedFileSystem: ForwardingFileSystem {
  let base: any FileSystem
  let action: StateLock<(@Sendable () -> Void)?>

  func unlock(_ descriptor: RawDescriptor) {
    base.unlock(descriptor)
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}
