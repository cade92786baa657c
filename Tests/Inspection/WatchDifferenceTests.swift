import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// What two looks at a mailbox must have between them.
struct WatchDifferenceTests {
  private static let one = MailboxBench.id(1)
  private static let (first, second) = (MailboxBench.id(0xC1), MailboxBench.id(0xC2))

  private static func item(_ name: EntryName, inode: UInt64 = 1, stamp: Double? = nil) -> WatchedState.Item {
    WatchedState.Item(name: name, identity: FileIdentity(volume: 1, number: inode), stamp: stamp)
  }

  private static func pending(attempts: Int = 0, inode: UInt64 = 1, ordinal: UInt64 = 1) -> WatchedState.Item {
    item(.pending(MailboxBench.name(1, ordinal: ordinal, attempts: attempts)), inode: inode)
  }

  private static func claimed(by token: UUID, attempts: Int = 1, stamp: Double = 0) -> WatchedState.Item {
    item(.claimed(ClaimedName(token: token, returning: MailboxBench.name(1, attempts: attempts))), stamp: stamp)
  }

  private static func letter(
    _ reason: MailboxDeadLetterReason = .rejected, inode: UInt64 = 1, ordinal: UInt64 = 1
  ) -> WatchedState.Item {
    item(.deadLetter(DeadLetterName(reason: reason, message: MailboxBench.name(1, ordinal: ordinal))), inode: inode)
  }

  private static func quarantined(inode: UInt64 = 1) -> WatchedState.Item {
    item(.quarantined(QuarantineName(milliseconds: 5, id: second, reason: .body)), inode: inode)
  }

  private static let legacy = PendingName(ordinal: 1, id: one, details: nil)

  @Test(
    arguments: [
      ("nothing", [], [], []),
      ("it stays", [pending()], [pending()], []),
      ("it comes", [], [pending()], ["enqueued"]),
      ("it comes and is taken", [], [claimed(by: first)], ["enqueued", "claimed attempt 1"]),
      ("it is taken", [pending()], [claimed(by: first)], ["claimed attempt 1"]),
      ("it is done", [claimed(by: first)], [], ["acknowledged"]),
      ("it is given back", [claimed(by: first)], [pending()], ["released"]),
      ("its consumer died", [claimed(by: first)], [pending(attempts: 1)], ["recovered attempt 1"]),
      ("its consumer died unseen", [pending()], [pending(attempts: 1)], ["claimed", "recovered attempt 1"]),
      ("its lease grows", [claimed(by: first)], [claimed(by: first, stamp: 9)], ["extended"]),
      ("another takes it", [claimed(by: first)], [claimed(by: second)], ["released", "claimed attempt 1"]),
      (
        "another takes it from a dead one", [claimed(by: first)], [claimed(by: second, attempts: 2)],
        ["recovered attempt 1", "claimed attempt 2"]
      ),
      ("it is refused", [claimed(by: first)], [letter()], ["dead-lettered rejected"]),
      ("it is refused under another ordinal", [claimed(by: first)], [letter(ordinal: 2)], ["dead-lettered rejected"]),
      ("it comes back", [letter()], [pending(inode: 2, ordinal: 9)], ["restored"]),
      (
        "it comes back and the letter is still there", [letter()], [letter(), pending(inode: 2, ordinal: 9)],
        ["enqueued"]
      ),
      ("the letter is removed", [letter()], [], ["removed was a dead letter"]),
      ("it is put away", [pending()], [quarantined()], ["quarantined body"]),
      ("a malformed one is put away", [item(.malformed, inode: 7)], [quarantined(inode: 7)], ["quarantined body"]),
      (
        "two malformed stay", [item(.malformed), item(.malformed, inode: 2)],
        [item(.malformed), item(.malformed, inode: 2)], []
      ),
      ("a stranger is put away", [], [quarantined()], ["quarantined body"]),
      ("the quarantine is trimmed", [quarantined()], [], ["removed from quarantine"]),
      ("it is gone", [pending()], [], ["removed was pending"]),
      (
        "another gets its inode", [pending()], [item(.pending(MailboxBench.name(2)))],
        ["removed was pending", "enqueued"]
      ),
      ("it was copied to another inode", [pending()], [pending(inode: 2)], []),
      ("it gets a long name", [item(.pending(legacy))], [pending()], []),
      (
        "one of release 0.1 comes back",
        [item(.claimed(ClaimedName(token: first, returning: legacy)), stamp: 0)], [item(.pending(legacy))],
        ["released or recovered: a name of release 0.1 does not tell"]
      ),
    ] as [(String, [WatchedState.Item], [WatchedState.Item], [String])])
  func `What happened follows from what was there and what is`(
    story: String, before: [WatchedState.Item], after: [WatchedState.Item], expected: [String]
  ) {
    let events = WatchDifference.events(from: WatchedState(before), to: WatchedState(after))
    let told = events.map { event in
      [event.kind.rawValue, event.detail, event.attempts.flatMap { $0 > 0 ? "attempt \($0)" : nil }]
        .compactMap(\.self).joined(separator: " ")
    }
    #expect(told.sorted() == expected.sorted(), "\(story)")
    if Set(expected.map { $0.prefix(4) }).count == expected.count, story != "another gets its inode" {
      #expect(told == expected, "the order: \(story)")
    }
  }

  @Test func `A line of an event has time, word, id and the rest`() {
    let event = WatchEvent(.deadLettered, Self.one, attempts: 2, "rejected")
    #expect(event.line(at: 805_000_000) == "03:06:40  dead-lettered  \(Self.one.uuidString)  rejected, attempt 2")
    #expect(event.json(at: 1.5)["event"]?.string == "dead-lettered")
  }

  @Test func `A thousand messages that all change are compared in no time`() {
    let before = (0..<2000).map { Self.item(.pending(MailboxBench.name($0)), inode: UInt64($0)) }
    let after = (0..<2000).map { number in
      Self.item(
        .claimed(ClaimedName(token: MailboxBench.id(9000 + number), returning: MailboxBench.name(number, attempts: 1))),
        inode: UInt64(number))
    }
    let events = WatchDifference.events(from: WatchedState(before), to: WatchedState(after))
    #expect(events.count == 2000)
    #expect(events.allSatisfy { $0.kind == .claimed })
  }
}
