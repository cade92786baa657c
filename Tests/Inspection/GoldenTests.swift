import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// What is said of the mailboxes that release 0.1 left.
struct GoldenTests {
  private static let folder = "\(FixtureCases.directory)/golden-0.1"
  /// Long after all of them, and at a full second.
  private static let now = SimulatedClock(secondsSince2001: 807_003_600)

  /// A copy, with modes and times that no checkout decides.
  private static func copy(_ name: String) throws -> (scratch: ScratchDirectory, directory: String) {
    let scratch = try ScratchDirectory()
    let root = "\(scratch.path)/AppGroupMailbox"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: "\(folder)/\(name)/AppGroupMailbox/golden", toPath: "\(root)/golden")
    let manager = FileManager.default
    for file in try manager.contentsOfDirectory(atPath: "\(root)/golden") {
      try manager.setAttributes(
        [.posixPermissions: 0o644, .modificationDate: now.now.addingTimeInterval(-60)],
        ofItemAtPath: "\(root)/golden/\(file)")
    }
    for directory in [root, "\(root)/golden"] {
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
    }
    return (scratch, "\(root)/golden")
  }

  @Test(arguments: ["fifo", "imported-order", "message-shapes", "odd-dates", "one-claimed"])
  func `Each is shown as its manifest says, is in order, and is left as it was`(name: String) throws {
    let manifest = try JSONParser.parse(Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/manifest.json")))
    let expected = try #require(manifest[name])
    let (scratch, directory) = try Self.copy(name)
    let before = TouchSnapshot(of: scratch.path)
    let run = CommandRun(["inspect", "--json", "--contents", "--limit", "99", directory], clock: Self.now)
    let shown = try #require(try JSONParser.parse(run.output.utf8)["mailboxes"]?.elements?.first)
    for (place, list, wanted) in [("pending", "next", "pending"), ("claimed", "list", "claimed")] {
      let found = try #require(shown[place]?[list]?.elements)
      let messages = expected[wanted]?.elements ?? []
      #expect(found.map { $0["id"] } == messages.map { $0["id"] })
      #expect(found.map { $0["enqueuedAt"] } == messages.map { $0["enqueuedAt"] })
      #expect(found.map { $0["message"] } == messages.map { $0["message"] })
    }
    let verified = CommandRun(["verify", directory], clock: Self.now)
    #expect(verified.status == 0)
    #expect(!verified.output.contains("error"))
    #expect(TouchSnapshot(of: scratch.path) == before)
  }

  @Test func `One is shown in these very words`() throws {
    let (scratch, directory) = try Self.copy("one-claimed")
    func text(_ words: String...) -> String {
      CommandRun(words + [directory], clock: Self.now).output.replacingOccurrences(
        of: scratch.path, with: "<container>")
    }
    #expect(
      text("inspect") == """
        golden
        <container>/AppGroupMailbox/golden
        looked at 2026-07-29 07:40:00 UTC

        pending      2 messages, 174 B
                     oldest  2026-07-29 06:40:01  59 min ago
                     newest  2026-07-29 06:40:02  59 min ago
                     ID, in order                             age  attempts  size
                     00000000-0000-4000-8000-000000000021  59 min         0  87 B
                     00000000-0000-4000-8000-000000000022  59 min         0  87 B
        claimed      1 message, 87 B
                     ID                                    held for  attempts
                     00000000-0000-4000-8000-000000000020     1 min         0
        dead letters none
        quarantine   none
        temporaries  none
        lock         not held, no generation yet
        release 0.1  3 messages under names of release 0.1

        """)
    #expect(
      text("verify") == """
        <container>/AppGroupMailbox/golden
        note       AppGroupMailbox is not closed to others; it will be when it is opened
                   (mode 0755, not 0700) [LAY-3]
        note       the mailbox directory is not closed to others; it will be when it is
                   opened (mode 0755, not 0700) [LAY-3]
        note       the lock file's mode will be set when the mailbox is opened [LAY-3]
                   .mailbox.lock  (mode 0644, not 0600)
        note       written by release 0.1, which set no mode [LAY-22]
                   claimed-F2D1A0FF-9326-426E-AF82-795EE692A5F7-pending-00000001796020507732-00000000-0000-4000-8000-000000000020.json  (mode 0644, not 0600)
                   pending-00000001796020507734-00000000-0000-4000-8000-000000000021.json  (mode 0644, not 0600)
                   pending-00000001796020507735-00000000-0000-4000-8000-000000000022.json  (mode 0644, not 0600)
        note       a name of release 0.1, lengthened when it is settled [IOP-3]
                   pending-00000001796020507734-00000000-0000-4000-8000-000000000021.json
                   pending-00000001796020507735-00000000-0000-4000-8000-000000000022.json
        8 notes; 3 entries, 3 bodies read, 0 foreign

        """)
  }

  @Test(arguments: ["fifo", "imported-order", "message-shapes", "odd-dates", "one-claimed"])
  func `An export of each holds nothing of its messages, and all of them when that is asked for`(name: String) throws {
    let (scratch, directory) = try Self.copy(name)
    defer { withExtendedLifetime(scratch) {} }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".json") }
    let bodies = try names.map {
      try JSONParser.parse(Data(contentsOf: URL(fileURLWithPath: "\(directory)/\($0)")))
    }
    let words = bodies.compactMap { $0["message"]?["value"]?.string ?? $0["message"]?.string }.filter {
      $0.utf8.count > 2
    }
    let plain = CommandRun(["export", directory], clock: Self.now).output
    let open = CommandRun(["export", "--contents", directory], clock: Self.now).output
    for word in words {
      #expect(!plain.contains(word))
      // Whatever else was written with escapes of which there are several.
      let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      #expect(!isPlain || open.contains(word))
    }
    #expect(plain.contains("\"size\""))
  }
}
