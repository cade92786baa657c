import AdapterKit
import Foundation
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess.Mixed {
  @Test(.clauses("ACK-2", "REL-3", "LSE-3"), arguments: Implementation.whole)
  func `A claim that the other implementation has recovered is over, and what is done with it harms nothing`(
    late kind: Implementation
  ) async throws {
    try await Crew.work { crew in
      let late = try await crew.opened(by: kind)
      let other = try await crew.opened(by: kind.other)
      for operation in ["acknowledge", "release", "extend", "reject"] {
        try await late.enqueue("message")
        let lost = try #require(try await late.claim().first).claim
        #expect(try crew.bench.expireLeases() == 1)

        // Recovered and waiting: the late one must not take it from there.
        try await other.perform("maintain")
        #expect(try crew.bench.pending().map(\.attempts) == [1])
        try await expectNoLonger(late, operation, lost, crew.bench)

        // Recovered and held by somebody else: the late one must not touch that claim, nor its lease.
        let claims = try await other.perform("claim")["claims"]?.elements
        #expect(claims?.map { $0["attempts"]?.integer } == [1])
        let held = try #require(claims?.first?["claim"]?.integer)
        try await expectNoLonger(late, operation, lost, crew.bench)
        try await other.acknowledge(held)
        #expect(try crew.bench.names().isEmpty)
        try await expectNoLonger(late, operation, lost, crew.bench)
      }
    }
  }

  @Test(.clauses("LSE-2", "REC-2", "REL-2"), arguments: Implementation.whole)
  func `A lease that one implementation renews, the other leaves alone, and takes what is released`(
    holder kind: Implementation
  ) async throws {
    try await Crew.work { crew in
      let holder = try await crew.opened(by: kind)
      let other = try await crew.opened(by: kind.other)
      try await other.enqueue("message")
      let claim = try #require(try await holder.claim().first).claim
      try crew.bench.expireLeases()
      try await holder.perform("extend", ["claim": JSONValue(claim)])
      try await other.perform("maintain")
      #expect(try await other.claim().isEmpty)

      try await holder.perform("release", ["claim": JSONValue(claim)])
      #expect(try crew.bench.pending().map(\.attempts) == [0])
      let taken = try await other.claim()
      #expect(taken.map(\.message) == ["message"])
      try await other.acknowledge(try #require(taken.first).claim)
      #expect(try crew.bench.names().isEmpty)
    }
  }
}

extension Crew {
  /// Starts an implementation's adapter and opens the bench's mailbox.
  fileprivate func opened(by kind: Implementation) async throws -> AdapterClient {
    let adapter = AdapterClient(try spawn([], program: try await kind.serving()))
    try await adapter.perform("open", opening())
    return adapter
  }
}
