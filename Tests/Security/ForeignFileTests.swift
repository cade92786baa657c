import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Files that are none of the mailbox's business: that no call concerns them.
struct ForeignFileTests {
  /// Everything a directory can hold, under foreign names.
  static let zoo: [PlantedEntry] =
    ["notes.txt", "pending", ".tmpx"].map { .file($0, "mine", mode: 0o644, age: 9e6) } + [
      PlantedEntry([0xFF, 0xFE, 0x0A], .file([1, 2]), age: -9e6),
      PlantedEntry(
        "folder", .directory([.message(3), .file("pending-x", "x"), .symbolicLink("up", to: "..")]), mode: 0o755,
        age: 9e6),
      .symbolicLink("link", to: GuardedMailbox.secret), .symbolicLink("dangling", to: "nowhere"),
      PlantedEntry("pipe", .fifo, age: 9e6),
      PlantedEntry("socket", .socket), PlantedEntry("closed", .file([]), mode: 0),
      PlantedEntry("large", .sparse(bytes: 1 << 40)),
      PlantedEntry("second name", .hardLink(of: GuardedMailbox.secret)),
    ]

  /// Everything that the library can be asked to do, and a look at the clock's effects.
  private func useEverything(_ mailbox: AppGroupMailbox<MailboxBench.Note>, _ bench: MailboxBench) throws {
    try mailbox.enqueue(contentsOf: ["a", "b", "c", "d"].map(MailboxBench.Note.init))
    let claims = try mailbox.claimPending()
    try claims[0].acknowledge()
    try claims[1].release()
    try claims[2].extend()
    try claims[3].reject()
    try mailbox.restore(try #require(try mailbox.deadLetters().first))
    bench.clock.move(by: 7_200)
    try mailbox.performMaintenance()
    bench.clock.move(by: 86_401)
    _ = try mailbox.claimPending()
    _ = try mailbox.statistics()
  }

  @Test(.clauses("LAY-16"), arguments: [MailboxOverflowPolicy.rejectNewest, .discardOldest])
  func `Foreign files are never opened, moved, changed or removed`(_ policy: MailboxOverflowPolicy) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(Self.zoo)
    let before = TreeSnapshot(of: guarded.bench.directory).without([".", ".mailbox.lock"])
    let recorder = CallRecorder()
    let mailbox = try guarded.bench.open(
      limits: MailboxLimits(maxQuarantinedFiles: 0), policy: policy, fileSystem: recorder.fileSystem())
    try useEverything(mailbox, guarded.bench)
    let after = TreeSnapshot(of: guarded.bench.directory).without([".", ".mailbox.lock"])
    #expect(after.changes(since: before) == [])
    let foreign = Set(Self.zoo.map { String(decoding: $0.name, as: UTF8.self) })
    #expect(recorder.calls.filter { foreign.contains($0.name ?? "") || foreign.contains($0.newName ?? "") } == [])
    guarded.expectNeighboursUntouched()
  }

  @Test(.clauses("LAY-16", "LIM-5"))
  func `Thousands of foreign files make one listing more, once`() throws {
    let guarded = try GuardedMailbox()
    let recorder = CallRecorder()
    let mailbox = try guarded.bench.open(fileSystem: recorder.fileSystem())
    func calls() throws -> [FileSystemCall.Primitive] {
      _ = recorder.take()
      try mailbox.enqueue(MailboxBench.Note("x"))
      try mailbox.claimPending().first?.acknowledge()
      return recorder.take().map(\.primitive)
    }
    _ = try calls()
    let before = try calls()
    try guarded.plant(.file("foreign", ""))
    try guarded.plant((2...2000).map { PlantedEntry("foreign \($0)", .hardLink(of: "foreign")) })
    #expect(try calls().filter { $0 != .list } == before.filter { $0 != .list })
    #expect(try calls() == before)
    #expect(EntryListing.names(in: guarded.bench.directory).count == 2001)
  }
}
