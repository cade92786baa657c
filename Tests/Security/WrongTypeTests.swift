import AppGroupMailbox
import ConformanceKit
import MailboxTestSupport
import Testing

/// Links, directories, FIFOs and sockets where a message should be.
struct WrongTypeTests {
  /// Everything that is not a regular file with one name.
  static let imposters: [(title: String, kind: PlantedEntry.Kind)] = [
    ("a link to a file outside", .symbolicLink(to: GuardedMailbox.secret)),
    ("a link to a directory outside", .symbolicLink(to: GuardedMailbox.folder)),
    ("a link to a message of another mailbox", .symbolicLink(to: "../neighbour/\(EntryNames.pending(77))")),
    ("a link to a message of this mailbox", .symbolicLink(to: EntryNames.pending(2, after: 1))),
    ("a dangling link", .symbolicLink(to: "nowhere")),
    ("a link to itself", .symbolicLink(to: EntryNames.pending(1))),
    ("an empty directory", .directory([])),
    (
      "a directory with files and links",
      .directory([.file("inner", "text"), .symbolicLink("out", to: "../" + GuardedMailbox.folder), .message(3)])
    ),
    ("a FIFO", .fifo),
    ("a socket", .socket),
  ]

  static let pending = imposters.map { title, kind in
    SecurityCase.skipping(
      "\(title) for a pending message", PlantedEntry(EntryNames.pending(1), kind), leaves: "quarantine type",
      diagnostic: .unsafeFileQuarantined)
  }

  static let others = imposters.flatMap { title, kind in
    [
      ("pending message of release 0.1", EntryNames.legacy(1)), ("claimed message", EntryNames.claimed(1)),
      ("dead letter", EntryNames.deadLetter(1)),
    ].map { place, name in
      SecurityCase.skipping(
        "\(title) for a \(place)", PlantedEntry(name, kind), leaves: "quarantine type",
        diagnostic: .unsafeFileQuarantined)
    }
  }

  /// Enqueue with the identifier of the imposter: it must not count as a repetition (clause ENQ-11).
  static let repetitions = imposters.map { title, kind in
    SecurityCase(
      title: "\(title) with the identifier of a new message", setup: [PlantedEntry(EntryNames.pending(1), kind)],
      steps: [.enqueue(1), .claim(.delivers([1]))], finally: ["quarantine type", "claimed 1 attempts 1"],
      diagnostics: [.unsafeFileQuarantined])
  }

  @Test(.clauses("QUA-2", "CLM-7", "SEC-3"), arguments: pending + others)
  func `What is no regular file is quarantined, not followed, and holds nothing up`(_ example: SecurityCase) throws {
    try example.run()
  }

  @Test(.clauses("QUA-2", "SEC-4"), .enabled(if: ProcessPrivileges.isRoot, "only root can make a device"))
  func `A device is quarantined too`() throws {
    try SecurityCase.skipping(
      "a device", PlantedEntry(EntryNames.pending(1), .nullDevice), leaves: "quarantine type",
      diagnostic: .unsafeFileQuarantined
    ).run()
  }

  @Test(.clauses("ENQ-11", "QUA-2"), arguments: repetitions)
  func `What is no regular file does not pass for a message that is already there`(_ example: SecurityCase) throws {
    try example.run()
  }

  @Test(.clauses("QUA-2", "DIA-4", "LAY-1"), arguments: imposters.map(\.title))
  func `Maintenance quarantines it too`(_ title: String) throws {
    let kind = try #require(Self.imposters.first { $0.title == title }).kind
    try SecurityCase(
      title: title, setup: [PlantedEntry(EntryNames.pending(1), kind)], steps: [.maintain()],
      finally: ["quarantine type"], diagnostics: [.unsafeFileQuarantined]
    ).run()
  }

  @Test(.clauses("STA-1", "LIM-5", "LAY-1"))
  func `Statistics count none of it, and change nothing`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      Self.imposters.enumerated().map { PlantedEntry(EntryNames.pending($0 + 3, ordinal: 9), $1.kind) })
    try guarded.plant(
      .symbolicLink(EntryNames.claimed(2), to: GuardedMailbox.secret), PlantedEntry(EntryNames.deadLetter(2), .fifo))
    let mailbox = try guarded.bench.open()
    let before = TreeSnapshot(of: guarded.bench.directory)
    let statistics = try mailbox.statistics()
    #expect([statistics.pending, statistics.claimed, statistics.deadLetters, statistics.quarantined] == [0, 0, 0, 0])
    #expect(statistics.oldestPending == nil)
    #expect(statistics.bytes == 0)
    #expect(TreeSnapshot(of: guarded.bench.directory).changes(since: before) == [])
    guarded.expectNeighboursUntouched()
  }

  @Test(
    .clauses("LAY-23", "SEC-3"),
    arguments: imposters.filter { $0.title.contains("link") || $0.title.hasPrefix("a ") }.map(\.title))
  func `What stands for the folder of temporaries and is no directory is quarantined`(_ title: String) throws {
    let kind = try #require(Self.imposters.first { $0.title == title }).kind
    if case .directory = kind { return }
    try SecurityCase(
      title: title, setup: [PlantedEntry(".tmp", kind)], steps: [.enqueue(2), .claim(.delivers([2]))],
      finally: ["quarantine type", "claimed 2 attempts 1"], diagnostics: [.unsafeFileQuarantined]
    ).run()
  }
}
