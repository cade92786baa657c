import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct GenerationTests {
  @Test(.clauses("LAY-18"), arguments: 0..<8)
  func `Fewer than eight bytes are an unknown generation`(count: Int) {
    #expect(Generation([UInt8](repeating: 7, count: count)) == nil)
  }

  @Test(.clauses("LAY-19"))
  func `A generation is eight bytes, least significant first, and wraps`() {
    #expect(Generation([1, 2, 0, 0, 0, 0, 0, 0x80, 99])?.value == 0x8000_0000_0000_0201)
    #expect(Generation(0x0102).bytes == [2, 1, 0, 0, 0, 0, 0, 0])
    #expect(Generation(.max).raised() == Generation(0))
  }

  @Test(.clauses("LAY-19"))
  func `It is raised before each operation's first change, and only then`() throws {
    let bench = try MailboxBench()
    let recorder = CallRecorder()
    let mailbox = try bench.open(fileSystem: recorder.fileSystem())
    func generation() throws -> UInt64? {
      Generation(try Data(contentsOf: URL(fileURLWithPath: "\(bench.directory)/.mailbox.lock")))?.value
    }
    #expect(try generation() == nil)
    try mailbox.enqueue(.init("a"))
    let first = try #require(try generation())
    _ = recorder.take()
    try mailbox.enqueue(.init("b"))
    let calls = recorder.take().map(\.primitive)
    #expect(try generation() == first &+ 1)
    let locked = try #require(calls.firstIndex(of: .tryLock))
    let raised = try #require(calls[locked...].firstIndex(of: .write))
    let published = try #require(calls.firstIndex { $0 == .link || $0 == .rename })
    #expect(raised < published)
    _ = try mailbox.statistics()
    try mailbox.performMaintenance()
    #expect(try generation() == first &+ 1)
    let claims = try mailbox.claimPending()
    #expect(try generation() == first &+ 2)
    try claims[0].release()
    #expect(try generation() == first &+ 3)
  }

  @Test(.clauses("LAY-18"), arguments: ["", "short", "longer than eight bytes"])
  func `Whatever the lock file holds, the mailbox works`(content: String) throws {
    let bench = try MailboxBench()
    try bench.plant(".mailbox.lock", content)
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("a"))
    #expect(try mailbox.claimPending().count == 1)
    #expect(try bench.content(".mailbox.lock").utf8.count >= 8)
  }

  @Test(.clauses("LAY-18"), arguments: [FileSystemCall.Primitive.read, .write])
  func `A lock file that cannot be read or written is no error`(primitive: FileSystemCall.Primitive) throws {
    let bench = try MailboxBench()
    let plan = FaultPlan()
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    // The message itself is written first; its claim reads it after the lock is let go.
    plan.fail(primitive, skip: primitive == .write ? 1 : 0, times: 1, call: .read, code: ErrorNumber.inputOutput)
    try mailbox.enqueue(.init("a"))
    #expect(try mailbox.claimPending().count == 1)
  }
}
