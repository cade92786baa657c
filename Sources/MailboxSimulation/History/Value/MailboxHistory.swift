/// What several processes observed of one mailbox, in the order of one clock that all of them share.
///
/// Moments are nanoseconds of the machine's monotonic clock, or the numbers of a simulator's steps: they only have to
/// tell what certainly came before what. One operation came before another if it returned at a smaller moment than the
/// other was invoked at; everything else overlaps.
package struct MailboxHistory: Codable, Hashable, Sendable {
  /// The opened mailboxes; an operation's `process` is a position here.
  ///
  /// A process that is started anew is a new one.
  package var participants: [HistoryParticipant]
  /// What was there before the first operation.
  package var planted: [HistoryPlanted]
  package var operations: [HistoryOperation]
  /// What happened to the mailbox or its processes and was nobody's operation.
  package var events: [HistoryEvent]
  /// What was there after the last operation; `nil` if nobody looked.
  package var ending: HistoryEnding?

  /// A history of the given parts.
  package init(
    participants: [HistoryParticipant], planted: [HistoryPlanted] = [], operations: [HistoryOperation] = [],
    events: [HistoryEvent] = [], ending: HistoryEnding? = nil
  ) {
    self.participants = participants
    self.planted = planted
    self.operations = operations
    self.events = events
    self.ending = ending
  }

  /// Notes that a process began an operation.
  ///
  /// - Parameters:
  ///   - call: What it called.
  ///   - process: Who called it.
  ///   - moment: When.
  ///   - clock: The mailbox's clock at that moment, in seconds since 2001.
  /// - Returns: The operation's position, for ``finish(_:_:at:clock:)``.
  package mutating func invoke(_ call: HistoryCall, by process: Int, at moment: UInt64, clock: Double) -> Int {
    operations.append(HistoryOperation(process: process, call: call, invoked: moment, clockInvoked: clock))
    return operations.count - 1
  }

  /// Notes that an operation returned.
  ///
  /// One that is never finished is unknown: it may have happened, in whole or in part, or not at all.
  package mutating func finish(_ operation: Int, _ outcome: HistoryOutcome, at moment: UInt64, clock: Double) {
    operations[operation].outcome = outcome
    operations[operation].returned = moment
    operations[operation].clockReturned = clock
  }
}
