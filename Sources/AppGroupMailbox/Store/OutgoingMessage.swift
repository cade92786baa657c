#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A message on its way into the mailbox.
package struct OutgoingMessage: Sendable {
  package var id: UUID
  package var date: NameDate
  /// The whole body, encoded.
  package var body: Data

  package init(id: UUID, date: NameDate, body: Data) {
    self.id = id
    self.date = date
    self.body = body
  }
}

/// What becomes of one message of an enqueue: the pure part of its decision (clauses ENQ-2, ENQ-13).
struct EnqueuePlan {
  /// Indices of the messages that are new.
  var new: [Int] = []
  /// The files of the messages that are there already.
  var repeated: [UUID: FileName] = [:]
  /// How many are repeated, within the batch or against the mailbox.
  var repetitions = 0

  init(_ messages: [OutgoingMessage], against known: MailboxIndex) {
    var seen: Set<UUID> = []
    for (index, message) in messages.enumerated() {
      if !seen.insert(message.id).inserted {
        repetitions += 1
      } else if let file = known.fileName(of: message.id) {
        repeated[message.id] = file
        repetitions += 1
      } else {
        new.append(index)
      }
    }
  }
}
