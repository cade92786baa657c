import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Files that change while they are read.
struct GrowingFileTests {
  /// A mailbox with message 1 and a good one behind it, where message 1 is changed between its inspection and its reading.
  private func claim(limit: Int, transfer: Int = .max, _ change: @escaping @Sendable (FileHandle) -> Void) throws -> (
    GuardedMailbox, bytesRead: Int
  ) {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1), .message(2, after: 1))
    let plan = FaultPlan()
    let directory = guarded.bench.directory
    plan.before(.rename, name: "pending-") { call in
      guard let handle = FileHandle(forUpdatingAtPath: "\(directory)/\(call.name!)") else { return }
      change(handle)
      try? handle.close()
    }
    let counter = ReadCounter(over: plan.fileSystem(transferLimit: transfer))
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxPayloadBytes: limit), fileSystem: counter)
    #expect(try mailbox.claimPending().compactMap { number($0.id) }.last == 2)
    return (guarded, counter.bytes)
  }

  @Test(.clauses("SEC-6", "CLM-7"), arguments: [Int.max, 4096])
  func `A file that grows over the limit is judged by what was read of it`(_ transfer: Int) throws {
    let limit = 50_000
    let (guarded, bytes) = try claim(limit: limit, transfer: transfer) { handle in
      try? handle.truncate(atOffset: 200_000)
    }
    guarded.expect("deadletter oversize 1", "claimed 2 attempts 1")
    // One byte more than the limit, and the good message and the generation.
    #expect(bytes <= limit + 1 + 500)
  }

  @Test(.clauses("SEC-6"))
  func `A file that grows over 16 MiB is read up to one byte more and no further`() throws {
    let (guarded, bytes) = try claim(limit: .max) { handle in
      try? handle.truncate(atOffset: 1 << 40)
    }
    guarded.expect("quarantine oversize", "claimed 2 attempts 1")
    #expect(bytes <= 16_777_217 + 500)
  }

  @Test(.clauses("SEC-6", "QUA-3"))
  func `A file that grows within the limit is judged by all of it`() throws {
    let (guarded, _) = try claim(limit: 50_000) { handle in
      _ = try? handle.seekToEnd()
      try? handle.write(contentsOf: Data("{}".utf8))
    }
    guarded.expect("quarantine body", "claimed 2 attempts 1")
  }

  @Test(.clauses("SEC-6"))
  func `Spaces that are added while it is read do no harm`() throws {
    let (guarded, _) = try claim(limit: 50_000) { handle in
      _ = try? handle.seekToEnd()
      try? handle.write(contentsOf: Data(repeating: 0x20, count: 10_000))
    }
    guarded.expect("claimed 1 attempts 1", "claimed 2 attempts 1")
  }

  @Test(.clauses("SEC-6", "QUA-3"), arguments: [0, 20])
  func `A file that shrinks is judged by what is left of it`(_ size: UInt64) throws {
    let (guarded, _) = try claim(limit: 50_000) { handle in try? handle.truncate(atOffset: size) }
    guarded.expect("quarantine body", "claimed 2 attempts 1")
  }
}
