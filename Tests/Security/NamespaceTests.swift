import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Names of mailboxes.
struct NamespaceTests {
  static let refused = [
    "", ".", "..", "/", "a/b", "../a", "a/../b", "/etc", "./a", "a/", "a//b", "..\\a", "a\\b", "~", "a b", " a", "a ",
    "\t", "a\n", "\n",
    "a\0", "\0", "a\0b", "..\0", "a:b", "a*", "a%2Fb", "%2e%2e", "a+b", "a,b", "a@b", "$HOME", "`a`", "a;b", "\u{7F}",
    "\u{1B}[0m",
    // Looks like ASCII, or becomes it when it is normalised.
    "é", "e\u{301}", "а", "ａ", "．．", "․․", "‥", "∕", "⁄", "／", "a\u{200B}", "\u{202E}a", "\u{FEFF}a", "１", "ı", "ß",
    "🗂", "a\u{0}",
    String(repeating: "a", count: 65), String(repeating: ".", count: 65), String(repeating: "é", count: 33),
    String(repeating: "x", count: 4096),
  ]

  static let accepted = [
    "a", "Z", "0", "...", ". .".replacing(" ", with: ""), "-", "_", ".a", "a.", "--", "-rf", ".mailbox.lock", ".tmp",
    "pending-", "AppGroupMailbox",
    "azAZ09._-", String(repeating: "a", count: 64), String(repeating: ".", count: 64),
  ].filter { $0 != ".." }

  @Test(.clauses("NSP-1", "NSP-2", "NSP-3"), arguments: refused)
  func `A namespace that is none is refused, and the container stays as it was`(_ namespace: String) throws {
    let bench = try MailboxBench()
    try PlantedEntry.message(1).plant(in: bench.container, now: bench.clock.now)
    let before = TreeSnapshot(of: bench.container)
    #expect(throws: AppGroupMailboxError.invalidNamespace) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: bench.container), namespace: namespace)
    }
    #expect(TreeSnapshot(of: bench.container).changes(since: before) == [])
  }

  @Test(.clauses("NSP-3"))
  func `A refused namespace does not make a container`() throws {
    let bench = try MailboxBench()
    #expect(throws: AppGroupMailboxError.invalidNamespace) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: "\(bench.container)/new"), namespace: "../a")
    }
    #expect(EntryListing.names(in: bench.container).isEmpty)
  }

  @Test(.clauses("NSP-1", "LAY-1"), arguments: accepted)
  func `A namespace of the grammar is the name of its directory`(_ namespace: String) throws {
    let bench = try MailboxBench()
    let mailbox = try AppGroupMailbox<String>(
      containerURL: URL(fileURLWithPath: bench.container), namespace: namespace, durability: .processCrash)
    try mailbox.enqueue("hello")
    #expect(EntryListing.names(in: bench.container) == [Array("AppGroupMailbox".utf8)])
    #expect(EntryListing.names(in: "\(bench.container)/AppGroupMailbox") == [Array(namespace.utf8)])
    #expect(DirectorySummary(of: "\(bench.container)/AppGroupMailbox/\(namespace)").lines.count == 1)
  }

  @Test(.clauses("NSP-4"))
  func `Mailboxes of one container do not see each other`() throws {
    let bench = try MailboxBench()
    let names = ["a", "b", "A.B"]
    let mailboxes = try names.map { name in
      try AppGroupMailbox<String>(
        containerURL: URL(fileURLWithPath: bench.container), namespace: name, limits: MailboxLimits(maxMessages: 1),
        overflowPolicy: .discardOldest, durability: .processCrash)
    }
    // One identifier in all of them, each full: no repetition, no eviction.
    for (mailbox, name) in zip(mailboxes, names) { try mailbox.enqueue(name, id: MailboxBench.id(1)) }
    try PlantedEntry.file("pending-x", "x").plant(in: "\(bench.container)/AppGroupMailbox/a", now: bench.clock.now)
    for mailbox in mailboxes { try mailbox.performMaintenance() }
    #expect(try mailboxes.map { try $0.statistics().quarantined } == [1, 0, 0])
    let claims = try mailboxes.map { try $0.claimPending() }
    #expect(claims.map { $0.map(\.message) } == names.map { [$0] })
    try claims[0][0].acknowledge()
    #expect(try mailboxes.map { try $0.statistics().claimed } == [0, 1, 1])
  }
}
