/// What a history can be found to break.
package enum HistoryPromise: String, CaseIterable, Codable, Sendable {
  /// What an enqueue returned for ends by acknowledge, removal, expiry or eviction, or is still there.
  case nothingIsLost
  /// What is delivered was enqueued.
  case nothingIsInvented
  /// Payload and date are those of the enqueue that stored the message.
  case deliveredAsEnqueued
  /// Of two consumers one has the message.
  case oneHolder
  /// No two claims have one token, and nobody has a token that no claim gave.
  case uniqueTokens
  /// A claim that has ended settles nothing more.
  case endedClaimsAreFenced
  /// A claim does not end but by its consumer or its lease.
  case heldClaimsAreKept
  /// The attempts told are the deliveries that ended in neither acknowledge nor release.
  case attemptsAreCounted
  /// What was acknowledged is not delivered again.
  case acknowledgedStaysGone
  /// What is too old is not delivered.
  case expiredIsNotDelivered
  /// Only evidence about the file quarantines it.
  case validIsNotQuarantined
  /// By date, then by insertion.
  case order
  /// The depth does not pass the bound, and a mailbox that is not full takes a message.
  case bounds
  /// A repeated identifier stores nothing; one that is neither pending nor claimed is stored.
  case repeatedIdentifiers
  /// A claim without need leaves nothing behind.
  case completeClaims
  /// What becomes a dead letter, is listed, restored and removed.
  case deadLetters
  /// Statistics describe a moment in between.
  case statistics
  /// What is there at the end is what the operations left.
  case finalState

  /// The clauses of SPEC.md that promise it.
  package var clauses: [String] {
    switch self {
    case .nothingIsLost: ["ENQ-1", "DUR-1", "LCK-8"]
    case .nothingIsInvented: ["CLM-4", "ENQ-14", "ERR-3"]
    case .deliveredAsEnqueued: ["CLM-4", "ENQ-2", "ENQ-3", "ENQ-8"]
    case .oneHolder: ["CLM-1", "CLM-16", "REC-2"]
    case .uniqueTokens: ["CLM-1", "LSE-4"]
    case .endedClaimsAreFenced: ["ACK-2", "REL-3", "LSE-3", "DLQ-6"]
    case .heldClaimsAreKept: ["REC-2", "EXP-2", "OVF-3"]
    case .attemptsAreCounted: ["CLM-5", "REL-2", "REC-5"]
    case .acknowledgedStaysGone: ["ACK-1"]
    case .expiredIsNotDelivered: ["EXP-1"]
    case .validIsNotQuarantined: ["QUA-1"]
    case .order: ["ORD-1", "ORD-2", "CLM-2", "REL-1"]
    case .bounds: ["LIM-4", "LIM-5", "OVF-1", "OVF-3"]
    case .repeatedIdentifiers: ["ENQ-2", "ENQ-13"]
    case .completeClaims: ["CLM-2", "CLM-7"]
    case .deadLetters: ["DLQ-1", "DLQ-7", "DLQ-11", "DLQ-12"]
    case .statistics: ["STA-1"]
    case .finalState: ["ENQ-1", "ACK-1", "OVF-1", "EXP-1"]
    }
  }
}

/// One way in which a history certainly breaks a promise.
package struct HistoryViolation: Hashable, Sendable {
  package var promise: HistoryPromise
  /// What happened, in one sentence.
  package var sentence: String
  /// Positions in ``MailboxHistory/operations``, in the order of their invocations.
  package var operations: [Int]

  /// A violation by the given operations.
  package init(_ promise: HistoryPromise, _ sentence: String, operations: [Int]) {
    self.promise = promise
    self.sentence = sentence
    self.operations = operations.sorted()
  }
}

extension HistoryViolation: CustomStringConvertible {
  package var description: String {
    "\(promise.rawValue) (\(promise.clauses.joined(separator: ", "))): \(sentence) [operations \(operations)]"
  }
}
