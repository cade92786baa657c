import Foundation
import MailboxSimulation

/// A model with short ways to say what the examples need; a class, so that expectations can call what changes it.
final class ModelExample {
  /// When examples start, in seconds since 2001, and the same moment as an ordinal.
  static let start: Double = 1_000
  static let startOrdinal: UInt64 = 978_308_200_000

  var model: MailboxModel

  /// A mailbox with these participants, or with one that has the defaults.
  init(_ participants: ModelParticipant...) {
    model = MailboxModel(
      participants: participants.isEmpty ? [ModelParticipant()] : participants, now: Self.start)
  }

  static func id(_ number: Int) -> UUID {
    UUID(high: 0x4000, low: 1 << 63 | UInt64(number))
  }

  static func submission(_ number: Int, payload: String = "\"text\"", size: Int = 100) -> ModelSubmission {
    ModelSubmission(id: id(number), payload: payload, size: size)
  }

  func enqueue(
    _ number: Int, payload: String = "\"text\"", size: Int = 100, at date: Double? = nil, by participant: Int = 0
  ) throws(ModelError) {
    _ = try model.enqueue(
      Self.submission(number, payload: payload, size: size), enqueuedAt: date, by: participant)
  }

  /// The numbers of the claimed messages, and the token of the first.
  @discardableResult
  func claim(_ limit: Int? = nil, by participant: Int = 0) throws(ModelError) -> [Int] {
    let claims = try model.claimPending(limit: limit, by: participant)
    return claims.map { Self.number($0.message.id) }
  }

  @discardableResult
  func enqueue(batch numbers: [Int]) throws(ModelError) -> [Int] {
    try model.enqueue(contentsOf: numbers.map { Self.submission($0) }, by: 0).map(Self.number)
  }

  func takeDiagnostics() -> [ModelDiagnostic] {
    model.takeDiagnostics()
  }

  func takeWakeUp() -> Bool {
    model.takeWakeUp()
  }

  /// The token of a claimed message.
  func token(_ number: Int) -> Int {
    model.claimed.first { $0.message.id == Self.id(number) }?.token ?? -1
  }

  var pending: [Int] { model.pending.map { Self.number($0.id) } }
  var claimed: [Int] { model.claimed.map { Self.number($0.message.id) } }
  var deadLetters: [ModelReason: [Int]] {
    Dictionary(grouping: model.deadLetters, by: \.reason).mapValues { $0.map { Self.number($0.message.id) } }
  }

  private static func number(_ id: UUID) -> Int {
    Int(id.uuid.15)
  }
}
