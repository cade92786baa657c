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
    let admission = try admission(of: submissions, participant)
    diagnostics += repeatElement(.repeated, count: submissions.count - admission.fresh.count)
    guard !admission.fresh.isEmpty else { return }
    publish(admission.fresh, date: date)
    for old in admission.evicted { evict(old) }
  }

  /// What an enqueue stores and removes.
  struct Admission {
    var fresh: [ModelSubmission]
    /// In their order.
    var evicted: ArraySlice<ModelMessage>
  }

  /// Which messages of an enqueue are new, and which old ones make room for them.
  func admission(
    of submissions: [ModelSubmission], _ participant: ModelParticipant
  ) throws(ModelError) -> Admission {
    var fresh: [ModelSubmission] = []
    for submission in submissions where !holds(submission.id) && !fresh.contains(where: { $0.id == submission.id }) {
      fresh.append(submission)
    }
    guard !fresh.isEmpty else { return Admission(fresh: [], evicted: []) }
    let excess = depth + fresh.count - participant.maxMessages
    // A message that this enqueue calls pending is not evicted by it, repeated ones included (ENQ-1, OVF-4).
    let evictable = pending.filter { old in !submissions.contains { $0.id == old.id } }
    guard excess <= 0 || (participant.discardsOldest && excess <= evictable.count) else { throw .mailboxFull }
    return Admission(fresh: fresh, evicted: evictable.prefix(max(excess, 0)))
  }

  mutating func evict(_ message: ModelMessage) {
    removePending(message)
    diagnostics.append(.discarded)
  }

  /// Stores messages with one date and consecutive ordinals (ENQ-12).
  mutating func publish(_ submissions: [ModelSubmission], date: Double) {
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
    let clock = milliseconds > 0 && ordinalsFollowClock ? UInt64(milliseconds) : 0
    let inUse = (pending + claimed.map(\.message)).map(\.ordinal).filter { $0 < 1 << 62 }
    return max(clock, inUse.max().map { $0 + 1 } ?? 0)
  }
}
