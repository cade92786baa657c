import ConformanceKit
import Foundation

/// Something that happened to a message between two looks, or must have.
struct WatchEvent: Equatable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case enqueued, claimed, extended, acknowledged, released, recovered
    case deadLettered = "dead-lettered"
    case restored
    case quarantined
    /// It waited, or was a dead letter or in quarantine, and is gone: claimed and acknowledged between two looks, expired, evicted, removed.
    case removed
  }

  var kind: Kind
  /// The message's; `nil` of a file in quarantine that was not seen before.
  var id: UUID?
  /// How many deliveries the message has behind it, the current one included.
  var attempts: Int?
  /// Why, or from where.
  var detail: String?

  init(_ kind: Kind, _ id: UUID?, attempts: Int? = nil, _ detail: String? = nil) {
    self.kind = kind
    self.id = id
    self.attempts = attempts
    self.detail = detail
  }

  /// - Parameter moment: When the look was taken, in seconds since 2001.
  func line(at moment: Double) -> String {
    let time = Moment(moment).text.split(separator: " ").last.map(String.init) ?? ""
    let word = kind.rawValue + String(repeating: " ", count: 13 - kind.rawValue.count)
    let attempts = attempts.map { $0 > 0 ? "attempt \($0)" : "" } ?? ""
    let rest = [detail ?? "", attempts].filter { !$0.isEmpty }.joined(separator: ", ")
    return "\(time)  \(word)  \(id?.uuidString ?? "-")" + (rest.isEmpty ? "" : "  \(rest)")
  }

  func json(at moment: Double) -> JSON {
    .object([
      "event": .string(kind.rawValue), "at": JSON(moment), "id": id.map { .string($0.uuidString) } ?? .null,
      "attempts": attempts.map { JSON($0) } ?? .null, "detail": detail.map(JSON.string) ?? .null,
    ])
  }
}
