import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct DiagnosticTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("DIA-3"))
  func `A diagnostic may call the mailbox, at any moment and to any depth`() throws {
    let calls = StateLock(0)
    let slot = StateLock<AppGroupMailbox<MailboxBench.Note>?>(nil)
    let mailbox = try AppGroupMailbox<MailboxBench.Note>(
      containerPath: bench.container, namespace: bench.namespace, limits: .init(maxMessages: 1),
      overflowPolicy: .discardOldest, environment: MailboxEnvironment(clock: bench.clock)
    ) { _ in
      let count = calls.withLock { count in
        count += 1
        return count
      }
      guard count < 4, let mailbox = slot.withLock({ $0 }) else { return }
      #expect(throws: Never.self) { try mailbox.enqueue(.init("from diagnostic \(count)")) }
      #expect(throws: Never.self) { try mailbox.performMaintenance() }
    }
    slot.withLock { $0 = mailbox }
    try mailbox.enqueue(.init("a"))
    try mailbox.enqueue(.init("b"))
    #expect(calls.withLock { $0 } == 4)
    #expect(try mailbox.claimPending().map(\.message.text) == ["from diagnostic 3"])
    slot.withLock { $0 = nil }
  }

  @Test(.clauses("DIA-1", "DIA-3", "DIA-4"))
  func `Each event is told once, in the order in which it happened`() throws {
    try bench.plant("pending-broken", "x")
    try FileManager.default.createDirectory(
      atPath: "\(bench.directory)/\(MailboxBench.name(7).fileName.text)", withIntermediateDirectories: false)
    let claim = ClaimedName(token: UUID(), returning: MailboxBench.name(1, attempts: 1)).fileName.text
    try bench.plant(claim, MailboxBench.body(1))
    try bench.age(claim, by: 1000)
    try bench.plantMessage(2, date: 0)
    try bench.plantMessage(3, attempts: 5)
    let mailbox = try bench.open()
    try mailbox.performMaintenance()
    let events = bench.diagnostics.take()
    #expect(Set(events.prefix(2).map { "\($0)" }) == ["malformedMessageQuarantined", "unsafeFileQuarantined"])
    #expect(
      events.dropFirst(2) == [.abandonedClaimRecovered, .expiredMessageRemoved, .messageDeadLettered(.attempts)])
    try mailbox.performMaintenance()
    #expect(bench.diagnostics.take() == [])
  }

  @Test(.clauses("DIA-4"), arguments: QuarantineReason.allCases)
  func `Each reason of quarantine has its diagnostic`(reason: QuarantineReason) throws {
    let isUnsafe = [.type, .links, .oversize].contains(reason)
    let name = MailboxBench.name(1).fileName.text
    try bench.makeDirectory()
    let path = "\(bench.directory)/\(name)"
    switch reason {
    case .name: try bench.plant("pending-x", "x")
    case .type: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
    case .links:
      try bench.plantMessage(1)
      try FileManager.default.linkItem(atPath: path, toPath: "\(bench.container)/second")
    case .oversize:
      try bench.plant(name, "")
      try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 16_777_217)
    case .body: try bench.plant(name, "broken")
    case .mismatch: try bench.plant(name, MailboxBench.body(2))
    }
    #expect(try bench.open().claimPending().isEmpty)
    #expect(bench.diagnostics.take() == [isUnsafe ? .unsafeFileQuarantined : .malformedMessageQuarantined])
    #expect(try bench.quarantineReasons() == [reason.rawValue])
  }
}

struct WakeUpTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("WKE-1", "WKE-2"))
  func `Becoming pending wakes, repeating does not`() throws {
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("a"), id: MailboxBench.id(1))
    #expect(bench.doorbell.takeRing())
    try mailbox.enqueue(.init("a"), id: MailboxBench.id(1))
    #expect(!bench.doorbell.takeRing())
    try mailbox.enqueue(contentsOf: [.init("b"), .init("c")])
    #expect(bench.doorbell.takeRing())
    _ = try mailbox.claimPending()
    #expect(!bench.doorbell.takeRing())
  }

  @Test(.clauses("WKE-1", "WKE-4"))
  func `The bell rings after the lock is released, and without a name never`() throws {
    let recorder = CallRecorder()
    let bell = OrderedBell(recorder)
    let mailbox = try AppGroupMailbox<MailboxBench.Note>(
      containerPath: bench.container, namespace: bench.namespace, notificationName: "name",
      environment: MailboxEnvironment(fileSystem: recorder.fileSystem(), clock: bench.clock, doorbell: bell))
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    #expect(bell.lastCallBeforeRing.withLock { $0 }?.primitive != nil)
    #expect(bell.wasLocked.withLock { $0 } == [false])
    #expect(bell.names.withLock { $0 } == ["name"])
    let silent = try bench.open(notificationName: nil)
    try silent.enqueue(.init("b"))
    #expect(!bench.doorbell.takeRing())
  }

  @Test(.clauses("WKE-1", "ERR-3"))
  func `A refused message wakes nobody`() throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 1))
    try mailbox.enqueue(.init("a"))
    _ = bench.doorbell.takeRing()
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(.init("b")) }
    #expect(!bench.doorbell.takeRing())
  }
}

private final class OrderedBell: Doorbell {
  let recorder: CallRecorder
  let lastCallBeforeRing = StateLock<FileSystemCall?>(nil)
  let wasLocked = StateLock<[Bool]>([])
  let names = StateLock<[String]>([])

  init(_ recorder: CallRecorder) {
    self.recorder = recorder
  }

  func ring(_ name: String) {
    let calls = recorder.calls
    lastCallBeforeRing.withLock { $0 = calls.last }
    let locks = calls.count { $0.primitive == .tryLock }
    let unlocks = calls.count { $0.primitive == .unlock }
    wasLocked.withLock { $0.append(locks != unlocks) }
    names.withLock { $0.append(name) }
  }
}
