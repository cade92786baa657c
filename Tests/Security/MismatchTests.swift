import AppGroupMailbox
import MailboxTestSupport
import Testing

/// Bodies that are not what their names say.
struct MismatchTests {
  @Test(.clauses("LAY-14", "QUA-3", "CLM-7"), arguments: [EntryNames.pending(1), EntryNames.legacy(1)])
  func `A body with another identifier is quarantined`(_ name: String) throws {
    try SecurityCase.skipping(
      "another id", .file(name, MailboxBench.body(3)), leaves: "quarantine mismatch",
      diagnostic: .malformedMessageQuarantined
    ).run()
  }

  @Test(.clauses("LAY-14"), arguments: [0.0010003, -0.0010003, 0.002, 1, -86_400, 1e300, -1e300])
  func `A body whose date is more than a millisecond from its name's is quarantined`(_ difference: Double) throws {
    try SecurityCase.skipping(
      "\(difference) s", .file(EntryNames.pending(1), MailboxBench.body(1, date: MailboxBench.start + difference)),
      leaves: "quarantine mismatch", diagnostic: .malformedMessageQuarantined
    ).run()
  }

  @Test(.clauses("LAY-14"), arguments: [0, 0.0009997, -0.0009997, 0.0005, -0.0000001])
  func `A body whose date is within a millisecond of its name's is delivered`(_ difference: Double) throws {
    try SecurityCase(
      title: "\(difference) s",
      setup: [.file(EntryNames.pending(1), MailboxBench.body(1, date: MailboxBench.start + difference))],
      steps: [.claim(.delivers([1]))], finally: ["claimed 1 attempts 1"]
    ).run()
  }

  @Test(.clauses("LAY-14", "EXP-1"))
  func `A name cannot make a message of another date expire or jump the queue for longer than it is looked at`() throws
  {
    // The body says now; the name says long ago, which puts it first and would let it expire.
    let name = EntryNames.pending(1, after: -80_000)
    try SecurityCase(
      title: "an older name", setup: [.file(name, MailboxBench.body(1)), .message(2)],
      steps: [.claim(limit: 1, .delivers([2]))],
      finally: ["quarantine mismatch", "claimed 2 attempts 1"], diagnostics: [.malformedMessageQuarantined]
    ).run()
  }
}
