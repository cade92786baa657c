import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// What a mailbox is made of, replaced by something else before it is opened.
struct ComponentTests {
  /// One component that is not what it should be.
  struct Example: Sendable, CustomTestStringConvertible {
    var component: String
    var title: String
    var kind: PlantedEntry.Kind

    var testDescription: String { "\(title) for \(component)" }
  }

  /// Each component's place in the container, and the way from there up to the container.
  static let components = [
    ("AppGroupMailbox", "", ""), ("bench", "AppGroupMailbox", "../"),
    (".mailbox.lock", "AppGroupMailbox/bench", "../../"),
  ]

  static let examples = components.flatMap { component, _, up in
    var kinds: [(String, PlantedEntry.Kind)] = [
      ("a link to a file", .symbolicLink(to: "\(up)outside/secret")),
      ("a link to a directory", .symbolicLink(to: "\(up)outside/folder")),
      ("a dangling link", .symbolicLink(to: "\(up)outside/new")),
      ("a link to itself", .symbolicLink(to: component)),
      ("a FIFO", .fifo),
      ("a socket", .socket),
    ]
    if component == ".mailbox.lock" {
      kinds.append(("a directory", .directory([])))
      kinds.append(("a second name of a file outside", .hardLink(of: "\(up)outside/secret")))
    } else {
      kinds.append(("a file", .file(Array("text".utf8))))
    }
    return kinds.map { Example(component: component, title: $0, kind: $1) }
  }

  let bench: MailboxBench
  private let outside = PlantedEntry(
    "outside", .directory([.file("secret", "secret", mode: 0o644), PlantedEntry("folder", .directory([]))]))

  init() throws {
    bench = try MailboxBench()
  }

  private func plant(_ example: Example) throws {
    try outside.plant(in: bench.container, now: bench.clock.now)
    let place = try #require(Self.components.first { $0.0 == example.component }).1
    let directory = place.isEmpty ? bench.container : "\(bench.container)/\(place)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try PlantedEntry(example.component, example.kind).plant(in: directory, now: bench.clock.now)
  }

  @Test(.clauses("SEC-1", "SEC-2", "SEC-3"), arguments: examples)
  func `A mailbox with a component that is something else is not opened and stays as it is`(_ example: Example) throws {
    try plant(example)
    let before = TreeSnapshot(of: bench.container)
    #expect(throws: AppGroupMailboxError.unsafeFile) { try bench.open() }
    #expect(TreeSnapshot(of: bench.container).changes(since: before) == [])
  }

  @Test(.clauses("SEC-1", "SEC-2"), arguments: examples)
  func `Directories that are open to others stay so when a component is unsafe`(_ example: Example) throws {
    try plant(example)
    for path in ["AppGroupMailbox", "AppGroupMailbox/bench"] {
      // Not through a link: only real directories above the component are meant.
      let full = "\(bench.container)/\(path)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: full)
      guard attributes?[.type] as? FileAttributeType == .typeDirectory else { break }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: full)
    }
    let before = TreeSnapshot(of: bench.container)
    #expect(throws: AppGroupMailboxError.unsafeFile) { try bench.open() }
    #expect(TreeSnapshot(of: bench.container).changes(since: before) == [])
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
}
