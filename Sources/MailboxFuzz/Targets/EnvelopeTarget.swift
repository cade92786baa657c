import AppGroupMailbox
import Foundation
import MailboxSimulation

/// Bodies of messages, right, almost right and wrong.
struct EnvelopeTarget: FuzzTarget {
  let name = "envelope"
  let summary = "bodies are judged as LAY-11 to LAY-13 say, compared with Foundation's reading of them"

  func failure(on tape: ChoiceTape) -> String? { examine(tape).failure }

  func examine(_ tape: ChoiceTape) -> FuzzOutcome {
    let body = Self.body(drawnFrom: tape)
    let verdict = EnvelopeScanner.scan(Data(body))
    let failure = EnvelopeOracle(body).objection(to: verdict) ?? Self.redatingFailure(body, verdict, tape)
    return FuzzOutcome(failure: failure, features: Self.features(body, verdict))
  }

  func listing(of tape: ChoiceTape) -> String {
    let body = Self.body(drawnFrom: tape)
    return "body \(String(decoding: body, as: UTF8.self).debugDescription), \(body.count) bytes"
  }

  /// The verdict together with what there is in the body.
  private static func features(_ body: [UInt8], _ verdict: EnvelopeVerdict) -> Set<String> {
    let kind =
      switch verdict {
      case .valid: "valid"
      case .newerFormat: "newer format"
      case .invalid: "invalid"
      }
    let text = Array(String(decoding: body, as: UTF8.self).utf8)
    let traits = ["\"format\"", "\\u", "\\", "{\"k0\"", "[[", "null", "\u{FEFF}", "\u{FFFD}", "\r", "e+", "E"]
    let there = traits.filter { text.firstRange(of: $0.utf8) != nil }
    return Set(there.map { "\(kind), with \($0.debugDescription)" } + [kind])
  }

  /// A body with another date is valid too, has that date, and differs in nothing else.
  private static func redatingFailure(_ body: [UInt8], _ verdict: EnvelopeVerdict, _ tape: ChoiceTape) -> String? {
    guard case .valid(let envelope) = verdict, let date = NameDate(seconds: Double(bitPattern: tape.bits()))
    else { return nil }
    // A slice, whose first index is not zero.
    let redated = envelope.redating(Data([0] + body).dropFirst(), to: date)
    guard case .valid(let changed) = EnvelopeScanner.scan(redated) else { return "with another date it is not valid" }
    if changed.id != envelope.id || changed.date != date { return "with another date it says \(changed)" }
    let rest = (body[..<envelope.dateRange.lowerBound], body[envelope.dateRange.upperBound...])
    guard redated.starts(with: rest.0), redated.suffix(rest.1.count).elementsEqual(rest.1) else {
      return "another date changes more than the date"
    }
    return nil
  }

  /// An object whose members are mostly those of a body.
  private static func body(drawnFrom tape: ChoiceTape) -> [UInt8] {
    if tape.chance(1, in: 16) { return tape.bytes(count: tape.choose(below: 60)) }
    var members = [
      "\(key("id", tape)):\(id(drawnFrom: tape))", "\(key("enqueuedAt", tape)):\(number(drawnFrom: tape))",
      "\(key("message", tape)):\(value(drawnFrom: tape, depth: 0))",
    ]
    for _ in 0..<tape.choose(below: 3) {
      members.insert(member(drawnFrom: tape), at: tape.choose(below: members.count + 1))
    }
    if tape.chance(1, in: 8) { members.remove(at: tape.choose(below: members.count)) }
    let space = tape.pick(from: ["", " ", "\n\t\r "])
    let text = "\(space){\(space)\(members.joined(separator: "\(space),\(space)"))\(space)}\(space)"
    let start: [UInt8] = tape.chance(1, in: 32) ? [0xEF, 0xBB, 0xBF] : []
    return start + tape.mutated(Array(text.utf8))
  }

  private static let formats = ["1", "2", "1.0", "0", "1.5", "-1", "\"1\"", "2e0", "null", "99999999999999999999"]

  /// Contents of strings, escapes as they stand in JSON.
  private static let texts = [
    "", "a", #"\n"#, #"\u0041"#, #"\ud83e\udd89"#, #"\ud83e"#, "é", "🦉", #"\x"#, "\u{7}", "}", "]", #"\""#, #"\\"#,
    "//",
    "\u{2028}",
  ]

  private static func member(drawnFrom tape: ChoiceTape) -> String {
    switch tape.choose(below: 6) {
    case 0: return "\"other\":\(value(drawnFrom: tape, depth: 0))"
    case 1, 2: return "\(key("format", tape)):\(tape.pick(from: formats))"
    case 3: return "\(key("message", tape)):null"
    case 4: return "\(key("id", tape)):\(id(drawnFrom: tape))"
    default: return "\"\\u00e9\":[]"
    }
  }

  /// A key, sometimes with its first letter escaped.
  private static func key(_ name: String, _ tape: ChoiceTape) -> String {
    guard tape.chance(1, in: 8), let first = name.utf8.first else { return "\"\(name)\"" }
    return "\"\\u00\(String(first, radix: 16))\(name.dropFirst())\""
  }

  private static func id(drawnFrom tape: ChoiceTape) -> String {
    let id = UUID(high: tape.bits(), low: tape.bits()).uuidString
    return tape.pick(from: ["\"\(id)\"", "\"\(id)\"", "\"\(id.lowercased())\"", "\"\(id)0\"", "1", "null"])
  }

  private static func number(drawnFrom tape: ChoiceTape) -> String {
    tape.pick(from: [
      "807000000", "807000000.125", "-0", "0", "1e5", "1E+05", "-1.5e-3", "01", "1.", ".5", "+1", "1e", "-", "1e999",
      "NaN", "\"1\"", "true",
    ])
  }

  private static func value(drawnFrom tape: ChoiceTape, depth: Int) -> String {
    switch tape.choose(below: depth < 5 ? 10 : 7) {
    case 0: return "null"
    case 1: return number(drawnFrom: tape)
    case 2: return "true"
    case 3: return "false"
    case 4, 5: return "\"\(tape.pick(from: texts))\""
    case 6: return tape.pick(from: ["tru", "[]", "{}", "[,]", "{,}", "[1,]", "{\"a\"}"])
    case 7: return "[\(elements(drawnFrom: tape, depth: depth).joined(separator: ","))]"
    case 8:
      let elements = elements(drawnFrom: tape, depth: depth).enumerated().map { "\"k\($0)\":\($1)" }
      return "{\(elements.joined(separator: ","))}"
    default: return "[\(value(drawnFrom: tape, depth: depth + 1))]"
    }
  }

  private static func elements(drawnFrom tape: ChoiceTape, depth: Int) -> [String] {
    (0..<tape.choose(below: 4)).map { _ in value(drawnFrom: tape, depth: depth + 1) }
  }
}
