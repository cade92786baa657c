import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// The container, which is the runner's in every case of Fixtures/.
struct ContainerTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("SEC-3", "LAY-1"), arguments: ["link", "chain", "link/../link"])
  func `The path of the container may contain links`(_ path: String) throws {
    let container = "\(bench.container)/real"
    for entry: PlantedEntry in [
      PlantedEntry("real", .directory([])), .symbolicLink("link", to: "real"), .symbolicLink("chain", to: "link"),
    ] { try entry.plant(in: bench.container, now: bench.clock.now) }
    let mailbox = try AppGroupMailbox<String>(
      containerURL: URL(fileURLWithPath: bench.container).appending(path: path), namespace: "bench",
      durability: .processCrash)
    let id = try mailbox.enqueue("hello")
    #expect(try mailbox.claimPending().map(\.id) == [id])
    #expect(DirectorySummary(of: "\(container)/AppGroupMailbox/bench").lines.count == 1)
    #expect(EntryListing.names(in: bench.container).count == 3)
  }

  @Test(
    .clauses("SEC-3"),
    arguments: [
      ("file", PlantedEntry.Kind.file([])), ("loop", .symbolicLink(to: "loop")), ("gone", .symbolicLink(to: "nowhere")),
    ])
  func `A container that is no directory is refused, and stays as it is`(_ name: String, _ kind: PlantedEntry.Kind)
    throws
  {
    try PlantedEntry(name, kind).plant(in: bench.container, now: bench.clock.now)
    let before = TreeSnapshot(of: bench.container)
    #expect(throws: AppGroupMailboxError.self) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: "\(bench.container)/\(name)"), namespace: "bench")
    }
    #expect(TreeSnapshot(of: bench.container).changes(since: before) == [])
  }

  @Test(.clauses("NSP-1", "NSP-3"))
  func `A refused namespace does not make a container`() throws {
    #expect(throws: AppGroupMailboxError.invalidNamespace) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: "\(bench.container)/new"), namespace: "../a")
    }
    #expect(EntryListing.names(in: bench.container).isEmpty)
  }
}
