package import Foundation

/// What an enqueue is given for one message.
package struct ModelSubmission: Hashable, Sendable {
  package var id: UUID
  /// The message as JSON text.
  package var payload: String
  /// The size of the body, in bytes.
  package var size: Int

  /// A message to be enqueued.
  package init(id: UUID, payload: String, size: Int) {
    self.id = id
    self.payload = payload
    self.size = size
  }
}

/// Enqueue (ENQ, LIM, OVF).
extension MailboxModel {
  /// Adds one message, with a date of its own or the clock's (ENQ-3).
  package mutating func enqueue(
    _ submission: ModelSubmission, enqueuedAt date: Double? = nil, by participant: Int
  ) throws(ModelError) -> UUID {
    if let date, !date.isFinite { throw .invalidDate }
    try checkSize(submission.size, participants[participant])
    settle(participants[participant])
    try admit([submission], date: date ?? now, participants[participant])
    return submission.id
  }

  /// Adds all messages of a batch, or none (ENQ-12 to ENQ-17).
  package mutating func enqueue(
    contentsOf batch: [ModelSubmission], by participant: Int
  ) throws(ModelError) -> [UUID] {
    let limits = participants[participant]
    guard !batch.isEmpty else { return [] }
    // Section 4.1: bodies are checked as step 1, before anything else is decided.
    for submission in batch { try checkSize(submission.size, limits) }
    guard batch.count <= limits.maxMessages else {
      throw .batchTooLarge(actual: batch.count, maximum: limits.maxMessages)
    }
    settle(limits)
    try admit(batch, date: now, limits)
    return batch.map(\.id)
  }

  /// ENQ-4.
  func checkSize(_ size: Int, _ participant: ModelParticipant) throws(ModelError) {
    guard size <= participant.payloadBound else {
      throw .payloadTooLarge(actual: size, maximum: participant.payloadBound)
    }
  }

  /// Decides on a settled mailbox: repeated, full, or stored.
  mutating func admit(
    _ submissions: [ModelSubmission], date: Double, _ participant: ModelParticipant
  ) throws(ModelError) {
    var fresh: [ModelSubmission] = []
    for submission in submissions {
      if holds(submission.id) || fresh.contains(where: { $0.id == submission.id }) {
        diagnostics.append(.repeated)
      } else {
        fresh.append(submission)
      }
    }
    guard !fresh.isEmpty else { return }
    let excess = depth + fresh.count - participant.maxMessages
    // A message that this enqueue calls pending is not evicted by it, repeated ones included (ENQ-1, OVF-4).
    let evictable = pending.filter { old in !submissions.contains { $0.id == old.id } }
    if excess > 0 {
      guard participant.discardsOldest, excess <= evictable.count else {
        diagnostics.removeAll { $0 == .repeated }
        throw .mailboxFull
      }
    }
    publish(fresh, date: date)
    for old in evictable.prefix(max(excess, 0)) {
      removePending(old)
      diagnostics.append(.discarded)
    }
  }

  /// Stores messages with one date and consecutive ordinals (ENQ-12).
  private mutating func publish(_ submissions: [ModelSubmission], date: Double) {
    var ordinal = nextOrdinal
    for submission in submissions {
      // Minus zero is written as zero (section 2.2).
      insertPending(
        ModelMessage(
          ordinal: ordinal, id: submission.id, date: date == 0 ? 0 : date, payload: submission.payload,
          size: submission.size))
      ordinal += 1
    }
    wakesUp = true
  }

  /// LAY-10.
  private var nextOrdinal: UInt64 {
    let milliseconds = (now + Date.timeIntervalBetween1970AndReferenceDate) * 1_000
    let clock = milliseconds > 0 ? UInt64(milliseconds) : 0
    let inUse = (pending + claimed.map(\.message)).map(\.ordinal).filter { $0 < 1 << 62 }
    return max(clock, inUse.max().map { $0 + 1 } ?? 0)
  }
}
