import AppGroupMailbox
import Foundation
import MailboxSimulation

/// A consumer and producer of a real mailbox who writes down what it does, as a process of its own would.
struct RecordedConsumer {
  private let process: Int
  private let mailbox: RecordedMailbox<HistoryRecorder>
  private let tape: ChoiceTape
  private var claims: [MailboxClaim<String>] = []
  private var letters: [MailboxDeadLetter<String>] = []
  private var count = 0

  init(
    process: Int, container: String, participant: HistoryParticipant, record path: String, seed: UInt64
  ) throws {
    self.process = process
    tape = ChoiceTape(seed: seed)
    mailbox = RecordedMailbox(
      try AppGroupMailbox(
        containerPath: container, namespace: "recorded",
        limits: MailboxLimits(maxMessages: participant.maxMessages, maxDeadLetters: participant.maxDeadLetters),
        overflowPolicy: participant.discardsOldest ? .discardOldest : .rejectNewest, durability: .processCrash,
        environment: .system),
      in: try HistoryRecorder(at: path, process: process, participant))
  }

  /// Does random things; what the mailbox refuses is written down like anything else.
  mutating func run(operations: Int) throws {
    for _ in 0..<operations {
      count += 1
      do { try step() } catch is AppGroupMailboxError { continue }
    }
  }

  private mutating func step() throws {
    switch tape.choose(below: 12) {
    case 0..<4:
      let (id, message) = message()
      try mailbox.enqueue(message, id: id)
    case 4: try mailbox.enqueue(contentsOf: [message(), message()])
    case 5..<7: claims += try mailbox.claimPending(limit: tape.pick(from: [nil, 1, 2]))
    case 7..<10: try settle()
    case 10: try look()
    default: try mailbox.statistics()
    }
  }

  private func message() -> (id: UUID, message: String) {
    (HistoryExample.id(tape.choose(below: 6)), "\(process).\(count)")
  }

  private mutating func settle() throws {
    guard !claims.isEmpty else { return claims = try mailbox.claimPending() }
    let claim = claims[tape.choose(below: claims.count)]
    switch tape.choose(below: 6) {
    case 0: try mailbox.release(claim)
    case 1: try mailbox.extend(claim)
    case 2: try mailbox.reject(claim)
    default: try mailbox.acknowledge(claim)
    }
  }

  private mutating func look() throws {
    guard let letter = letters.popLast() else { return letters = try mailbox.deadLetters() }
    if tape.chance(1, in: 2) { try mailbox.restore(letter) } else { try mailbox.remove(letter) }
  }
}
