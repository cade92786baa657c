import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsumingCancellationTests {
  let bench: ConsumingBench

  init() throws {
    bench = try ConsumingBench()
  }

  @Test(.clauses("CON-5"))
  func `A loop that waits ends when its task is cancelled, without an error`() async throws {
    let mailbox = try bench.open()
    let (task, claims) = bench.loop(mailbox)
    try await bench.settle(mailbox)
    task.cancel()
    try await task.value
    #expect(claims.contents.isEmpty)
    #expect(bench.wakeUps.openCount == 0)
  }

  @Test(.clauses("CON-5"))
  func `A loop that waits for the lock, or for another consumer, ends as well`() async throws {
    let bench = try ConsumingBench(pausesAreReal: false)
    let held = HeldLock()
    let mailbox = try bench.open(over: held.fileSystem())
    held.isHeld = true
    let (first, _) = bench.loop(mailbox)
    try await eventually("a pause") { !bench.timer.sleeps.isEmpty }
    let (second, _) = bench.loop(mailbox)
    try await eventually("a second waits") { mailbox.consumers.turnstile.waitingCount == 1 }
    second.cancel()
    try await second.value
    first.cancel()
    try await first.value
    held.isHeld = false
    // Nobody has left the turn behind.
    try mailbox.enqueue(.init("a"))
    var iterator = mailbox.claims().makeAsyncIterator()
    #expect(try await iterator.next()?.message.text == "a")
  }

  @Test(.clauses("CON-5"))
  func `A message that is claimed when the task is cancelled goes back as if it had not been claimed`() async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(over: plan.fileSystem())
    try mailbox.enqueue(.init("a"))
    let before = try bench.bench.names()
    let task = StateLock<Task<Bool, any Error>?>(nil)
    // In the middle of the claim: it is made, and nobody is there any more to take it.
    plan.before(.rename, name: "claimed-") { _ in task.withLock { $0?.cancel() } }
    let begin = Inbox<Void>()
    task.withLock {
      $0 = Task {
        _ = try await begin.next()
        var iterator = mailbox.claims().makeAsyncIterator()
        return try await iterator.next() == nil
      }
    }
    begin.put(())
    #expect(try await task.withLock { $0 }!.value)
    #expect(try bench.bench.names() == before)
    #expect(bench.recorder.calls.contains { $0.newName?.hasPrefix("claimed-") == true })
  }

  @Test(.clauses("CON-5"))
  func `What cannot be put back at once is tried again, although the task is cancelled`() async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(over: plan.fileSystem())
    try mailbox.enqueue(.init("a"))
    let before = try bench.bench.names()
    let task = StateLock<Task<Void, any Error>?>(nil)
    plan.before(.rename, name: "claimed-") { _ in
      plan.fail(.rename, name: "claimed-", times: 3, call: .rename, code: ErrorNumber.inputOutput)
      task.withLock { $0?.cancel() }
    }
    let begin = Inbox<Void>()
    task.withLock {
      $0 = Task {
        _ = try await begin.next()
        for try await _ in mailbox.claims() { Issue.record("it was cancelled") }
      }
    }
    begin.put(())
    for _ in 0..<3 {
      try await eventually("a pause") { !bench.timer.sleeps.isEmpty }
      #expect(try bench.bench.claimed().count == 1)
      bench.timer.advanceToNext()
    }
    try await task.withLock { $0 }!.value
    #expect(try bench.bench.names() == before)
  }

  @Test(.clauses("CON-5", "CON-12"))
  func `Cancelling at random leaves nothing claimed, and no attempt counted`() async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = SplitMix64(seed: seed)
    // In real time, or nothing would be random; with real hints.
    let bench = try MailboxBench()
    let mailbox = try bench.open(clock: SystemClock())
    let rounds = TestLength.isLong ? 1000 : 100
    var (handled, delivered) = (0, 0)
    let doneCount = StateLock(0)
    for round in 0..<rounds {
      for number in 0..<3 { try mailbox.enqueue(.init("\(round) \(number)")) }
      let usesLoop = Bool.random(using: &generator)
      let slow = "\(round) \(Int.random(in: 0..<3, using: &generator))"
      let task = Task {
        if usesLoop {
          for try await claim in mailbox.claims() {
            try claim.acknowledge()
            doneCount.withLock { $0 += 1 }
          }
        } else {
          try await mailbox.consume(upTo: 2) { claim in
            // One handler takes its time, and sees when it is cancelled.
            for _ in 0..<(claim.message.text == slow ? 100 : 0) {
              await Task.yield()
              try Task.checkCancellation()
            }
            doneCount.withLock { $0 += 1 }
          }
        }
      }
      for _ in 0..<Int.random(in: 0..<400, using: &generator) { await Task.yield() }
      task.cancel()
      try await task.value
      #expect(try bench.claimed().isEmpty, "seed \(seed), round \(round)")
      #expect(try bench.pending().allSatisfy { $0.attempts == 0 }, "seed \(seed), round \(round)")
      let done = doneCount.withLock { $0 }
      #expect(try bench.pending().count == 3 * (round + 1) - done - handled, "seed \(seed), round \(round)")
      for claim in try mailbox.claimPending() {
        try claim.acknowledge()
        handled += 1
      }
      delivered = done
    }
    #expect(handled > 0 && delivered > 0, "seed \(seed): cancelled too soon, or too late, each time")
  }
}
