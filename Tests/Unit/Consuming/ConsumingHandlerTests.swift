import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConsumingHandlerTests {
  typealias Note = MailboxBench.Note

  let bench: ConsumingBench

  init() throws {
    bench = try ConsumingBench()
  }

  @Test(.clauses("CON-8"))
  func `What a handler returns from is acknowledged, and what it throws on is released uncounted`() async throws {
    let mailbox = try bench.open()
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(handler: handler.handle) }
    for (text, result) in [("a", .success(())), ("b", .failure(HandlerFailed())), ("c", .success(()))]
      as [(String, Result<Void, HandlerFailed>)]
    {
      #expect(try await handler.begun.next()?.message.text == text)
      handler.end(text, result)
    }
    try await eventually("all are settled") { try bench.bench.names().count == 1 }
    #expect(try bench.bench.pending().map(\.attempts) == [0])
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-8"), arguments: ["acknowledge", "release", "reject"])
  func `What a handler settles itself stands`(way: String) async throws {
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("a"))
    let calls = StateLock(0)
    let task = Task {
      try await mailbox.consume { claim in
        let isFirst = calls.withLock { calls in
          calls += 1
          return calls == 1
        }
        switch way {
        case "acknowledge": try claim.acknowledge()
        case "release" where isFirst: try claim.release()
        default: try claim.reject()
        }
        if way == "reject" { throw HandlerFailed() }
      }
    }
    try await eventually("it is settled") {
      try calls.withLock { $0 } == (way == "release" ? 2 : 1) && bench.bench.names("pending-").isEmpty
        && bench.bench.claimed().isEmpty
    }
    try await bench.settle(mailbox, sleepers: 2)
    #expect(calls.withLock { $0 } == (way == "release" ? 2 : 1))
    #expect(try bench.bench.names("pending-").isEmpty && bench.bench.claimed().isEmpty)
    #expect(try bench.bench.deadLetters().map(\.reason) == (way == "acknowledge" ? [] : [.rejected]))
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-9"))
  func `A message whose handler failed waits for a growing pause, while others go on`() async throws {
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("bad"))
    let handler = HeldHandler()
    let task = Task {
      try await mailbox.consume(retry: .init(firstPause: .seconds(2), factor: 3), handler: handler.handle)
    }
    let producer = try bench.openBeside()
    var number = 0
    for pause in [2, 6, 18] {
      #expect(try await handler.begun.next()?.message.text == "bad")
      handler.end("bad", .failure(HandlerFailed()))
      try await eventually("it waits") { try bench.bench.pending().count == 1 }
      for _ in 0..<2 {
        number += 1
        try producer.enqueue(.init("good \(number)"))
        bench.wakeUps.report()
        #expect(try await handler.begun.next()?.message.text == "good \(number)")
        handler.end("good \(number)")
        try await eventually("it is done") { try bench.bench.names().count == 1 }
      }
      try await bench.settle(mailbox, sleepers: 2)
      try await bench.pass(seconds: Double(pause - 1), mailbox, sleepers: 2)
      #expect(handler.begun.contents.isEmpty)
      bench.timer.advance(by: 1)
    }
    #expect(try await handler.begun.next()?.attempts == 0)
    handler.end("bad")
    try await eventually("it is done") { try bench.bench.names().isEmpty }
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-9"))
  func `After so many failures a message is given up, and where that is impossible it waits`() async throws {
    let mailbox = try bench.open(limits: .init(maxDeadLetters: 1))
    try mailbox.enqueue(contentsOf: [.init("a"), .init("b")])
    let calls = StateLock<[String: Int]>([:])
    let task = Task {
      try await mailbox.consume(
        retry: .init(firstPause: .seconds(1), factor: 1, longestPause: .seconds(1), maxFailures: 3)
      ) { claim in
        calls.withLock { $0[claim.message.text, default: 0] += 1 }
        throw HandlerFailed()
      }
    }
    for round in 1...3 {
      try await eventually("each has failed") { calls.withLock { $0 } == ["a": round, "b": round] }
      try await eventually("nothing is held") { try bench.bench.claimed().isEmpty }
      try await bench.settle(mailbox, sleepers: 2)
      if round < 3 { bench.timer.advance(by: 1) }
    }
    #expect(try bench.bench.deadLetters().map(\.reason) == [.rejected])
    #expect(try bench.bench.pending().map(\.attempts) == [0])
    try mailbox.remove(try #require(try mailbox.deadLetters().first))
    bench.timer.advance(by: 1)
    try await eventually("it is given up") { try bench.bench.deadLetters().count == 1 && bench.bench.pending().isEmpty }
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-11"), arguments: [1, 3])
  func `No more handlers run at once than were asked for, and no message is claimed for later`(most: Int) async throws {
    let mailbox = try bench.open()
    for number in 0..<7 { try mailbox.enqueue(.init("\(number)")) }
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(upTo: most, handler: handler.handle) }
    for number in 0..<most { #expect(try await handler.begun.next()?.message.text == "\(number)") }
    for number in 0..<7 {
      #expect(try bench.bench.claimed().count == min(most, 7 - number))
      handler.end("\(number)")
      if number + most < 7 { #expect(try await handler.begun.next()?.message.text == "\(number + most)") }
      try await eventually("it is done") { try bench.bench.names().count == 6 - number }
    }
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-12"))
  func `A call that is cancelled settles each message when its handler has ended, and ends then`() async throws {
    let mailbox = try bench.open()
    for text in ["a", "b", "c", "d"] { try mailbox.enqueue(.init(text)) }
    let handler = HeldHandler()
    let ended = Inbox<Void>()
    let task = Task {
      defer { ended.close() }
      try await mailbox.consume(upTo: 3, handler: handler.handle)
    }
    for _ in 0..<3 { _ = try await handler.begun.next() }
    task.cancel()
    for _ in 0..<3 { _ = try await handler.cancelled.next() }
    handler.end("b", .failure(HandlerFailed()))
    try await eventually("b is back") { try bench.bench.pending().count == 2 }
    handler.end("a")
    try await eventually("a is done") { try bench.bench.claimed().count == 1 }
    #expect(!ended.isClosed)
    handler.end("c", .failure(HandlerFailed()))
    try await task.value
    #expect(try bench.bench.pending().map(\.attempts) == [0, 0, 0])
    // Nothing was held against b and c.
    var iterator = mailbox.claims().makeAsyncIterator()
    #expect(try await iterator.next()?.message.text == "b")
  }

  @Test(.clauses("CON-12", "CON-7"))
  func `What ends a call ends its handlers first`() async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(over: plan.fileSystem())
    try mailbox.enqueue(.init("a"))
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(upTo: 2, handler: handler.handle) }
    _ = try await handler.begun.next()
    plan.fail(.openFile, name: "pending-", call: .open, code: ErrorNumber.tooManyOpen)
    try bench.openBeside().enqueue(.init("b"))
    bench.wakeUps.report()
    #expect(try await handler.cancelled.next() == "a")
    handler.end("a")
    await #expect(throws: AppGroupMailboxError.ioFailure(call: .open, code: ErrorNumber.tooManyOpen)) {
      try await task.value
    }
    #expect(try bench.bench.claimed().isEmpty && bench.bench.pending().count == 1)
  }

  @Test(.clauses("CON-13"), arguments: [4, 5])
  func `An acknowledgement that fails is tried five times, then reported, and the message comes again`(failures: Int)
    async throws
  {
    let plan = FaultPlan()
    let mailbox = try bench.open(over: plan.fileSystem())
    try mailbox.enqueue(.init("a"))
    plan.fail(.remove, name: "claimed-", times: failures, call: .remove, code: ErrorNumber.inputOutput)
    let handler = HeldHandler()
    let task = Task { try await mailbox.consume(handler: handler.handle) }
    _ = try await handler.begun.next()
    handler.end("a")
    for _ in 0..<4 {
      // The lease's alarm sleeps as well, for much longer.
      try await eventually("a pause") { bench.timer.sleeps.count == 2 }
      bench.timer.advanceToNext()
    }
    if failures == 5 {
      await #expect(throws: AppGroupMailboxError.ioFailure(call: .remove, code: ErrorNumber.inputOutput)) {
        try await task.value
      }
      bench.bench.clock.move(by: 601)
      #expect(try mailbox.claimPending().map(\.attempts) == [1])
    } else {
      try await eventually("it is done") { try bench.bench.names().isEmpty }
      task.cancel()
      try await task.value
    }
  }

  @Test(
    .clauses("CON-11"),
    arguments: [
      (0, MailboxRetryPolicy(), "concurrency"), (1, .init(firstPause: .seconds(-1)), "firstPause"),
      (1, .init(factor: 0.5), "factor"), (1, .init(factor: .nan), "factor"),
      (1, .init(longestPause: .milliseconds(1)), "longestPause"), (1, .init(maxFailures: 0), "maxFailures"),
    ])
  func `Numbers that make no sense are refused`(concurrency: Int, retry: MailboxRetryPolicy, name: String) async throws
  {
    let mailbox = try bench.open()
    await #expect(throws: AppGroupMailboxError.invalidLimit(name)) {
      try await mailbox.consume(upTo: concurrency, retry: retry) { _ in }
    }
  }
}
