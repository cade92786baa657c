import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct LockingTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("LCK-2", "ERR-3"), arguments: [0.0, 0.01, 1, 2.5])
  func `A lock that is never free is given up after the timeout, with one more try`(timeout: Double) throws {
    let held = HeldLock()
    let recorder = CallRecorder()
    let mailbox = try bench.open(
      limits: .init(lockTimeout: timeout), fileSystem: recorder.fileSystem(over: held.fileSystem()))
    try mailbox.enqueue(.init("a"))
    held.isHeld = true
    let before = try bench.names()
    for operation in [
      { _ = try mailbox.enqueue(.init("b")) }, { _ = try mailbox.claimPending() }, { try mailbox.performMaintenance() },
      { _ = try mailbox.statistics() }, { _ = try mailbox.deadLetters() },
    ] {
      _ = recorder.take()
      let started = bench.clock.monotonicNanoseconds
      #expect(throws: AppGroupMailboxError.busy) { try operation() }
      let waited = Double(bench.clock.monotonicNanoseconds - started) / 1e9
      #expect(waited >= timeout && waited <= timeout + 0.001)
      #expect(Double(recorder.take().count { $0.primitive == .tryLock }) >= timeout / 0.001)
    }
    #expect(try bench.names() == before)
    #expect(bench.temporaries().isEmpty)
    held.isHeld = false
    try mailbox.enqueue(.init("c"))
  }

  @Test(.clauses("LCK-2"))
  func `A lock that becomes free meanwhile is taken`() throws {
    let held = HeldLock()
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem(over: held.fileSystem()))
    held.isHeld = true
    plan.before(.tryLock, skip: 100) { _ in held.isHeld = false }
    try mailbox.enqueue(.init("a"))
    #expect(try bench.names().count == 1)
  }

  @Test(.clauses("LCK-1", "LCK-4"))
  func `Messages are changed under the lock, and nothing is synchronised or decoded there`() throws {
    let recorder = CallRecorder()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem())
    let letter = DeadLetterName(reason: .rejected, message: MailboxBench.name(9)).fileName.text
    try bench.plant(letter, MailboxBench.body(9))
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    try mailbox.enqueue(contentsOf: [.init("b"), .init("c")])
    try mailbox.restore(try #require(try mailbox.deadLetters().first))
    _ = try mailbox.claimPending()
    bench.clock.move(by: 601)
    try mailbox.performMaintenance()
    var isLocked = false
    for call in recorder.take() {
      switch call.primitive {
      case .tryLock: isLocked = true
      case .unlock: isLocked = false
      case .rename, .link, .remove: #expect(isLocked, "\(call)")
      case .synchronizeFile, .synchronizeDirectory: #expect(!isLocked, "\(call)")
      case .openFile where call.concernsMessage && call.name?.hasPrefix("claimed-") == true: #expect(!isLocked)
      default: break
      }
    }
  }

  @Test(.clauses("LCK-3", "LCK-7"), arguments: ["", "/AppGroupMailbox", "/AppGroupMailbox/bench"])
  func `A directory that is removed under an instance is made again`(path: String) throws {
    let mailbox = try bench.open(durability: .powerLoss)
    try mailbox.enqueue(.init("gone"))
    try FileManager.default.removeItem(atPath: bench.container + path)
    try mailbox.enqueue(.init("a"))
    #expect(try mailbox.claimPending().map(\.message.text) == ["a"])
    try FileManager.default.removeItem(atPath: bench.container + path)
    try mailbox.performMaintenance()
    #expect(try bench.names() == [])
    try FileManager.default.removeItem(atPath: bench.container + path)
    #expect(try mailbox.claimPending().isEmpty)
  }

  @Test(
    .clauses("LCK-3"),
    arguments: ["/AppGroupMailbox", "/AppGroupMailbox/bench", "/AppGroupMailbox/bench/.mailbox.lock"])
  func `What is replaced while the lock is awaited is opened again`(path: String) throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let original = bench.container + path
    plan.before(.tryLock) { _ in
      try? FileManager.default.moveItem(atPath: original, toPath: original + ".old")
    }
    try mailbox.enqueue(.init("a"))
    #expect(try bench.open().claimPending().map(\.message.text) == ["a"])
  }

  @Test(.clauses("LCK-3"))
  func `A directory that is replaced again and again makes the mailbox busy, and nothing hangs`() throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let directory = bench.directory
    plan.add(
      .init(matches: { $0.primitive == .tryLock }, skip: 0, times: .max) { _ throws(SystemError) in
        try? FileManager.default.removeItem(atPath: directory)
      })
    #expect(throws: AppGroupMailboxError.busy) { try mailbox.enqueue(.init("a")) }
  }

  @Test(.clauses("LCK-5"))
  func `Threads of one instance exclude each other with the same deadline`() async throws {
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    let other = StateLock<AppGroupMailboxError?>(nil)
    // While this thread is inside, another one tries: the simulated clock makes its wait pass at once.
    plan.before(.list) { _ in
      let thread = ThreadRun {
        do throws(AppGroupMailboxError) { try mailbox.performMaintenance() } catch { other.withLock { $0 = error } }
      }
      thread.wait()
    }
    try mailbox.enqueue(.init("a"))
    #expect(other.withLock { $0 } == .busy)
    #expect(try mailbox.claimPending().count == 1)
  }

  @Test(.clauses("LCK-5", "ENQ-12"))
  func `Many threads may use one instance at once`() async throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 1000, lockTimeout: 60), clock: SystemClock())
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<25 { _ = try? mailbox.enqueue(.init("\(thread)-\(number)")) }
        }
      }
    }
    let texts = try mailbox.claimPending().map(\.message.text)
    #expect(texts.count == 100)
    for thread in 0..<4 {
      #expect(texts.filter { $0.hasPrefix("\(thread)-") } == (0..<25).map { "\(thread)-\($0)" })
    }
  }

  @Test(.clauses("LCK-6"))
  func `Another process identifier means new descriptors, whatever the parent was doing`() throws {
    let process = StateLock<Int32>(1)
    let recorder = CallRecorder()
    let mailbox = try bench.open(
      fileSystem: OtherProcessFileSystem(base: recorder.fileSystem(), process: process))
    try mailbox.enqueue(.init("a"))
    _ = recorder.take()
    try mailbox.enqueue(.init("b"))
    #expect(!recorder.take().contains { $0.primitive == .openContainer })
    process.withLock { $0 = 2 }
    try mailbox.enqueue(.init("c"))
    #expect(recorder.take().contains { $0.primitive == .openContainer })
    #expect(try mailbox.claimPending().count == 3)
  }

  @Test(.clauses("LCK-9"), arguments: [ErrorNumber.accessDenied, ErrorNumber.readOnlyVolume])
  func `A directory that cannot be written is found out at once`(code: Int32) throws {
    let plan = FaultPlan()
    plan.fail(.checkWritable, call: .access, code: code)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .access, code: code)) {
      try bench.open(fileSystem: plan.fileSystem())
    }
  }
}

private struct OtherProcessFileSystem: ForwardingFileSystem {
  let base: any FileSystem
  let process: StateLock<Int32>

  var processIdentifier: Int32 { process.withLock { $0 } }
}

/// Runs something on a thread of its own, outside the pool that the tests share.
private final class ThreadRun: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let done = done
    Thread.detachNewThread {
      body()
      done.signal()
    }
  }

  func wait() {
    #expect(done.wait(timeout: .now() + 30) == .success, "the thread did not end")
  }
}
