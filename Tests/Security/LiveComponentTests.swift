import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Components that are moved away while a mailbox is open, or become another user's.
struct LiveComponentTests {
  /// Every operation that begins with the lock.
  enum Operation: String, CaseIterable, Sendable {
    case enqueue, claim, maintain, statistics, deadLetters

    func perform(_ mailbox: AppGroupMailbox<MailboxBench.Note>) throws(AppGroupMailboxError) {
      switch self {
      case .enqueue: try mailbox.enqueue(MailboxBench.Note("late"))
      case .claim: _ = try mailbox.claimPending()
      case .maintain: try mailbox.performMaintenance()
      case .statistics: _ = try mailbox.statistics()
      case .deadLetters: _ = try mailbox.deadLetters()
      }
    }
  }

  let bench: MailboxBench
  let mailbox: AppGroupMailbox<MailboxBench.Note>

  init() throws {
    bench = try MailboxBench()
    mailbox = try bench.open()
    try mailbox.enqueue(MailboxBench.Note("early"))
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: "\(bench.container)/\(from)", toPath: "\(bench.container)/\(to)")
  }

  private func expectRefusal(_ operation: Operation) {
    let before = TreeSnapshot(of: bench.container)
    #expect(throws: AppGroupMailboxError.unsafeFile) { try operation.perform(mailbox) }
    #expect(TreeSnapshot(of: bench.container).changes(since: before) == [])
  }

  @Test(.clauses("SEC-1", "SEC-3", "LCK-3"), arguments: Operation.allCases)
  func `A link that takes the place of the directory above is not followed, wherever it leads`(_ operation: Operation)
    throws
  {
    try move("AppGroupMailbox", "elsewhere")
    try PlantedEntry.symbolicLink("AppGroupMailbox", to: "elsewhere").plant(in: bench.container, now: bench.clock.now)
    expectRefusal(operation)
  }

  @Test(.clauses("SEC-1", "SEC-3", "LCK-3"), arguments: Operation.allCases)
  func `A link that takes the place of the mailbox is not followed`(_ operation: Operation) throws {
    try move("AppGroupMailbox/bench", "AppGroupMailbox/elsewhere")
    try PlantedEntry.symbolicLink("bench", to: "elsewhere").plant(
      in: "\(bench.container)/AppGroupMailbox", now: bench.clock.now)
    expectRefusal(operation)
  }

  @Test(.clauses("SEC-2", "SEC-3", "LCK-3"), arguments: Operation.allCases)
  func `A link that takes the place of the lock file is not followed`(_ operation: Operation) throws {
    try move("AppGroupMailbox/bench/.mailbox.lock", "lock")
    try PlantedEntry.symbolicLink(".mailbox.lock", to: "../../lock").plant(in: bench.directory, now: bench.clock.now)
    expectRefusal(operation)
  }

  @Test(
    .clauses("SEC-1", "SEC-2"), .enabled(if: ProcessPrivileges.isRoot, "only root can give a file away"),
    arguments: ["AppGroupMailbox", "AppGroupMailbox/bench", "AppGroupMailbox/bench/.mailbox.lock"])
  func `A component that becomes another user's is refused`(_ path: String) throws {
    try ProcessPrivileges.giveAway("\(bench.container)/\(path)")
    expectRefusal(.enqueue)
    expectRefusal(.claim)
  }

  @Test(.clauses("LAY-1", "SEC-3"))
  func `A claim whose mailbox was replaced by a link settles nothing behind the link`() throws {
    let claim = try #require(try mailbox.claimPending().first)
    try move("AppGroupMailbox/bench", "AppGroupMailbox/elsewhere")
    let decoy = EntryListing.names(in: "\(bench.container)/AppGroupMailbox/elsewhere").filter {
      $0.starts(with: "claimed-".utf8)
    }
    try PlantedEntry("decoy", .directory(decoy.map { PlantedEntry($0, .file([])) })).plant(
      in: bench.container, now: bench.clock.now)
    try PlantedEntry.symbolicLink("bench", to: "../decoy").plant(
      in: "\(bench.container)/AppGroupMailbox", now: bench.clock.now)
    let before = TreeSnapshot(of: "\(bench.container)/decoy")
    #expect(throws: AppGroupMailboxError.unsafeFile) { try claim.release() }
    // Acknowledging needs no lock: it may succeed where the claim really is.
    try? claim.acknowledge()
    #expect(TreeSnapshot(of: "\(bench.container)/decoy").changes(since: before) == [])
  }
}
