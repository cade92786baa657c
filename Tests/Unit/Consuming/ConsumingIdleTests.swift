import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// What a consumer does when there is nothing for it to do: next to nothing.
@Suite(.timeLimit(.minutes(5))) struct ConsumingIdleTests {
  let bench: ConsumingBench

  init() throws {
    bench = try ConsumingBench()
  }

  /// Gives a hint each time a message becomes pending through this file system, as the system does.
  private func hinting(_ base: any FileSystem = POSIXFileSystem()) -> any FileSystem {
    HintingFileSystem(base: base, wakeUps: bench.wakeUps)
  }

  @Test(.clauses("CON-3"), arguments: [0.001, 1, 10])
  func `An idle consumer looks as often as it was told to, and at most once a second`(interval: Double) async throws {
    let mailbox = try bench.open(over: hinting())
    // Somebody has used it before.
    try mailbox.enqueue(.init("a"))
    try mailbox.claimPending().first?.acknowledge()
    let (task, _) = bench.loop(mailbox, pollInterval: .seconds(interval))
    try await bench.settle(mailbox)
    let (before, listings) = (bench.tries, bench.listings)
    try await bench.pass(seconds: 40, step: 0.25, mailbox)
    #expect(bench.tries - before == 40 / Int(max(interval, 1)))
    // Nobody has changed anything: what was known is enough.
    #expect(bench.listings - listings <= 5)
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-3", "CON-4"), arguments: Undeliverable.allCases)
  func `What cannot be delivered is left in peace, and holds up nothing`(kind: Undeliverable) async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(limits: .init(maxDeadLetters: 0), over: hinting(plan.fileSystem()))
    let name = try bench.bench.plantMessage(1, body: kind.body)
    kind.breakCalls(plan, name.fileName.text)
    let (task, claims) = bench.loop(mailbox, pollInterval: .seconds(16))
    try await bench.settle(mailbox)
    let before = bench.tries
    try await bench.pass(seconds: 64, mailbox)
    // After 1, 2, 4 and 8 seconds and then every 16, each try with a put-back and its hint.
    #expect(bench.tries - before <= 30)
    #expect(try bench.bench.pending() == [name])
    try bench.openBeside().enqueue(.init("behind"))
    bench.wakeUps.report()
    let claim = try #require(try await claims.next())
    #expect(claim.message.text == "behind")
    task.cancel()
    try await task.value
    #expect(try bench.bench.pending() == [name])
  }

  /// A message that stays where it is, each for another reason.
  enum Undeliverable: CaseIterable {
    case newerFormat, undecodable, unreadable, unreadableAfterClaim

    var body: String? {
      switch self {
      case .newerFormat:
        #"{"id":"\#(MailboxBench.id(1).uuidString)","enqueuedAt":\#(MailboxBench.start),"message":{"text":"x"},"format":2}"#
      case .undecodable: MailboxBench.body(1, message: "17")
      case .unreadable, .unreadableAfterClaim: nil
      }
    }

    func breakCalls(_ plan: FaultPlan, _ name: String) {
      switch self {
      case .newerFormat, .undecodable: break
      case .unreadable: plan.fail(.openFile, name: name, call: .open, code: ErrorNumber.accessDenied)
      case .unreadableAfterClaim:
        // It goes back each time, which is a hint.
        let id = MailboxBench.id(1).uuidString
        plan.add(
          .init(matches: {
            $0.primitive == .statusOfName && $0.name?.hasPrefix("claimed-") == true && $0.name!.contains(id)
          }) {
            _ throws(SystemError) in
            throw SystemError(call: .status, code: ErrorNumber.inputOutput)
          })
      }
    }
  }

  @Test(.clauses("CON-3", "CON-9"))
  func `A message whose handler fails again and again costs a try and a hint each time`() async throws {
    let mailbox = try bench.open(over: hinting())
    try mailbox.enqueue(.init("a"))
    let calls = StateLock(0)
    let task = Task {
      try await mailbox.consume(retry: .init(firstPause: .seconds(4), factor: 1), pollInterval: .seconds(3600)) { _ in
        calls.withLock { $0 += 1 }
        throw CancellationError()
      }
    }
    try await eventually("a failure") { calls.withLock { $0 } == 1 }
    try await bench.settle(mailbox, sleepers: 2)
    let before = bench.tries
    for round in 2...6 {
      bench.timer.advance(by: 4)
      try await eventually("another") { calls.withLock { $0 } == round }
      try await bench.settle(mailbox, sleepers: 2)
    }
    // A claim, a release, what the hint of that is for, and the look for the next one.
    #expect(bench.tries - before <= 5 * 4)
    task.cancel()
    try await task.value
    #expect(try bench.bench.pending().map(\.attempts) == [0])
  }

  @Test(.clauses("WKE-5", "CON-3"))
  func `Hints without a reason cost a try each, and no more`() async throws {
    let mailbox = try bench.open(over: hinting())
    let (task, _) = bench.loop(mailbox)
    try await bench.settle(mailbox)
    let before = bench.tries
    for _ in 0..<10 {
      bench.wakeUps.report()
      try await bench.settle(mailbox)
    }
    #expect(bench.tries - before == 10)
    task.cancel()
    try await task.value
  }

  @Test(.clauses("CON-7"))
  func `What concerns more than single files ends the loop, which may be begun again`() async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(over: plan.fileSystem())
    try mailbox.enqueue(.init("a"))
    plan.fail(.openFile, name: "pending-", times: 1, call: .open, code: ErrorNumber.tooManyOpen)
    var iterator = mailbox.claims().makeAsyncIterator()
    await #expect(throws: AppGroupMailboxError.ioFailure(call: .open, code: ErrorNumber.tooManyOpen)) {
      _ = try await iterator.next()
    }
    #expect(try await iterator.next()?.message.text == "a")
  }
}

/// Hints when a name of a waiting message appears.
private struct HintingFileSystem: ForwardingFileSystem {
  let base: any FileSystem
  let wakeUps: ManualWakeUps

  func rename(
    _ name: FileName, in directory: RawDescriptor, to newName: FileName, in newDirectory: RawDescriptor
  ) throws(SystemError) {
    try base.rename(name, in: directory, to: newName, in: newDirectory)
    if newName.text.hasPrefix("pending-") { wakeUps.report() }
  }
}
