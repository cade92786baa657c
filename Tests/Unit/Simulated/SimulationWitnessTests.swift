import AppGroupMailbox
import Foundation
import Testing

@testable import MailboxSimulation

/// The witness of simulations, shown operations that a library should not do: each breaks one promise, and it says which.
struct SimulationWitnessTests {
  /// One process that makes calls by hand.
  private struct Hand {
    let world: SimulationWorld
    let fileSystem: InterposedFileSystem
    let directory: RawDescriptor
    let lock: RawDescriptor
    static let id = UUID(high: 0x4000, low: 1 << 63 | 2)
    static let token = UUID(high: 0x4001, low: 1 << 63 | 7)

    init() throws {
      let tape = ChoiceTape(recorded: [])
      let settings = SimulationSettings(drawnFrom: tape)
      let world = SimulationWorld(settings, SimulationPlan(drawnFrom: tape, processes: 2), tellsStory: true)
      self.world = world
      world.disk.plant(.directory, at: SimulationWorld.root, mode: 0o700, owner: SimulationWorld.user)
      world.disk.plant(.directory, at: SimulationWorld.directory, mode: 0o700, owner: SimulationWorld.user)
      fileSystem = InterposedFileSystem(over: world.begin(0)) { call throws(SystemError) in
        try world.call(call, by: 0) {}
      }
      directory = try fileSystem.openDirectory(atPath: SimulationWorld.directory)
      lock = try fileSystem.openFile(EntryName.lockFile, in: directory, .readWriteCreating)
    }

    var pending: PendingName {
      PendingName(
        ordinal: 1_778_307_200_000, id: Self.id,
        details: PendingName.Details(date: NameDate(seconds: SimulationWorld.beginning)!, attempts: 0))
    }

    var claimed: ClaimedName { ClaimedName(token: Self.token, returning: pending.raisingAttempts()) }

    var message: HistoryMessage { HistoryMessage(id: Self.id, payload: UserMessage.payload(Self.id)) }

    func locked(raising: Bool = true, _ body: () throws -> Void) throws {
      _ = try fileSystem.tryLock(lock)
      if raising {
        let there = try fileSystem.readAll(lock, expected: Generation.length, atMost: Generation.length)
        try fileSystem.writeAll(Data((Generation(there)?.raised() ?? Generation(1)).bytes), to: lock)
      }
      try body()
      fileSystem.unlock(lock)
    }

    func publish(
      holding payload: String? = nil, synchronizes: Bool = true, afterwards: Bool = false
    ) throws {
      let operation = world.invoke(.enqueue(message: message, date: SimulationWorld.beginning), by: 0)
      let text =
        #"{"id":"\#(Self.id.uuidString)","enqueuedAt":\#(SimulationWorld.beginning),"message":\#(payload ?? message.payload)}"#
      let file = try fileSystem.createUnnamedFile(in: directory)
      try fileSystem.writeAll(Data(text.utf8), to: file)
      if synchronizes { try fileSystem.synchronizeFile(file, .full) }
      try locked { try fileSystem.link(file, to: pending.fileName, in: directory) }
      if afterwards { try fileSystem.synchronizeDirectory(directory) }
      world.finish(operation, .identifiers(ids: [Self.id]), by: 0)
    }

    func claim(stamping: Bool = true, locking: Bool = true) throws {
      let operation = world.invoke(.claim(limit: nil), by: 0)
      let take = {
        let file = try fileSystem.openFile(pending.fileName, in: directory, .read)
        if stamping { try fileSystem.setModificationTime(FileTime(secondsSince2001: world.now), of: file) }
        try fileSystem.rename(pending.fileName, in: directory, to: claimed.fileName, in: directory)
      }
      if locking { try locked(take) } else { try take() }
      let delivered = HistoryClaim(
        token: Self.token, id: Self.id, payload: message.payload, date: SimulationWorld.beginning)
      world.finish(operation, .claims(claims: [delivered]), by: 0)
    }

    /// The clause that was broken.
    var broken: String? { world.witness { $0.violation?.clause } }
  }

  @Test func `What is right is not objected to`() throws {
    let hand = try Hand()
    for parent in ["/", SimulationWorld.container, SimulationWorld.root] {
      try hand.fileSystem.synchronizeDirectory(hand.fileSystem.openDirectory(atPath: parent))
    }
    try hand.publish(afterwards: true)
    try hand.claim()
    let operation = hand.world.invoke(.acknowledge(token: Hand.token), by: 0)
    try hand.fileSystem.remove(hand.claimed.fileName, in: hand.directory)
    hand.world.finish(operation, .done, by: 0)
    #expect(hand.broken == nil)
    #expect(hand.world.witness { $0.judged["claims acknowledged"] } == 1)
  }

  @Test func `A message that is visible before it is synchronised`() throws {
    let hand = try Hand()
    try hand.publish(synchronizes: false)
    #expect(hand.broken == "DUR-2")
  }

  @Test func `An enqueue that returns before the directory is synchronised`() throws {
    let hand = try Hand()
    try hand.publish()
    #expect(hand.broken == "DUR-1")
  }

  @Test func `A message with another's content`() throws {
    let hand = try Hand()
    try hand.publish(holding: #""other""#)
    #expect(hand.broken == "ENQ-8")
  }

  /// With nothing before it that is wrong.
  private static func claimable() throws -> Hand {
    let hand = try Hand()
    for parent in ["/", SimulationWorld.container, SimulationWorld.root] {
      try hand.fileSystem.synchronizeDirectory(hand.fileSystem.openDirectory(atPath: parent))
    }
    try hand.publish(afterwards: true)
    #expect(hand.broken == nil)
    return hand
  }

  @Test func `A claim without the lock`() throws {
    let hand = try Self.claimable()
    try hand.claim(locking: false)
    #expect(hand.broken == "LCK-1")
  }

  @Test func `A change under the generation of an earlier one`() throws {
    let hand = try Self.claimable()
    let operation = hand.world.invoke(.maintain, by: 0)
    try hand.locked(raising: false) { try hand.fileSystem.remove(hand.pending.fileName, in: hand.directory) }
    hand.world.finish(operation, .done, by: 0)
    #expect(hand.broken == "LAY-19")
  }

  @Test func `A claim that is not stamped before its rename`() throws {
    let hand = try Self.claimable()
    hand.world.clock.move(by: 30)
    try hand.claim(stamping: false)
    #expect(hand.broken == "CLM-6")
  }

  @Test func `A removal that nothing allows`() throws {
    let hand = try Self.claimable()
    let operation = hand.world.invoke(.maintain, by: 0)
    try hand.locked { try hand.fileSystem.remove(hand.pending.fileName, in: hand.directory) }
    hand.world.finish(operation, .done, by: 0)
    #expect(hand.broken == "OVF-1")
  }

  @Test func `A claim that is recovered before its time`() throws {
    let hand = try Self.claimable()
    try hand.claim()
    let operation = hand.world.invoke(.maintain, by: 0)
    try hand.locked {
      try hand.fileSystem.rename(
        hand.claimed.fileName, in: hand.directory, to: hand.claimed.returning.fileName, in: hand.directory)
    }
    hand.world.finish(operation, .done, by: 0)
    #expect(hand.broken == "REC-2")
  }

  @Test func `A release that keeps the attempts`() throws {
    let hand = try Self.claimable()
    try hand.claim()
    let operation = hand.world.invoke(.release(token: Hand.token), by: 0)
    try hand.locked {
      try hand.fileSystem.rename(
        hand.claimed.fileName, in: hand.directory, to: hand.claimed.returning.fileName, in: hand.directory)
    }
    hand.world.finish(operation, .done, by: 0)
    #expect(hand.broken == "REL-2")
  }

  @Test func `A good message in quarantine`() throws {
    let hand = try Self.claimable()
    let operation = hand.world.invoke(.maintain, by: 0)
    try hand.locked {
      try hand.fileSystem.rename(
        hand.pending.fileName, in: hand.directory,
        to: QuarantineName(milliseconds: 1, id: Hand.token, reason: .body).fileName, in: hand.directory)
    }
    hand.world.finish(operation, .done, by: 0)
    #expect(hand.broken == "QUA-1")
  }

  @Test func `A claim that leaves what waits behind`() throws {
    let hand = try Self.claimable()
    let operation = hand.world.invoke(.claim(limit: nil), by: 0)
    hand.world.finish(operation, .claims(claims: []), by: 0)
    #expect(hand.broken == "CLM-2")
  }

  @Test func `A mailbox that is said to be full, and is not`() throws {
    let hand = try Self.claimable()
    let message = HistoryMessage(id: Hand.token, payload: "\"\"")
    let operation = hand.world.invoke(.enqueue(message: message, date: nil), by: 0)
    hand.world.finish(operation, .failed(error: .mailboxFull), by: 0)
    #expect(hand.broken == "LIM-4")
  }
}
