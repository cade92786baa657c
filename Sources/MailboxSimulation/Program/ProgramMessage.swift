/// What a program enqueues: a text or a number, so that a consumer of texts finds something it cannot decode.
package enum ProgramMessage: Hashable, Sendable {
  case text(String)
  case number(Int)
  /// A text that makes the body exceed its bound by this many bytes; zero fits exactly.
  case filling(excess: Int)

  /// The texts that are worth a try: what JSON escapes, what takes several bytes, what looks like structure.
  static let texts = ["", "a", "\"\\/", "\u{0}\n\u{7F}", "grüße 🦉", "\"id\":1}", String(repeating: "x", count: 60)]

  init(drawnFrom tape: ChoiceTape) {
    switch tape.choose(below: 8) {
    case 6: self = .number(tape.pick(from: [0, -1, .max, .min]))
    case 7: self = .filling(excess: tape.pick(from: [0, 1, -1, 100]))
    default: self = .text(tape.pick(from: Self.texts))
    }
  }
}

/// A type of message that a participant's mailbox is made for.
protocol ProgramMessageType: Codable, Sendable {
  /// The message as this type, if it can carry it.
  init?(_ message: ProgramMessage)
}

/// Any message of a program.
enum AnyProgramMessage: ProgramMessageType, Codable {
  case text(String)
  case number(Int)

  init?(_ message: ProgramMessage) {
    switch message {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .filling: return nil
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try container.decode(Int.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

extension String: ProgramMessageType {
  init?(_ message: ProgramMessage) {
    guard case .text(let text) = message else { return nil }
    self = text
  }
}
