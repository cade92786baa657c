import Foundation

/// A name of which parts may be free: what a case expects, with all that it has bound filled in.
package struct NamePattern: Equatable, Sendable, CustomStringConvertible {
  /// A part.
  package enum Part: Equatable, Sendable {
    case literal([UInt8])
    case identifier
    case ordinal
    case date
    case milliseconds
  }

  package var parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The name, if nothing of it is free.
  package var name: [UInt8]? {
    var name: [UInt8] = []
    for part in parts {
      guard case .literal(let bytes) = part else { return nil }
      name += bytes
    }
    return name
  }

  package func matches(_ name: [UInt8]) -> Bool {
    var rest = name[...]
    for part in parts {
      switch part {
      case .literal(let bytes):
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
      case .identifier: rest = rest.dropFirst(36)
      case .ordinal: rest = rest.dropFirst(20)
      case .date: rest = rest.dropFirst(16)
      case .milliseconds: rest = rest.drop { (0x30...0x39).contains($0) }
      }
    }
    return rest.isEmpty
  }

  package var description: String {
    parts.map { part in
      switch part {
      case .literal(let bytes): NameText.readable(bytes)
      case .identifier: "<any UUID>"
      case .ordinal: "<any ordinal>"
      case .date: "<any date>"
      case .milliseconds: "<any ms>"
      }
    }.joined()
  }
}

/// Names for people.
package enum NameText {
  /// The text, with `\xNN` for bytes that are no printable UTF-8.
  package static func readable(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    {
      return text
    }
    return bytes.map { byte in
      (0x20..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
    }.joined()
  }
}
