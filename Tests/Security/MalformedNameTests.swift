import AppGroupMailbox
import ConformanceKit
import MailboxTestSupport
import Testing

/// Files whose names start like ours.
struct MalformedNameTests {
  /// The quarantine is large enough for all of them at once.
  static let limits = MailboxLimits(maxMessages: 1000, maxQuarantinedFiles: 1000)

  static let content = MailboxBench.body(1)

  @Test(.clauses("LAY-17", "QUA-3", "CLM-7"), arguments: MalformedNames.all)
  func `A name that starts like ours and is not is quarantined, and holds nothing up`(_ name: MalformedNames.Name)
    throws
  {
    try SecurityCase(
      title: "one malformed name",
      setup: [PlantedEntry(name.bytes, .file(Array(Self.content.utf8))), .message(2, after: 1)],
      steps: [.claim(.delivers([2]))], finally: ["quarantine name", "claimed 2 attempts 1"],
      diagnostics: [.malformedMessageQuarantined]
    ).run()
  }

  @Test(.clauses("LAY-17", "QUA-1", "LIM-5"))
  func `All of them at once are quarantined by one enqueue, with their content, and take no slot`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(MalformedNames.all.map { PlantedEntry($0.bytes, .file(Array(Self.content.utf8))) })
    let limits = MailboxLimits(maxMessages: 1, maxQuarantinedFiles: 1000)
    try guarded.bench.open(limits: limits).enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    let count = MalformedNames.all.count
    #expect(guarded.summary == DirectorySummary(["pending 2"] + Array(repeating: "quarantine name", count: count)))
    for name in try guarded.bench.names("quarantine-") { #expect(try guarded.bench.content(name) == Self.content) }
    #expect(guarded.bench.diagnostics.take() == Array(repeating: .malformedMessageQuarantined, count: count))
    guarded.expectNeighboursUntouched()
  }

  @Test(
    .clauses("LAY-17", "QUA-2"),
    arguments: [PlantedEntry.Kind.directory([.message(3)]), .symbolicLink(to: GuardedMailbox.folder), .fifo, .socket])
  func `A malformed name is one whatever stands under it`(_ kind: PlantedEntry.Kind) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry("pending-x", kind))
    try guarded.bench.open().performMaintenance()
    guarded.expect("quarantine name")
  }

  @Test(.clauses("LAY-4", "LAY-6", "LAY-7"), arguments: MalformedNames.wellFormed.map(\.name))
  func `A name at the bounds of the grammar is right`(_ name: String) throws {
    let left = try #require(MalformedNames.wellFormed.first { $0.name == name }).left
    let delivered = left.hasPrefix("claimed") ? [1] : []
    try SecurityCase(
      title: name, setup: [.file(name, Self.content)], steps: [.maintain(), .claim(.delivers(delivered))],
      finally: [left]
    ).run()
  }

  @Test(.clauses("LAY-9", "DLQ-13"), arguments: [0, 1, 9998, 9999])
  func `Attempts are raised to four nines and not beyond`(_ attempts: Int) throws {
    try SecurityCase(
      title: "attempts", limits: MailboxLimits(maxAttempts: nil), setup: [.message(1, attempts: attempts)],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts \(min(attempts + 1, 9999))"]
    ).run()
  }
}
