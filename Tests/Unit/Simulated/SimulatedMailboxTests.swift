import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// The library on a simulated disk.
@Suite struct SimulatedMailboxTests {
  private typealias Note = MailboxBench.Note

  private static func disk(unnamed: Bool) -> SimulatedDisk {
    var settings = VolumeSettings()
    settings.supportsUnnamedFiles = unnamed
    var volume = SimulatedVolume(settings)
    volume.plant(.directory, at: "/container", mode: 0o755, owner: 501)
    volume.synchronizeEverything()
    return SimulatedDisk(volume: volume, clock: SimulatedClock(secondsSince2001: MailboxBench.start))
  }

  private static func open(
    _ container: String, _ system: any FileSystem, _ durability: MailboxDurability
  ) throws -> AppGroupMailbox<Note> {
    try AppGroupMailbox<Note>(
      containerPath: container, namespace: "bench", durability: durability,
      environment: MailboxEnvironment(
        fileSystem: system, clock: SimulatedClock(secondsSince2001: MailboxBench.start),
        identifiers: SeededIdentifiers(seed: 1), doorbell: CountingDoorbell()))
  }

  @Test(arguments: [MailboxDurability.processCrash, .ordered, .powerLoss], [true, false])
  func `A mailbox is used from end to end`(durability: MailboxDurability, unnamed: Bool) throws {
    let disk = Self.disk(unnamed: unnamed)
    let (producer, consumer) = (
      disk.process(user: 501, identifier: 1), disk.process(user: 501, identifier: 2)
    )
    let sender = try Self.open("/container", producer, durability)
    let receiver = try Self.open("/container", consumer, durability)
    for number in 0..<5 { _ = try sender.enqueue(Note("\(number)")) }
    _ = try sender.enqueue(contentsOf: [Note("5"), Note("6")])
    let claims = try receiver.claimPending(limit: 4)
    #expect(claims.map(\.message.text) == ["0", "1", "2", "3"])
    try claims[0].acknowledge()
    try claims[1].release()
    try claims[2].reject()
    try claims[3].extend()
    #expect(try sender.claimPending().map(\.message.text) == ["1", "4", "5", "6"])
    #expect(try receiver.statistics().deadLetters == 1)
    // What a killed process had claimed stays on the disk.
    disk.kill(consumer)
    let names = disk.volume.tree(at: "/container/AppGroupMailbox/bench").map(\.path)
    #expect(names.filter { $0.hasPrefix("claimed-") }.count == 5)
    #expect(names.filter { $0.hasPrefix(".tmp/") }.isEmpty)
  }

  @Test(.clauses("LAY-19"))
  func `A lock file that was read-only is raised by whoever met it so, too`() throws {
    let disk = Self.disk(unnamed: true)
    let directory = "/container/AppGroupMailbox/bench"
    func generation() throws -> UInt64? {
      let lock = try #require(disk.volume.tree(at: directory).first { $0.path == ".mailbox.lock" })
      guard case .file(let bytes) = lock.content else { return nil }
      return Generation(bytes)?.value
    }
    disk.withVolume { volume in
      volume.plant(.directory, at: "/container/AppGroupMailbox", mode: 0o700, owner: 501)
      volume.plant(.directory, at: directory, mode: 0o700, owner: 501)
      volume.plant(.file(Generation(41).bytes), at: "\(directory)/.mailbox.lock", mode: 0o400, owner: 501)
    }
    let first = try Self.open("/container", disk.process(user: 501, identifier: 1), .processCrash)
    try first.enqueue(Note("a"), id: UUID())
    #expect(try generation() == 42)
    let second = try Self.open("/container", disk.process(user: 501, identifier: 2), .processCrash)
    try second.enqueue(Note("b"), id: UUID())
    try first.enqueue(Note("c"), id: UUID())
    #expect(try generation() == 44)
  }

  @Test(arguments: [true, false])
  func `The same operations leave the same names and bodies as on the real file system`(unnamed: Bool) throws {
    let bench = try MailboxBench()
    let disk = Self.disk(unnamed: unnamed)
    let real: any FileSystem = unnamed ? POSIXFileSystem() : NamedFilesOnly()
    var trees: [[String]] = []
    for (container, system) in [(bench.container, real), ("/container", disk.process(user: 501, identifier: 1))] {
      let mailbox = try Self.open(container, system, .powerLoss)
      for number in 0..<6 { _ = try mailbox.enqueue(Note("\(number)"), id: MailboxBench.id(number)) }
      _ = try mailbox.enqueue(Note("again"), id: MailboxBench.id(1))
      let claims = try mailbox.claimPending(limit: 4)
      try claims[0].acknowledge()
      try claims[1].release()
      try claims[2].reject()
      try mailbox.performMaintenance()
      _ = try mailbox.claimPending(limit: 1)
      let tree = container == "/container" ? disk.volume.tree(at: container) : RealVolume.tree(at: container)
      trees.append(tree.map(Self.line).sorted())
    }
    #expect(trees[0] == trees[1])
    #expect(trees[1].count >= 8)
  }

  /// An entry without its token, and with the length of its body: tokens and the order of keys are anybody's.
  private static func line(_ entry: SimulatedVolume.Entry) -> String {
    let path = entry.path.replacing(/claimed-[0-9A-F-]{36}/, with: "claimed")
    let size = if case .file(let bytes) = entry.content { "\(bytes.count) bytes" } else { "\(entry.content)" }
    return "\(path) \(size) \(String(entry.mode, radix: 8)) \(entry.linkCount)"
  }

  @Test(arguments: [true, false])
  func `What was enqueued for power loss is there in every state`(unnamed: Bool) throws {
    try expectStates(.powerLoss, unnamed: unnamed) { $0 == ["first", "second"] }
  }

  @Test(arguments: [true, false])
  func `What was enqueued in order is lost whole and the newest first`(unnamed: Bool) throws {
    let seen = try expectStates(.ordered, unnamed: unnamed) { ["first", "second"].starts(with: $0) }
    #expect(seen.contains([]))
  }

  @Test(arguments: [true, false])
  func `What was enqueued for a crash of the process only may be torn`(unnamed: Bool) throws {
    let seen = try expectStates(.processCrash, unnamed: unnamed) { _ in true }
    #expect(seen.contains(["second"]))
  }

  /// Enqueues twice, then looks with a new process at every state that an adversarial power loss leaves.
  @discardableResult
  private func expectStates(
    _ durability: MailboxDurability, unnamed: Bool, _ isExpected: ([String]) -> Bool
  ) throws -> Set<[String]> {
    let disk = Self.disk(unnamed: unnamed)
    let mailbox = try Self.open("/container", disk.process(user: 501, identifier: 1), durability)
    for text in ["first", "second"] { _ = try mailbox.enqueue(Note(text)) }
    let states = disk.volume.powerLossStates(.adversarial, atMost: 5_000)
    #expect(states.isComplete)
    var seen: Set<[String]> = []
    for volume in states.volumes {
      let after = SimulatedDisk(volume: volume, clock: SimulatedClock(secondsSince2001: MailboxBench.start))
      let next = try Self.open("/container", after.process(user: 501, identifier: 1), durability)
      let claimed = try next.claimPending().map(\.message.text)
      #expect(isExpected(claimed), "\(volume.tree().map(\.path))")
      seen.insert(claimed)
    }
    return seen
  }
}

/// The real file system where it has no unnamed files.
private struct NamedFilesOnly: ForwardingFileSystem {
  let base: any FileSystem = POSIXFileSystem()

  func createUnnamedFile(in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    throw SystemError(call: .create, code: ErrorNumber.unsupported)
  }
}
