import AdapterKit
import MailboxTestSupport
import Testing

/// A claim that has ended is told so to the one who held it, and nothing changes.
func expectNoLonger(
  _ late: AdapterClient, _ operation: String, _ claim: Int, _ bench: MailboxBench
) async throws {
  let before = try bench.namesWithStamps()
  #expect(try await late.failure(of: operation, ["claim": JSONValue(claim)]) == "claimNoLongerExists")
  #expect(try bench.namesWithStamps() == before)
}
