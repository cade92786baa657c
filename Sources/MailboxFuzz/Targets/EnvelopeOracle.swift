import AppGroupMailbox
import Foundation

/// What Foundation's reading of a body has to say about the library's.
///
/// Foundation is stricter in some things than RFC 8259 and laxer in others. Where the two cannot be compared it says nothing.
struct EnvelopeOracle {
  private let body: [UInt8]
  /// `nil` for what Foundation does not read.
  private let members: [String: Any]?

  init(_ body: [UInt8]) {
    self.body = body
    members = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
  }

  /// Why the verdict is wrong; `nil` if it is right or cannot be told.
  func objection(to verdict: EnvelopeVerdict) -> String? {
    switch verdict {
    case .valid(let envelope):
      guard let members else { return refusesMore ? nil : "accepted, and Foundation cannot read it" }
      return objection(to: envelope, members)
    case .newerFormat:
      guard let members else { return refusesMore ? nil : "taken for a newer format, and Foundation cannot read it" }
      return members["format"] == nil ? "taken for a newer format, and there is none" : nil
    case .invalid:
      guard let members, !acceptsMore, !mayRepeatMember else { return nil }
      return isBody(members) ? "refused, and Foundation finds every member in it" : nil
    }
  }

  private func objection(to envelope: Envelope, _ members: [String: Any]) -> String? {
    guard !mayRepeatMember else { return nil }
    guard isBody(members) else { return "accepted, and Foundation finds no valid body in it" }
    if (members["id"] as? String).flatMap(UUID.init(uuidString:)) != envelope.id { return "another identifier is read" }
    // The decoder, which keeps every bit of a number, and not the parsed members.
    if let date = try? JSONDecoder().decode(DateMember.self, from: Data(body)).enqueuedAt, date != envelope.date.seconds
    {
      return "another date is read"
    }
    return nil
  }

  private struct DateMember: Decodable {
    var enqueuedAt: Double
  }

  /// LAY-11, LAY-13, from the parsed members.
  private func isBody(_ members: [String: Any]) -> Bool {
    // Foundation reads some texts as a UUID that are none, so what it read must print as the text again.
    guard let id = members["id"] as? String, UUID(uuidString: id)?.uuidString == id.uppercased(),
      Self.number(members["enqueuedAt"])?.isFinite == true, members["message"] != nil
    else { return false }
    guard let format = members["format"] else { return true }
    return Self.number(format).map { $0 == 1 } ?? false
  }

  private static func number(_ value: Any?) -> Double? {
    guard let number = value as? NSNumber else { return nil }
    // A Boolean is a number too; only its type encoding tells.
    return ["c", "B"].contains(String(cString: number.objCType)) ? nil : number.doubleValue
  }

  // What follows looks at bytes and scalars: as characters, a digit or a comma may merge with what stands behind it.

  /// Foundation refuses half of a surrogate pair, deep nesting and numbers beyond its types; RFC 8259 does not.
  private var refusesMore: Bool {
    let hasSurrogate = body.indices.contains { position in
      body[position...].starts(with: #"\ud"#.utf8) || body[position...].starts(with: #"\uD"#.utf8)
    }
    return hasSurrogate || hasExtremeNumber || body.count { $0 == UInt8(ascii: "[") } > 500
  }

  private var hasExtremeNumber: Bool {
    matches(/[0-9]{19}|[eE][+\-]?[0-9]{3}/)
  }

  /// Foundation reads UTF-16, UTF-32 and a byte-order mark too, and on Linux takes a comma behind the last element.
  private var acceptsMore: Bool {
    body.starts(with: [0xEF, 0xBB, 0xBF]) || body.contains(0) || body.contains(0xFE) || body.contains(0xFF)
      || matches(/,[ \n\r\t]*[\]}]/)
  }

  /// Of members with one name Foundation keeps one; whether there were several is not to be seen any more.
  private var mayRepeatMember: Bool {
    body.count { $0 == UInt8(ascii: ":") } > (members?.count ?? 0)
  }

  private func matches(_ pattern: Regex<Substring>) -> Bool {
    String(decoding: body, as: UTF8.self).contains(pattern.matchingSemantics(.unicodeScalar))
  }
}
