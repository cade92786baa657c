import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// What the simulation found in settling, each as a test of its own.
struct SettlingRaceTests {
  private let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("LIM-4", "REL-5"))
  func `A claim that is released without the lock while it is settled still counts`() throws {
    let claimed = ClaimedName(token: UUID(), returning: MailboxBench.name(1, attempts: 1)).fileName.text
    try bench.plant(claimed, MailboxBench.body(1))
    let directory = bench.directory
    let released = MailboxBench.name(1).fileName.text
    let isReleased = StateLock(false)
    // Between the listing, which shows the claim, and the look at its stamp.
    let fileSystem = InterposedFileSystem { call in
      let isFirst = isReleased.withLock { !$0 }
      guard call.primitive == .statusOfName, call.name == claimed, isFirst else { return }
      isReleased.withLock { $0 = true }
      try? FileManager.default.moveItem(atPath: "\(directory)/\(claimed)", toPath: "\(directory)/\(released)")
    }
    let mailbox = try bench.open(limits: MailboxLimits(maxMessages: 1), fileSystem: fileSystem)
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(.init("second")) }
    #expect(isReleased.withLock { $0 })
    #expect(try bench.names() == [released])
  }

  @Test(.clauses("LAY-19", "LAY-21"))
  func `The generation is raised before a temporary of release 0.1 is swept`() throws {
    let mailbox = try bench.open()
    try bench.plant(".dat.nosync1", "{")
    try bench.age(".dat.nosync1", by: 4_000)
    let before = try Data(contentsOf: URL(fileURLWithPath: "\(bench.directory)/.mailbox.lock"))
    try mailbox.performMaintenance()
    #expect(try bench.names().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(bench.directory)/.mailbox.lock")) != before)
  }
}
