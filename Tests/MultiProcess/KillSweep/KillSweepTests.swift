import Foundation
import MailboxAdapter
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct KillSweeping {
    /// A slice of the operations in the short form; every other one of their points is left for the long form, too.
    private static let short: Set<String> = ["enqueue, powerLoss", "claim one", "acknowledge"]

    private static func swept(_ names: Set<String>) -> [SweptOperation] {
      SweptOperation.all.filter { TestLength.isLong || names.contains($0.name) }
    }

    @Test(.clauses("REC-1", "LAY-20", "ENQ-8"), arguments: swept(short))
    func `A process killed at any system call loses, doubles and tears nothing, and the next one goes on`(
      operation: SweptOperation
    ) async throws {
      guard let tracer = try await SystemCallTracer.permitted() else {
        // Then the other way of dying stands in for it, call by call.
        print("kill sweep: tracing is not permitted or strace is missing: processes kill themselves instead")
        return try Self.check(try await KillSweep(operation: operation).selfKills(), "kill sweep, no tracer")
      }
      let sweep = KillSweep(operation: operation, stride: TestLength.isLong ? 1 : 2)
      try Self.check(try await sweep.kills(tracer), "kill sweep")
    }

    @Test(.clauses("REC-1", "LAY-20", "ENQ-8"), arguments: SweptOperation.all)
    func `A process that dies before any call of its own loses, doubles and tears nothing`(
      operation: SweptOperation
    ) async throws {
      let sweep = KillSweep(operation: operation, stride: TestLength.isLong ? 1 : 10)
      try Self.check(try await sweep.selfKills(), "kill sweep, no tracer")
    }

    @Test(.clauses("ERR-1", "ERR-2", "ERR-3"), arguments: swept(["acknowledge", "enqueue, processCrash"]))
    func `A system call that fails is reported as what it was, and costs no message`(
      operation: SweptOperation
    ) async throws {
      guard let tracer = try await SystemCallTracer.permitted() else {
        print("failure sweep: skipped, as tracing is not permitted or strace is missing")
        return
      }
      let sweep = KillSweep(operation: operation, stride: TestLength.isLong ? 1 : 4)
      try Self.check(try await sweep.failures(tracer), "failure sweep")
    }

    private static func check(_ tally: SweepTally, _ title: String) throws {
      tally.report(title)
      #expect(tally.violations.isEmpty, "\(tally.violations.joined(separator: "\n"))")
      #expect(tally.count > 0)
    }
  }
}
