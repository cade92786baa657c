package import Foundation

/// A file that nobody enqueued: it was there at the beginning, or appeared.
package struct HistoryPlanted: Codable, Hashable, Sendable {
  /// Where it stands.
  package enum Place: Codable, Hashable, Sendable {
    case pending
    /// Held by nobody that lives, with this token and stamp.
    case claimed(token: UUID, stamp: Double)
    case deadLetter(reason: String)
    /// Under a name that starts like ours and does not parse (LAY-17).
    case malformedName
  }

  /// What is in it.
  package enum Body: String, Codable, Sendable {
    case valid, malformed, ofAnotherMessage, ofAnotherDate, newerFormat
  }

  package var id: UUID
  package var place: Place
  package var payload: String
  package var size: Int?
  package var date: Double
  package var ordinal: UInt64
  /// As its name says.
  package var attempts: Int
  package var body: Body
  /// Whether its owner may not read it, for as long as the history lasts.
  package var isUnreadable: Bool?

  /// A file; a malformed name needs nothing but its place.
  package init(
    id: UUID, _ place: Place = .pending, payload: String = "", size: Int? = nil, date: Double = 0,
    ordinal: UInt64 = 0, attempts: Int = 0, body: Body = .valid
  ) {
    self.id = id
    self.place = place
    self.payload = payload
    self.size = size
    self.date = date
    self.ordinal = ordinal
    self.attempts = attempts
    self.body = body
  }
}

extension HistoryPlanted {
  /// The same for the model.
  var message: ModelMessage {
    let body: ModelBody =
      switch body {
      case .valid: .valid
      case .malformed: .malformed
      case .ofAnotherMessage: .ofAnotherMessage
      case .ofAnotherDate: .ofAnotherDate
      case .newerFormat: .newerFormat
      }
    return ModelMessage(
      ordinal: ordinal, id: id, date: date, attempts: attempts, payload: payload, size: size ?? 0, body: body)
  }

  /// Whether it counts as a message by its name (LIM-5).
  var countsAsDepth: Bool {
    switch place {
    case .pending, .claimed: true
    case .deadLetter, .malformedName: false
    }
  }

  /// Whether a reader that finds it, rightly quarantines it.
  var isHostile: Bool {
    if place == .malformedName { return true }
    return body != .valid && body != .newerFormat
  }
}
