import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct RoundTripTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("ENQ-1", "CLM-4", "ACK-1"))
  func `A message is delivered as it was enqueued, and gone when it is acknowledged`() throws {
    let mailbox = try bench.open()
    let id = try mailbox.enqueue(MailboxBench.Note("hello"))
    #expect(try bench.pending().map(\.id) == [id])
    let claims = try mailbox.claimPending()
    #expect(claims.map(\.id) == [id])
    #expect(claims.map(\.message) == [MailboxBench.Note("hello")])
    #expect(claims.map(\.enqueuedAt) == [bench.clock.now])
    #expect(claims.map(\.attempts) == [0])
    try claims[0].acknowledge()
    #expect(try bench.names() == [])
    #expect(try mailbox.claimPending().isEmpty)
  }
}
