internal import Foundation

/// A mailbox as a value: what SPEC.md says each operation does, without files, processes or faults.
///
/// Operations name the participant that makes them, for each has limits and a consumer of its own. They return what the
/// caller sees, throw the error that it gets, and leave the diagnostics and the wake-up in ``takeDiagnostics()`` and
/// ``takeWakeUp()``.
package struct MailboxModel: Hashable, Sendable {
  /// The waiting messages, in delivery order.
  package internal(set) var pending: [ModelMessage] = []
  package internal(set) var claimed: [ModelClaim] = []
  package internal(set) var deadLetters: [ModelDeadLetter] = []
  package internal(set) var quarantined = 0
  /// Files whose names start like ours and do not parse; the next settling quarantines them.
  package internal(set) var malformedNames = 0
  package internal(set) var participants: [ModelParticipant]
  /// The clock, in seconds since 2001.
  package internal(set) var now: Double

  var diagnostics: [ModelDiagnostic] = []
  var wakesUp = false
  var nextToken = 0
  /// What settling finds abandoned and expired, where the clock does not decide it.
  var upkeep: ModelUpkeep?
  /// Whether new ordinals follow the clock (LAY-10); otherwise they only follow each other, which gives the same order.
  var ordinalsFollowClock = true

  /// An empty mailbox.
  package init(participants: [ModelParticipant], now: Double) {
    self.participants = participants
    self.now = now
  }

  /// Pending and claimed messages, and nothing else (LIM-5).
  package var depth: Int { pending.count + claimed.count }

  /// All that have a file: pending, claimed and dead.
  var messages: [ModelMessage] { pending + claimed.map(\.message) + deadLetters.map(\.message) }

  /// Moves the clock, backwards too.
  package mutating func moveClock(by seconds: Double) {
    now += seconds
  }

  /// Statistics count by names and change nothing (STA-1).
  package func statistics() -> ModelStatistics {
    let sizes = messages.map(\.size)
    return ModelStatistics(
      pending: pending.count, claimed: claimed.count, deadLetters: deadLetters.count, quarantined: quarantined,
      oldestPending: pending.first?.date, bytes: sizes.reduce(0, +))
  }

  /// The diagnostics since they were last taken, in the order in which they arose.
  package mutating func takeDiagnostics() -> [ModelDiagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }

  /// Whether something became pending that posts a wake-up, since this was last asked (WKE-1).
  package mutating func takeWakeUp() -> Bool {
    defer { wakesUp = false }
    return wakesUp
  }

  /// Whether an identifier is pending or claimed.
  func holds(_ id: UUID) -> Bool {
    pending.contains { $0.id == id } || claimed.contains { $0.message.id == id }
  }

  /// Puts a message in its place in the order.
  mutating func insertPending(_ message: ModelMessage) {
    let place = pending.firstIndex { message.name < $0.name } ?? pending.endIndex
    pending.insert(message, at: place)
  }

  /// Makes a message a dead letter, or says that there is no room for it (DLQ-7).
  mutating func bury(_ message: ModelMessage, because reason: ModelReason, bound: Int) -> Bool {
    guard deadLetters.count < bound else {
      diagnostics.append(.deadLettersFull)
      return false
    }
    addDeadLetter(message, because: reason)
    return true
  }

  mutating func addDeadLetter(_ message: ModelMessage, because reason: ModelReason) {
    var letter = ModelDeadLetter(reason: reason, message: message)
    // Two files cannot have one name (DLQ-14).
    while deadLetters.contains(where: { $0.reason == reason && $0.message.name == letter.message.name }) {
      letter.message.ordinal &+= 1
    }
    deadLetters.append(letter)
    diagnostics.append(.deadLettered(reason))
  }

  /// Adds a file to the quarantine and trims it (QUA-5, QUA-6).
  mutating func quarantine(bound: Int) {
    quarantined = min(quarantined + 1, bound)
    diagnostics.append(.malformedQuarantined)
  }
}
