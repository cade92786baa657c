/// One call of one process, from its invocation to its return.
package struct HistoryOperation: Codable, Hashable, Sendable {
  /// A position in ``MailboxHistory/participants``.
  package var process: Int
  package var call: HistoryCall
  /// The moment before the call.
  package var invoked: UInt64
  /// The moment after it; `nil` if it never returned.
  package var returned: UInt64?
  /// The mailbox's clock at the invocation, in seconds since 2001.
  package var clockInvoked: Double
  /// The mailbox's clock at the return.
  package var clockReturned: Double?
  /// `nil` if it is unknown: the operation may have happened, in whole or in part, or not at all.
  package var outcome: HistoryOutcome?
  /// Whether system calls were made to fail in it, so that it may have skipped files (CLM-8), ended early (CLM-9) or
  /// left upkeep undone.
  package var isFaulted: Bool?

  /// An operation; without an outcome it is unknown.
  package init(
    process: Int, call: HistoryCall, invoked: UInt64, returned: UInt64? = nil, clockInvoked: Double,
    clockReturned: Double? = nil, outcome: HistoryOutcome? = nil, isFaulted: Bool? = nil
  ) {
    self.process = process
    self.call = call
    self.invoked = invoked
    self.returned = returned
    self.clockInvoked = clockInvoked
    self.clockReturned = clockReturned
    self.outcome = outcome
    self.isFaulted = isFaulted
  }
}

extension HistoryOperation {
  var hasFaults: Bool { isFaulted ?? false }

  /// Whether it certainly did what it was asked to.
  var succeeded: Bool { outcome?.succeeded ?? false }

  /// Whether it may have done what it was asked to.
  ///
  /// A failure changes nothing (ERR-3); under injected faults its rollback may have failed too.
  var mayHaveSucceeded: Bool { outcome?.succeeded ?? true || (hasFaults && call.stores) }
}

extension HistoryOperation: CustomStringConvertible {
  /// One line, as a person reads a history.
  package var description: String {
    let end = returned.map(String.init) ?? "?"
    return "process \(process), \(invoked)–\(end): \(call) → \(outcome.map { "\($0)" } ?? "unknown")"
  }
}

extension HistoryOutcome: CustomStringConvertible {
  /// The outcome as a person writes it, with the last digits of its identifiers.
  package var description: String {
    switch self {
    case .done: "done"
    case .identifiers(let ids): ids.map(\.short).joined(separator: ", ")
    case .claims(let claims):
      claims.isEmpty
        ? "nothing"
        : claims.map { "\($0.id.short) \($0.payload) (token \($0.token.short), attempts \($0.attempts))" }
          .joined(separator: ", ")
    case .deadLetters(let letters):
      letters.isEmpty ? "none" : letters.map { "\($0.id.short) (\($0.reason))" }.joined(separator: ", ")
    case .statistics(let counts):
      "pending \(counts.pending), claimed \(counts.claimed), dead letters \(counts.deadLetters), "
        + "quarantined \(counts.quarantined)"
    case .failed(let error): error.rawValue
    }
  }
}
