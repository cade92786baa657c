import AppGroupMailbox
import Foundation
import MailboxSimulation
import Testing

struct HistoryLibraryTests {
  /// Two mailboxes on one directory, each on a thread of its own, and what they wrote down.
  private static func race(_ participant: HistoryParticipant, seed: UInt64) async throws -> MailboxHistory {
    let container = try ScratchDirectory()
    let files = try await withThrowingTaskGroup(of: String.self) { group in
      for process in 0..<2 {
        group.addTask {
          try await record(process, in: container.path, participant, seed: seed * 2 + UInt64(process))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    return try MailboxHistory.reading(files: files).history
  }

  /// Not on a thread of the tests' pool: a mailbox waits for its lock.
  private static func record(
    _ process: Int, in container: String, _ participant: HistoryParticipant, seed: UInt64
  ) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            var consumer = try RecordedConsumer(
              process: process, container: container, participant: participant, record: "\(container)/\(process).jsonl",
              seed: seed)
            try consumer.run(operations: 25)
            return try String(contentsOfFile: "\(container)/\(process).jsonl", encoding: .utf8)
          })
      }
    }
  }

  @Test(arguments: [(100, false), (3, false), (3, true)], [1, 2, 3, 4, 5, 6])
  func `What the library does on a real directory is accepted`(limits: (Int, Bool), seed: Int) async throws {
    let participant = HistoryParticipant {
      $0.maxMessages = limits.0
      $0.discardsOldest = limits.1
      $0.maxDeadLetters = 2
      $0.durability = .processCrash
      $0.lockTimeout = 1_000_000_000
    }
    let history = try await Self.race(participant, seed: UInt64(seed))
    #expect(MessageFates.violations(in: history) == [])
    switch HistoryChecker().check(history) {
    case .accepted: break
    case .undecided(let doubt): Issue.record("\(doubt)")
    case .rejected(let rejection): Issue.record("\(rejection)")
    }
  }
}
