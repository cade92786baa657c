internal import AppGroupMailbox
package import Foundation

/// Somebody who uses a mailbox at random, and what is in his hands.
package final class MailboxUser<Log: OperationLog> {
  private let mailbox: RecordedMailbox<Log>
  private let identifier: (Int) -> UUID
  private let now: () -> Date
  private var claims: [MailboxClaim<String>] = []
  private var letters: [MailboxDeadLetter<String>] = []

  /// A user with nothing in hand.
  ///
  /// - Parameters:
  ///   - mailbox: What is used.
  ///   - identifier: The identifier of the next message, new or used before, by a random number.
  ///   - now: The mailbox's clock.
  package init(_ mailbox: RecordedMailbox<Log>, identifier: @escaping (Int) -> UUID, now: @escaping () -> Date) {
    self.mailbox = mailbox
    self.identifier = identifier
    self.now = now
  }

  /// Does what a plan comes to with what is in hand.
  ///
  /// - Throws: What the mailbox throws, or the log.
  package func perform(_ plan: UserStep) throws {
    switch plan.choice {
    case 0..<6: try enqueue(identifier(plan.first), at: nil)
    case 6: try enqueue(identifier(plan.first), at: now().addingTimeInterval(-Double(plan.second % 200)))
    case 7, 8:
      let ids = [identifier(plan.first), identifier(plan.second)]
      try mailbox.enqueue(contentsOf: ids.map { (id: $0, message: UserMessage.text($0)) })
    case 9..<13: claims += try mailbox.claimPending(limit: plan.first % 3 == 0 ? nil : plan.first % 3)
    case 13..<20 where !claims.isEmpty: try settle(plan.second % claims.count, plan.first % 5)
    case 20 where !letters.isEmpty:
      let letter = letters.remove(at: plan.second % letters.count)
      if plan.first % 2 == 0 { try mailbox.restore(letter) } else { try mailbox.remove(letter) }
    case 20, 21: letters = try mailbox.deadLetters()
    case 22: try mailbox.statistics()
    default: try mailbox.performMaintenance()
    }
  }

  private func enqueue(_ id: UUID, at date: Date?) throws {
    try mailbox.enqueue(UserMessage.text(id), id: id, enqueuedAt: date)
  }

  private func settle(_ position: Int, _ way: Int) throws {
    if way == 3 { return try mailbox.extend(claims[position]) }
    let claim = claims.remove(at: position)
    switch way {
    case 1: try mailbox.release(claim)
    case 2: try mailbox.reject(claim)
    default: try mailbox.acknowledge(claim)
    }
  }
}

/// The message that an identifier always has.
package enum UserMessage {
  /// As the mailbox is given it.
  package static func text(_ id: UUID) -> String { "message \(id.uuidString.suffix(6))" }

  /// As it stands in a file.
  package static func payload(_ id: UUID) -> String { "\"\(text(id))\"" }
}

/// An operation, as far as it can be said before it is known what is there.
package struct UserStep: Hashable, Sendable {
  /// 0 to 23: what kind of operation.
  package var choice: Int
  /// Say more about it; 0 is the simplest.
  package var first: Int
  package var second: Int

  /// A step of the given numbers.
  package init(choice: Int, first: Int, second: Int) {
    self.choice = choice
    self.first = first
    self.second = second
  }
}

extension UUID {
  /// The identifier of a message that a process makes, or of one that all of them make, who are 0.
  ///
  /// Its last six digits, by which judges and pictures call a message and which are its text, tell whose it is, too.
  package init(process: Int, number: Int) {
    self.init(high: UInt64(process) << 32 | 0x4000, low: 1 << 63 | UInt64(process) << 16 | UInt64(number))
  }
}
