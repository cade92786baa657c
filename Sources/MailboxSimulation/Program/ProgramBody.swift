internal import Foundation

/// The bodies that a program expects and plants, and what they weigh.
enum ProgramBody {
  /// A JSON value as the encoder writes it.
  static func json(_ value: some Encodable) -> String {
    // Texts, integers and finite numbers always encode.
    String(decoding: try! JSONEncoder().encode(value), as: UTF8.self)
  }

  /// A body in which the date is already text.
  static func text(id: UUID, date: String, payload: String) -> String {
    #"{"id":"\#(id.uuidString)","enqueuedAt":\#(date),"message":\#(payload)}"#
  }

  /// The size of a body that enqueue writes; minus zero is written as zero, as in the name.
  static func size(date: Double, payload: String) -> Int {
    text(id: anyIdentifier, date: json(date == 0 ? 0 : date), payload: payload).utf8.count
  }

  /// The size of a body that restore writes.
  ///
  /// How a number is spelled is left open; the library spells this one as Swift does.
  static func restoredSize(date: Double, payload: String) -> Int {
    text(id: anyIdentifier, date: String(date), payload: payload).utf8.count
  }

  // Every identifier has 36 characters.
  private static let anyIdentifier = UUID(high: 0, low: 0)
}
