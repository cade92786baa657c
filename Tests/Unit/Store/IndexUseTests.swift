import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// What operations cost when nobody else has changed the mailbox, and what they see when somebody has.
struct IndexUseTests {
  typealias Primitive = FileSystemCall.Primitive

  private let bench: MailboxBench
  private let recorder = CallRecorder()
  private let plan = FaultPlan()

  init() throws {
    bench = try MailboxBench()
  }

  private static let locking: [Primitive] = [
    .tryLock, .statusOfPath, .statusOfName, .statusOfName, .statusOfName, .read,
  ]
  /// The new generation, and whether somebody without the lock was faster.
  private static let raising: [Primitive] = [.write, .status]
  /// What the directory is left like.
  private static let leaving: [Primitive] = [.status, .unlock]

  /// The calls of an operation on a mailbox that was used before.
  private func calls(of operation: () throws -> Void) throws -> [Primitive] {
    _ = recorder.take()
    try operation()
    return recorder.take().map(\.primitive)
  }

  private func open(depth: Int) throws -> AppGroupMailbox<MailboxBench.Note> {
    for number in 0..<depth { try bench.plantMessage(number, ordinal: UInt64(number)) }
    // Of a mailbox that nobody has changed the generation is not known.
    let mailbox = try bench.open(
      limits: MailboxLimits(maxMessages: 10_000),
      fileSystem: recorder.fileSystem(over: plan.fileSystem(over: DistinctTimes())))
    try mailbox.enqueue(.init("last"))
    return mailbox
  }

  @Test(.clauses("ENQ-10", "ENQ-9"), arguments: [0, 10, 1_000])
  func `A further enqueue lists nothing and reads no message, whatever the depth`(depth: Int) throws {
    let mailbox = try open(depth: depth)
    let calls = try calls { try mailbox.enqueue(.init("a")) }
    #expect(calls == [.createUnnamedFile, .write] + Self.locking + Self.raising + [.link] + Self.leaving)
    #expect(try bench.pending().count == depth + 2)
  }

  @Test(.clauses("ENQ-10", "ENQ-9"), arguments: [0, 10, 1_000])
  func `So does one where no file can be made without a name`(depth: Int) throws {
    plan.fail(.createUnnamedFile, call: .create, code: ErrorNumber.unsupported)
    let mailbox = try open(depth: depth)
    let calls = try calls { try mailbox.enqueue(.init("a")) }
    #expect(!calls.contains(.list))
    #expect(
      calls == [.openDirectory, .status, .createFile, .write] + Self.locking + Self.raising + [.rename] + Self.leaving)
  }

  @Test(.clauses("CLM-1", "CLM-4"), arguments: [10, 1_000], [1, 5])
  func `A claim of some reads as many bodies and lists nothing, whatever the depth`(depth: Int, count: Int) throws {
    let mailbox = try open(depth: depth)
    var delivered = 0
    let calls = try calls { delivered = try mailbox.claimPending(limit: count).count }
    #expect(delivered == count)
    let each: [Primitive] = [.openFile, .status, .setModificationTime, .rename, .statusOfName]
    var expected = Self.locking + each[..<3] + Self.raising + each[3...]
    for _ in 1..<count { expected += each }
    // One read of each, which ends where its size said. Afterwards temporaries are swept, once an hour.
    expected += Self.leaving + Array(repeating: .read, count: count) + [.openDirectory]
    #expect(calls == expected)
  }

  @Test(.clauses("ACK-1", "ACK-3"), arguments: [10, 1_000])
  func `An acknowledge is a constant number of calls`(depth: Int) throws {
    let mailbox = try open(depth: depth)
    let claims = try mailbox.claimPending(limit: 2)
    #expect(try calls { try claims[0].acknowledge() } == Self.locking + Self.raising + [.remove] + Self.leaving)
    #expect(try calls { try claims[1].release() } == Self.locking + Self.raising + [.rename] + Self.leaving)
  }

  @Test(.clauses("OVF-1", "OVF-2"))
  func `Making room for a new message lists nothing`() throws {
    let mailbox = try bench.open(
      limits: MailboxLimits(maxMessages: 3), policy: .discardOldest,
      fileSystem: recorder.fileSystem(over: DistinctTimes()))
    for text in ["a", "b", "c"] { try mailbox.enqueue(.init(text)) }
    #expect(try !calls { try mailbox.enqueue(.init("d")) }.contains(.list))
    #expect(try mailbox.claimPending().map(\.message.text) == ["b", "c", "d"])
  }

  @Test(.clauses("CLM-2", "QUA-1"), arguments: [1, 3])
  func `However many broken files come first, a claim of a few gets those behind them`(limit: Int) throws {
    for number in 0..<300 { try bench.plantMessage(number, ordinal: UInt64(number), body: "broken") }
    for number in 300..<303 { try bench.plantMessage(number, ordinal: UInt64(number)) }
    let mailbox = try bench.open(limits: MailboxLimits(maxMessages: 400))
    #expect(try mailbox.claimPending(limit: limit).map(\.id) == (300..<300 + limit).map { MailboxBench.id($0) })
  }

  // MARK: Others

  @Test(.clauses("CLM-2", "LCK-4"))
  func `What others do between two holds of a long settling is not overlooked afterwards`() throws {
    let recorder = recorder
    let bench = bench
    // More than one step of settling, and something at its end for which the dead letters must be looked at.
    for number in 0..<70 { try bench.plantMessage(number, date: MailboxBench.start - 200_000, ordinal: UInt64(number)) }
    try bench.plantMessage(400, ordinal: 400, attempts: 5)
    let unlocks = StateLock(0)
    let plan = plan
    plan.add(
      FaultPlan.Fault(matches: { $0.primitive == .unlock }) { _ throws(SystemError) in
        let number = unlocks.withLock { count in
          count += 1
          return count
        }
        // After the first hold somebody stores a message.
        if number == 1 { _ = try? bench.plantMessage(500, ordinal: 500) }
      })
    let mailbox = try bench.open(fileSystem: recorder.fileSystem(over: plan.fileSystem(over: DistinctTimes())))
    try mailbox.performMaintenance()
    #expect(unlocks.withLock(\.self) > 1)
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(500)])
  }

  @Test(.clauses("CLM-2", "ENQ-2", "LIM-4"))
  func `What another instance does is seen at once, for one listing each time`() throws {
    let limits = MailboxLimits(maxMessages: 3)
    let mailbox = try bench.open(limits: limits, fileSystem: recorder.fileSystem(over: DistinctTimes()))
    let other = try bench.open(limits: limits)
    try mailbox.enqueue(.init("a"))
    let id = try other.enqueue(.init("b"))
    #expect(try calls { try mailbox.enqueue(.init("c")) }.count { $0 == .list } == 1)
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(.init("d")) }
    #expect(try calls { try mailbox.enqueue(.init("b"), id: id) }.count { $0 == .list } == 0)
    let claim = try #require(try other.claimPending(limit: 1).first)
    try claim.acknowledge()
    try mailbox.enqueue(.init("d"))
    #expect(try mailbox.claimPending().map(\.message.text) == ["b", "c", "d"])
  }

  @Test(.clauses("CLM-2", "LAY-19"))
  func `Ten seconds after the last listing the directory is listed anew, and what was overlooked is found`() throws {
    let mailbox = try open(depth: 10)
    bench.clock.move(by: 9.9)
    #expect(try !calls { try mailbox.enqueue(.init("a")) }.contains(.list))
    bench.clock.move(by: 0.1)
    #expect(try calls { try mailbox.enqueue(.init("b")) }.count { $0 == .list } == 1)
    #expect(try !calls { try mailbox.enqueue(.init("c")) }.contains(.list))
  }

  /// Ways to change a directory that leave the lock file as it is.
  enum Tampering: CaseIterable {
    case added, removed, exchanged
  }

  @Test(.clauses("CLM-2", "LAY-18"), arguments: Tampering.allCases, [true, false])
  func `A directory that is changed behind the mailbox's back is looked at again`(
    _ way: Tampering, restoresTimes: Bool
  ) throws {
    // As the volume is, and as if it had coarse times.
    for fileSystem in [POSIXFileSystem(), DistinctTimes(isDistinct: false)] as [any FileSystem] {
      let bench = try MailboxBench()
      let mailbox = try bench.open(fileSystem: fileSystem)
      try mailbox.enqueue(.init("a"))
      try mailbox.enqueue(.init("b"))
      let first = try #require(try bench.pending().first)
      let times = try FileManager.default.attributesOfItem(atPath: bench.directory)[.modificationDate] as? Date
      // At once: on a volume with coarse times this is within the tick of the last change.
      if way != .added { try FileManager.default.removeItem(atPath: "\(bench.directory)/\(first.fileName.text)") }
      if way != .removed { try bench.plantMessage(7, ordinal: 1 << 50) }
      if restoresTimes, let times {
        try FileManager.default.setAttributes([.modificationDate: times], ofItemAtPath: bench.directory)
      }
      let expected: [String] = (way == .added ? ["a", "b"] : ["b"]) + (way == .removed ? [] : ["x"])
      #expect(Set(try mailbox.claimPending().map(\.message.text)) == Set(expected))
    }
  }

  @Test(.clauses("CLM-2", "LAY-19"))
  func `On a volume with coarse times a change within the tick is seen, and peace makes listings rare`() throws {
    var volume = VolumeSettings()
    volume.timeGranularity = .tick
    let clock = SimulatedClock(secondsSince2001: MailboxBench.start)
    var simulated = SimulatedVolume(volume)
    simulated.plant(.directory, at: "/container", mode: 0o700, owner: 501)
    let disk = SimulatedDisk(volume: simulated, clock: clock)
    let recorder = CallRecorder()
    func open(_ fileSystem: any FileSystem, _ process: Int32) throws -> AppGroupMailbox<String> {
      try AppGroupMailbox<String>(
        containerPath: "/container", namespace: "inbox",
        environment: MailboxEnvironment(
          fileSystem: fileSystem, clock: clock, identifiers: SeededIdentifiers(seed: UInt64(process)),
          doorbell: CountingDoorbell()))
    }
    let mailbox = try open(recorder.fileSystem(over: disk.process(user: 501, identifier: 1)), 1)
    let other = try open(disk.process(user: 501, identifier: 2), 2)
    try mailbox.enqueue("a")
    try other.enqueue("b")
    #expect(try mailbox.claimPending(limit: 1).map(\.message) == ["a"])
    _ = recorder.take()
    clock.move(by: 1)
    // Longer after the last change than a tick: what this listing finds, holds.
    try mailbox.performMaintenance()
    #expect(recorder.take().contains { $0.primitive == .list })
    try mailbox.performMaintenance()
    #expect(!recorder.take().contains { $0.primitive == .list })
    try other.enqueue("c")
    #expect(try mailbox.claimPending().map(\.message) == ["b", "c"])
  }
}
