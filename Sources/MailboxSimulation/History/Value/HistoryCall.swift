package import Foundation

/// What an operation was asked to do.
package enum HistoryCall: Codable, Hashable, Sendable {
  /// One message, with a date of its own in seconds since 2001, or the clock's.
  case enqueue(message: HistoryMessage, date: Double?)
  case batch(messages: [HistoryMessage])
  /// At most so many messages, or all.
  case claim(limit: Int?)
  case acknowledge(token: UUID)
  case release(token: UUID)
  case extend(token: UUID)
  case reject(token: UUID)
  /// A dead letter as a list named it; where several have one id and reason, any of them is meant.
  case restore(id: UUID, reason: String)
  case removeDeadLetter(id: UUID, reason: String)
  case maintain
  case deadLetters
  case statistics
}

/// A message as its producer gave it.
package struct HistoryMessage: Codable, Hashable, Sendable {
  /// `nil` if the mailbox was to make one; it is then known from the outcome, or never.
  package var id: UUID?
  /// JSON text, or a digest of it; equal texts are equal messages.
  package var payload: String
  /// The size of the body in bytes; without it the message is taken to fit every reader.
  package var size: Int?

  /// A message to be enqueued.
  package init(id: UUID?, payload: String, size: Int? = nil) {
    self.id = id
    self.payload = payload
    self.size = size
  }
}

extension HistoryCall {
  /// What an enqueue or a batch was given.
  var messages: [HistoryMessage] {
    switch self {
    case .enqueue(let message, _): [message]
    case .batch(let messages): messages
    default: []
    }
  }

  /// The claim that it was about.
  var token: UUID? {
    switch self {
    case .acknowledge(let token), .release(let token), .extend(let token), .reject(let token): token
    default: nil
    }
  }

  /// Whether success ends the claim.
  var endsClaim: Bool {
    switch self {
    case .acknowledge, .release, .reject: true
    default: false
    }
  }

  /// Whether it can change nothing at all.
  var isReading: Bool {
    switch self {
    case .deadLetters, .statistics: true
    default: false
    }
  }

  /// Whether it begins with settling (SPEC.md section 1).
  var settles: Bool {
    switch self {
    case .enqueue, .batch, .claim, .restore, .maintain: true
    default: false
    }
  }

  /// Whether it can store a message.
  var stores: Bool {
    switch self {
    case .enqueue, .batch, .restore: true
    default: false
    }
  }
}

extension HistoryCall: CustomStringConvertible {
  /// The call as a person writes it, with the last digits of its identifiers.
  package var description: String {
    switch self {
    case .enqueue(let message, let date):
      "enqueue \(message.id.short) \(message.payload)" + (date.map { " dated \($0)" } ?? "")
    case .batch(let messages): "batch \(messages.map { "\($0.id.short) \($0.payload)" }.joined(separator: ", "))"
    case .claim(let limit): "claim " + (limit.map { "at most \($0)" } ?? "all")
    case .acknowledge(let token): "acknowledge \(token.short)"
    case .release(let token): "release \(token.short)"
    case .extend(let token): "extend \(token.short)"
    case .reject(let token): "reject \(token.short)"
    case .restore(let id, let reason): "restore \(id.short) (\(reason))"
    case .removeDeadLetter(let id, let reason): "remove \(id.short) (\(reason))"
    case .maintain: "maintain"
    case .deadLetters: "list dead letters"
    case .statistics: "statistics"
    }
  }
}

extension UUID {
  /// The last six digits, which are enough for a person to tell identifiers of one history apart.
  var short: String { String(uuidString.suffix(6)) }
}

extension UUID? {
  var short: String { self?.short ?? "new" }
}
