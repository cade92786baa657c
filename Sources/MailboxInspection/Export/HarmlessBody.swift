import AppGroupMailbox
import ConformanceKit
import Foundation

/// What stands in for a message's body in an exported case: as large, as valid or broken in the same way, and with nothing of the message in it.
enum HarmlessBody {
  /// Larger ones that are not valid are zeros: hexadecimal digits would fill the file.
  private static let mostDigits = 1 << 16

  /// The content of a file with a message's name.
  ///
  /// - Parameter other: The entry for which it is, if the file has another name.
  static func content(for entry: SeenEntry, _ body: Data?, under other: SeenEntry? = nil) -> JSON {
    let size = Int(clamping: entry.size)
    guard let body else { return envelope(entry.message?.id.uuidString, entry.enqueuedAt, size, isNamed: other == nil) }
    switch EnvelopeScanner.scan(body) {
    case .valid(let envelope):
      let isNamed =
        other == nil && entry.message.map { $0.id == envelope.id && $0.details?.date == envelope.date } ?? false
      return Self.envelope(envelope.id.uuidString, envelope.date.seconds, body.count, isNamed: isNamed)
    case .newerFormat: return padded(#"{"format":2}"#, to: body.count)
    case .invalid: return broken(body)
    }
  }

  /// A valid body of that size, if one so small can be.
  ///
  /// - Parameter isNamed: Whether id and date are those of the entry's name.
  private static func envelope(_ id: String?, _ date: Double?, _ size: Int, isNamed: Bool) -> JSON {
    let shortest = JSON.object(["id": .string(id ?? ""), "enqueuedAt": JSON(date ?? 0), "message": ""]).description
    var members: [String: JSON] = ["message": ""]
    if !isNamed, let id, let date {
      members["id"] = .string(id)
      members["date"] = ["at": JSON(date)]
    }
    guard size < shortest.utf8.count, let id, let date else {
      return ["envelope": .object(members), "size": JSON(max(size, shortest.utf8.count))]
    }
    return padded(#"{"id":"\#(id)","enqueuedAt":\#(date),"message":0}"#, to: size)
  }

  private static func broken(_ body: Data) -> JSON {
    let size = body.count
    switch BodyFault(of: body) {
    case .empty: return ["text": ""]
    case .zeros: return repeated("\0", size)
    case .byteOrderMark where size >= 5: return padded("\u{FEFF}{}", to: size)
    case .byteOrderMark, .notUTF8:
      guard size <= mostDigits else { return repeated("\0", size) }
      return ["hex": .string(String(repeating: "ff", count: size))]
    case .notJSON: return body.first == UInt8(ascii: "{") && size > 1 ? padded("{", to: size) : repeated("x", size)
    case .notObject: return padded("0", to: size)
    case .members: return padded("{}", to: size)
    }
  }

  private static func repeated(_ byte: String, _ size: Int) -> JSON {
    ["repeat": .string(byte), "size": JSON(size)]
  }

  /// With spaces behind, which mean nothing in JSON.
  private static func padded(_ text: String, to size: Int) -> JSON {
    ["text": .string(text + String(repeating: " ", count: max(0, size - text.utf8.count)))]
  }
}
