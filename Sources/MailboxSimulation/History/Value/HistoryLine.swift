internal import Foundation

/// One line of a recorded history: one thing that happened.
///
/// A process writes its own lines to a file of its own, each with one write, before and after each call; the lines of
/// all files together are the history, in any order.
package enum HistoryLine: Codable, Hashable, Sendable {
  /// A process says what it opened.
  case participant(process: Int, participant: HistoryParticipant)
  case planted(file: HistoryPlanted)
  /// A process begins its operation of this number.
  case invoked(process: Int, number: Int, call: HistoryCall, moment: UInt64, clock: Double)
  case returned(process: Int, number: Int, outcome: HistoryOutcome, moment: UInt64, clock: Double, isFaulted: Bool?)
  case event(event: HistoryEvent)
  case ending(ending: HistoryEnding)

  /// Reads what ``text`` wrote; `nil` if it is anything else.
  package init?(parsing text: some StringProtocol) {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let line = try? decoder.decode(HistoryLine.self, from: Data(text.utf8)) else { return nil }
    self = line
  }

  /// One JSON object without a line feed.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Nothing in a line fails to encode: numbers that JSON lacks are texts.
    return String(decoding: try! encoder.encode(self), as: UTF8.self)
  }
}
