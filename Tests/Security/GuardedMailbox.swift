import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// A mailbox with a neighbourhood that no operation may change: files beside the container's own, and another mailbox.
///
/// ```
/// <container>/outside/secret          <container>/outside/folder/inner
/// <container>/AppGroupMailbox/neighbour/pending-…
/// ```
final class GuardedMailbox: Sendable {
  let bench: MailboxBench
  private let before: TreeSnapshot

  /// From the mailbox directory to what must not be touched.
  static let secret = "../../outside/secret"
  static let folder = "../../outside/folder"
  static let marker = "outside and none of the mailbox's business"

  /// Makes all of it.
  init() throws {
    bench = try MailboxBench()
    try bench.makeDirectory()
    let folder = PlantedEntry("folder", .directory([.file("inner", Self.marker, mode: 0o640, age: 9e6)]), age: 9e6)
    let secret = PlantedEntry.file("secret", Self.marker, mode: 0o644, age: 9e6)
    let lock = PlantedEntry.file(".mailbox.lock", "neighbour")
    for entry in [
      PlantedEntry("outside", .directory([secret, folder])),
      PlantedEntry("AppGroupMailbox/neighbour", .directory([.message(77), lock])),
    ] { try entry.plant(in: bench.container, now: bench.clock.now) }
    before = Self.snapshot(bench)
  }

  private static func snapshot(_ bench: MailboxBench) -> TreeSnapshot {
    // The directories above the mailbox may be closed to others, which is the mailbox's right; their contents may not change.
    TreeSnapshot(of: bench.container, excluding: ["AppGroupMailbox/\(bench.namespace)"])
      .without([".", "AppGroupMailbox"])
  }

  /// Puts entries into the mailbox directory.
  func plant(_ entries: [PlantedEntry]) throws {
    for entry in entries { try entry.plant(in: bench.directory, now: bench.clock.now) }
  }

  func plant(_ entries: PlantedEntry...) throws { try plant(entries) }

  /// What is in the mailbox directory.
  var summary: DirectorySummary { DirectorySummary(of: bench.directory) }

  /// Holds after every step of every case: nothing outside changed, no temporary is left.
  func expectNeighboursUntouched(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Self.snapshot(bench).changes(since: before) == [], sourceLocation: sourceLocation)
    #expect(bench.temporaries() == [], sourceLocation: sourceLocation)
  }

  /// Compares the mailbox directory with what should be there.
  func expect(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    expect(lines, sourceLocation: sourceLocation)
  }

  func expect(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(summary == DirectorySummary(lines), sourceLocation: sourceLocation)
    expectNeighboursUntouched(sourceLocation: sourceLocation)
  }

  /// Compares the diagnostics since the last time, in any order.
  func expectDiagnostics(_ expected: MailboxDiagnostic..., sourceLocation: SourceLocation = #_sourceLocation) {
    let found = bench.diagnostics.take().map(String.init(describing:)).sorted()
    #expect(found == expected.map(String.init(describing:)).sorted(), sourceLocation: sourceLocation)
  }
}

/// The number of `MailboxBench.id(_:)`.
func number(_ id: UUID) -> Int? {
  Int(id.uuidString.suffix(12), radix: 16)
}
