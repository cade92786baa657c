import Foundation

/// Any JSON value; numbers keep their spelling, so that nothing is lost between a fixture and an adapter.
package indirect enum JSON: Sendable {
  case null
  case boolean(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([String: JSON])
}

extension JSON: Equatable {
  /// Whether two values mean the same: `1.0` is `1`, and two large integers that share a binary64 are not.
  package static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.number(let one), .number(let other)): isSameNumber(one, other)
    case (.string(let one), .string(let other)): Array(one.utf8) == Array(other.utf8)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  private static func isSameNumber(_ one: String, _ other: String) -> Bool {
    if let one = Int64(one), let other = Int64(other) { return one == other }
    if let one = UInt64(one), let other = UInt64(other) { return one == other }
    return Double(one) == Double(other)
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }

  package init(integerLiteral value: Int) { self = .number(String(value)) }

  package init(floatLiteral value: Double) { self = JSON(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(Dictionary(elements) { $1 }) }
}

extension JSON {
  package init(_ value: Int) { self = .number(String(value)) }

  /// A finite number, or the word that the protocol has for what JSON has no numbers for.
  package init(_ value: Double) {
    if value.isFinite {
      self = .number(String(value))
    } else {
      self = .string(value.isNaN ? "nan" : value > 0 ? "inf" : "-inf")
    }
  }

  /// A member of an object; `nil` of anything else.
  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }

  package var integer: Int? {
    if case .number(let text) = self { Int(text) ?? Double(text).flatMap(Int.init(exactly:)) } else { nil }
  }

  package var elements: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }
}

extension JSON: CustomStringConvertible {
  /// One line, members in alphabetical order.
  package var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }

  /// A string of JSON.
  ///
  /// - Parameter isEscaped: Which scalars below U+10000 are written as numbers; control characters must be.
  static func quoted(
    _ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool = { $0.value < 0x20 || $0.value == 0x7F }
  ) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isEscaped(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
