import AppGroupMailbox
import Foundation

/// One line that goes out.
struct Reply: Encodable {
  enum Outcome {
    case ok(JSONValue)
    case error(JSONValue)
    case unsupported(String)
  }

  /// `nil` if the line that came in had none that could be read.
  var seq: Int?
  var outcome: Outcome
  /// When the operation began and ended, in nanoseconds of the clock that all processes of a machine share and that never steps.
  var began: UInt64
  var ended: UInt64

  private enum Key: String, CodingKey {
    case seq, ok, error, unsupported, began, ended
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(seq, forKey: .seq)
    switch outcome {
    case .ok(let value): try container.encode(value, forKey: .ok)
    case .error(let value): try container.encode(value, forKey: .error)
    case .unsupported(let operation): try container.encode(operation, forKey: .unsupported)
    }
    try container.encode(began, forKey: .began)
    try container.encode(ended, forKey: .ended)
  }

  /// The line, with its end.
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
