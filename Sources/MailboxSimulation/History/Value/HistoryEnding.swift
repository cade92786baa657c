package import Foundation

/// What was there after the last operation.
package enum HistoryEnding: Codable, Hashable, Sendable {
  /// What a quiet phase delivered, in order: one process claimed everything and acknowledged it until nothing came.
  ///
  /// `clock` is the mailbox's clock in that phase. Claims that were not abandoned by then did not come back.
  case drained(process: Int, clock: Double, claims: [HistoryClaim])
  /// The names in the directory.
  case listing(names: HistoryListing)
}

/// A directory's names, parsed.
package struct HistoryListing: Codable, Hashable, Sendable {
  /// A message's name as far as it says what a history can know; ordinals are not looked at.
  package struct Name: Codable, Hashable, Sendable {
    package var id: UUID
    package var date: Double
    /// As the name says: of a claim, raised already.
    package var attempts: Int
    /// Of a claim.
    package var token: UUID?
    /// Of a dead letter.
    package var reason: String?

    /// A name.
    package init(id: UUID, date: Double, attempts: Int = 0, token: UUID? = nil, reason: String? = nil) {
      self.id = id
      self.date = date
      self.attempts = attempts
      self.token = token
      self.reason = reason
    }
  }

  package var pending: [Name]
  package var claimed: [Name]
  package var deadLetters: [Name]
  package var quarantined: Int
  /// Names that start like ours and do not parse.
  package var malformed: Int

  /// A listing of the given names, in any order.
  package init(
    pending: [Name] = [], claimed: [Name] = [], deadLetters: [Name] = [], quarantined: Int = 0, malformed: Int = 0
  ) {
    self.pending = pending
    self.claimed = claimed
    self.deadLetters = deadLetters
    self.quarantined = quarantined
    self.malformed = malformed
  }
}
