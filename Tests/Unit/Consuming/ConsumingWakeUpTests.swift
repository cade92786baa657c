import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Hints as this system gives them.
@Suite(.timeLimit(.minutes(5))) struct ConsumingWakeUpTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  /// Hints of the system, put into an inbox, and when the loop ends.
  private func hints(
    of mailbox: AppGroupMailbox<MailboxBench.Note>
  ) async throws -> (task: Task<Void, Never>, hints: Inbox<Void>) {
    let hints = Inbox<Void>()
    let task = Task {
      defer { hints.close() }
      for await _ in mailbox.wakeUps() { hints.put(()) }
    }
    // The first comes by itself.
    _ = try await hints.next(within: .seconds(20))
    return (task, hints)
  }

  @Test(.clauses("WKE-5", "WKE-6"), arguments: ["enqueue", "release", "another implementation"])
  func `What becomes pending by anybody is hinted at`(way: String) async throws {
    let mailbox = try bench.open()
    let other = try bench.open()
    var claims: [MailboxClaim<MailboxBench.Note>] = []
    if way == "release" {
      try other.enqueue(.init("a"))
      claims = try other.claimPending()
    }
    let (task, hints) = try await hints(of: mailbox)
    switch way {
    case "enqueue": try other.enqueue(.init("a"))
    case "release": try claims[0].release()
    default: try bench.plantMessage(1)
    }
    _ = try await hints.next(within: .seconds(20))
    task.cancel()
    await task.value
  }

  @Test(.clauses("WKE-6"))
  func `Claims, acknowledgements and dead letters are no hints`() async throws {
    let mailbox = try bench.open()
    let other = try bench.open()
    for text in ["a", "b"] { try other.enqueue(.init(text)) }
    let (task, hints) = try await hints(of: mailbox)
    let claims = try other.claimPending()
    try claims[0].acknowledge()
    try claims[1].reject()
    // What comes next is the hint for this one, and there is none before it: hints come in the order of what they are for.
    #expect(hints.contents.isEmpty)
    try other.enqueue(.init("c"))
    _ = try await hints.next(within: .seconds(20))
    task.cancel()
    await task.value
    #expect(hints.contents.isEmpty)
  }

  @Test(.clauses("WKE-6"))
  func `Hints are kept while nobody waits, one of them`() async throws {
    let wakeUps = ManualWakeUps()
    let mailbox = try bench.open(wakeUps: wakeUps)
    var iterator = mailbox.wakeUps().makeAsyncIterator()
    await iterator.next()
    for _ in 0..<5 { wakeUps.report() }
    await iterator.next()
    let task = Task { [iterator] in
      var iterator = iterator
      return await iterator.next() != nil
    }
    // With a second hint it would not be suspended, but over.
    try await eventually("there is no second hint to go on with") { iterator.isWaitedFor }
    wakeUps.report()
    #expect(await task.value, "the next hint ends the wait")
  }

  @Test(.clauses("WKE-6"))
  func `A mailbox that is removed and made again is watched again`() async throws {
    let mailbox = try bench.open(limits: .init(lockTimeout: 60), clock: SystemClock())
    let claims = Inbox<String>()
    let task = Task {
      for try await claim in mailbox.claims(pollInterval: .seconds(3600)) {
        claims.put(claim.message.text)
        try claim.acknowledge()
      }
    }
    try bench.open(clock: SystemClock()).enqueue(.init("before"))
    #expect(try await claims.next() == "before")
    for path in ["", "/AppGroupMailbox/bench", "/AppGroupMailbox"] {
      try FileManager.default.moveItem(atPath: bench.directory, toPath: bench.container + ".gone")
      try FileManager.default.removeItem(atPath: bench.container + ".gone")
      _ = path
      // It may be made again by the consumer or by this one.
      try bench.open(clock: SystemClock()).enqueue(.init("moved\(path)"))
      #expect(try await claims.next(within: .seconds(20)) == "moved\(path)")
      try FileManager.default.removeItem(atPath: bench.container + path)
      try bench.open(clock: SystemClock()).enqueue(.init("removed\(path)"))
      #expect(try await claims.next(within: .seconds(20)) == "removed\(path)")
    }
    task.cancel()
    try await task.value
  }

  @Test(.clauses("WKE-5", "WKE-6"))
  func `One watch serves all who wait, is closed with the last, and is missed by nobody`() async throws {
    let wakeUps = ManualWakeUps()
    let timer = SimulatedTimer(bench.clock, realBelow: 5_000_000)
    let mailbox = try bench.open(wakeUps: wakeUps, timer: timer)
    let tasks = (0..<3).map { _ in
      Task { for try await claim in mailbox.claims() { try claim.acknowledge() } }
    }
    let (hinted, hints) = try await hints(of: mailbox)
    try await eventually("all rest") { mailbox.consumers.turnstile.restingCount == 3 && !timer.sleeps.isEmpty }
    #expect(wakeUps.openCount == 1 && wakeUps.begunCount == 1)
    for task in tasks {
      task.cancel()
      try await task.value
      #expect(wakeUps.openCount == 1)
    }
    hinted.cancel()
    await hinted.value
    _ = hints
    try await eventually("the watch is closed") { wakeUps.openCount == 0 }

    // Where none can be had, consumers look without any.
    wakeUps.isUnavailable = true
    try bench.open().enqueue(.init("a"))
    var iterator = mailbox.claims().makeAsyncIterator()
    #expect(try await iterator.next()?.message.text == "a")
  }

  @Test(.clauses("LCK-6"))
  func `A forked child has a watch of its own`() async throws {
    let process = StateLock<Int32>(1)
    let wakeUps = ManualWakeUps()
    let mailbox = try bench.open(
      fileSystem: ForkedFileSystem(base: POSIXFileSystem(), process: process), wakeUps: wakeUps)
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    var iterator = mailbox.claims().makeAsyncIterator()
    try #require(try await iterator.next()).acknowledge()
    #expect(wakeUps.begunCount == 1)
    process.withLock { $0 = 2 }
    try #require(try await iterator.next()).acknowledge()
    try #require(try await iterator.next()).acknowledge()
    #expect(wakeUps.begunCount == 2)
    // The parent's is the parent's to close.
    #expect(wakeUps.openCount == 2)
  }

  #if os(Linux)
    @Test(.clauses("WKE-6"))
    func `No descriptor is left behind`() async throws {
      func descriptors() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.filter { $0.contains("inotify") }
      }
      // Other tests of this process have watches, too: as many as all of theirs are soon closed.
      for _ in 0..<200 {
        let mailbox = try bench.open()
        try mailbox.enqueue(.init("a"))
        var iterator = mailbox.claims().makeAsyncIterator()
        try #require(try await iterator.next()).acknowledge()
      }
      try await eventually("they are closed") { try descriptors().count < 50 }
    }

    @Test(.clauses("WKE-6"))
    func `A system without another watch to give is no error`() async throws {
      let plan = FaultPlan()
      let mailbox = try bench.open(fileSystem: plan.fileSystem(), wakeUps: ClosedWakeUps())
      try mailbox.enqueue(.init("a"))
      var iterator = mailbox.claims().makeAsyncIterator()
      #expect(try await iterator.next()?.message.text == "a")
    }
  #endif
}

private struct ForkedFileSystem: ForwardingFileSystem {
  let base: any FileSystem
  let process: StateLock<Int32>

  var processIdentifier: Int32 { process.withLock { $0 } }
}

/// The system's source, which is given a descriptor that is not open.
private struct ClosedWakeUps: WakeUpSource {
  func watch(
    _ directory: RawDescriptor, lock: RawDescriptor, notificationName: String?,
    report: @escaping @Sendable (WakeUpEvent) -> Void
  ) -> (any WakeUpWatch)? {
    SystemWakeUpSource().watch(-1, lock: -1, notificationName: notificationName, report: report)
  }
}
