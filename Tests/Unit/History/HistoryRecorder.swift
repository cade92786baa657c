import AppGroupMailbox
import Foundation
import MailboxSimulation

/// A consumer and producer of a real mailbox who writes down what it does, as a process of its own would.
struct HistoryRecorder {
  let process: Int
  let mailbox: AppGroupMailbox<String>
  private let tape: ChoiceTape
  private let clock = SystemClock()
  private var claims: [MailboxClaim<String>] = []
  private var letters: [MailboxDeadLetter<String>] = []
  private var count = 0
  private var lines: [HistoryLine]

  init(process: Int, container: String, participant: HistoryParticipant, seed: UInt64) throws {
    self.process = process
    tape = ChoiceTape(seed: seed)
    lines = [.participant(process: process, participant: participant)]
    mailbox = try AppGroupMailbox(
      containerPath: container, namespace: "recorded",
      limits: MailboxLimits(maxMessages: participant.maxMessages, maxDeadLetters: participant.maxDeadLetters),
      overflowPolicy: participant.discardsOldest ? .discardOldest : .rejectNewest, durability: .processCrash,
      environment: .system)
  }

  /// What was written down, as a file of it.
  var text: String { lines.map { $0.text + "\n" }.joined() }

  mutating func run(operations: Int) {
    for _ in 0..<operations { step() }
  }

  private mutating func step() {
    switch tape.choose(below: 12) {
    case 0..<4: enqueue()
    case 4: batch()
    case 5..<7: claim(limit: tape.pick(from: [nil, 1, 2]))
    case 7..<10: settle()
    case 10: list()
    default: count(mailbox)
    }
  }

  private mutating func perform<Value>(
    _ call: HistoryCall, _ body: () throws(AppGroupMailboxError) -> Value, _ outcome: (Value) -> HistoryOutcome
  ) -> Value? {
    count += 1
    lines.append(
      .invoked(
        process: process, number: count, call: call, moment: clock.monotonicNanoseconds,
        clock: clock.now.timeIntervalSinceReferenceDate))
    var value: Value?
    let end: HistoryOutcome
    do throws(AppGroupMailboxError) {
      let result = try body()
      value = result
      end = outcome(result)
    } catch {
      end = .failed(error: HistoryError(error))
    }
    lines.append(
      .returned(
        process: process, number: count, outcome: end, moment: clock.monotonicNanoseconds,
        clock: clock.now.timeIntervalSinceReferenceDate, isFaulted: nil))
    return value
  }

  private func message() -> (id: UUID, message: String) {
    (HistoryExample.id(tape.choose(below: 6)), "\(process).\(count)")
  }

  private mutating func enqueue() {
    let (mailbox, message) = (mailbox, message())
    let call = HistoryCall.enqueue(message: HistoryMessage(message), date: nil)
    _ = perform(call) { () throws(AppGroupMailboxError) in
      try mailbox.enqueue(message.message, id: message.id)
    } _: {
      .identifiers(ids: [$0])
    }
  }

  private mutating func batch() {
    let (mailbox, messages) = (mailbox, [message(), message()])
    _ = perform(.batch(messages: messages.map(HistoryMessage.init))) { () throws(AppGroupMailboxError) in
      try mailbox.enqueue(contentsOf: messages)
    } _: {
      .identifiers(ids: $0)
    }
  }

  private mutating func claim(limit: Int?) {
    let mailbox = mailbox
    let taken = perform(.claim(limit: limit)) { () throws(AppGroupMailboxError) in
      try mailbox.claimPending(limit: limit)
    } _: {
      .claims(claims: $0.map { HistoryClaim($0) })
    }
    claims += taken ?? []
  }

  private mutating func settle() {
    guard !claims.isEmpty else { return claim(limit: nil) }
    let claim = claims[tape.choose(below: claims.count)]
    let (call, body): (HistoryCall, () throws(AppGroupMailboxError) -> Void) =
      switch tape.choose(below: 6) {
      case 0: (.release(token: claim.token), claim.release)
      case 1: (.extend(token: claim.token), claim.extend)
      case 2: (.reject(token: claim.token), claim.reject)
      default: (.acknowledge(token: claim.token), claim.acknowledge)
      }
    _ = perform(call, body) { .done }
  }

  private mutating func list() {
    let mailbox = mailbox
    guard let letter = letters.popLast() else {
      letters =
        perform(.deadLetters) { () throws(AppGroupMailboxError) in
          try mailbox.deadLetters()
        } _: {
          .deadLetters(letters: $0.map { HistoryDeadLetter($0) })
        } ?? []
      return
    }
    let reason = letter.reason.rawValue
    if tape.chance(1, in: 2) {
      _ = perform(.restore(id: letter.id, reason: reason)) { () throws(AppGroupMailboxError) in
        try mailbox.restore(letter)
      } _: {
        .done
      }
    } else {
      _ = perform(.removeDeadLetter(id: letter.id, reason: reason)) { () throws(AppGroupMailboxError) in
        try mailbox.remove(letter)
      } _: {
        .done
      }
    }
  }

  private mutating func count(_ mailbox: AppGroupMailbox<String>) {
    _ = perform(.statistics) { () throws(AppGroupMailboxError) in
      try mailbox.statistics()
    } _: { counts in
      .statistics(
        counts: HistoryStatistics(
          pending: counts.pending, claimed: counts.claimed, deadLetters: counts.deadLetters,
          quarantined: counts.quarantined, oldestPending: counts.oldestPending?.timeIntervalSinceReferenceDate))
    }
  }
}

extension HistoryMessage {
  fileprivate init(_ message: (id: UUID, message: String)) {
    self.init(id: message.id, payload: "\"\(message.message)\"")
  }
}

extension HistoryClaim {
  fileprivate init(_ claim: MailboxClaim<String>) {
    self.init(
      token: claim.token, id: claim.id, payload: "\"\(claim.message)\"",
      date: claim.enqueuedAt.timeIntervalSinceReferenceDate, attempts: claim.attempts)
  }
}

extension HistoryDeadLetter {
  fileprivate init(_ letter: MailboxDeadLetter<String>) {
    self.init(
      id: letter.id, reason: letter.reason.rawValue, date: letter.enqueuedAt.timeIntervalSinceReferenceDate,
      attempts: letter.attempts, payload: letter.message.map { "\"\($0)\"" })
  }
}
