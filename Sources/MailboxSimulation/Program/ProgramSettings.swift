package import AppGroupMailbox

/// The mailboxes that a program opens on one directory.
package struct ProgramSettings: Hashable, Sendable {
  /// Limits and consumers; the model takes them as they are.
  package var participants: [ModelParticipant]
  package var durability: MailboxDurability

  /// When programs start, in seconds since 2001: in the year 2026, at a whole second.
  static let start: Double = 807_000_000

  /// Settings that a person chose.
  package init(participants: [ModelParticipant], durability: MailboxDurability = .processCrash) {
    self.participants = participants
    self.durability = durability
  }

  init(drawnFrom tape: ChoiceTape) {
    // Seldom anything that waits for the disk: the results are the same, and a run takes ten times as long.
    durability = tape.chance(1, in: 16) ? tape.pick(from: [.ordered, .powerLoss]) : .processCrash
    let first = ModelParticipant(drawnFrom: tape)
    let second = tape.chance(1, in: 2) ? ModelParticipant(drawnFrom: tape) : first
    participants = [first, second]
  }
}

extension ModelParticipant {
  /// Small limits, so that short programs reach them.
  fileprivate init(drawnFrom tape: ChoiceTape) {
    self.init()
    maxMessages = tape.pick(from: [100, 1, 2, 3, 5])
    discardsOldest = tape.chance(1, in: 2)
    maxPayloadBytes = tape.pick(from: [65_536, 65_536, 128, 100])
    messageLifetime = tape.pick(from: [86_400, 86_400, 60, 1])
    claimTimeout = tape.pick(from: [600, 600, 10, 0.125])
    maxAttempts = tape.pick(from: [5, 2, 1, 3, nil])
    maxDeadLetters = tape.pick(from: [100, 100, 2, 1, 0])
    decodes = tape.pick(from: [.anything, .anything, .text])
  }

  /// The same limits for the library.
  var limits: MailboxLimits {
    MailboxLimits(
      maxMessages: maxMessages, maxPayloadBytes: maxPayloadBytes, messageLifetime: messageLifetime,
      claimTimeout: claimTimeout, maxQuarantinedFiles: maxQuarantinedFiles, maxAttempts: maxAttempts,
      maxDeadLetters: maxDeadLetters)
  }
}
