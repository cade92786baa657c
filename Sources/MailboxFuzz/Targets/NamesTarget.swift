import AppGroupMailbox
import MailboxSimulation

/// Names of directory entries, right, almost right and wrong.
struct NamesTarget: FuzzTarget {
  let name = "names"
  let summary = "names parse as the grammar says, and print as they were read"

  func failure(on tape: ChoiceTape) -> String? { examine(tape).failure }

  func examine(_ tape: ChoiceTape) -> FuzzOutcome {
    let bytes = tape.mutated(Self.name(drawnFrom: tape))
    let kind = NameGrammar.kind(of: bytes)
    let failure =
      Self.grammarFailure(bytes, expected: kind) ?? Self.namespaceFailure(bytes)
      ?? Self.dateFailure(tape.bits(), tape.bits())
    return FuzzOutcome(failure: failure, features: Self.features(bytes, kind))
  }

  func listing(of tape: ChoiceTape) -> String {
    let bytes = tape.mutated(Self.name(drawnFrom: tape))
    return "name \(String(decoding: bytes, as: UTF8.self).debugDescription), \(bytes.count) bytes"
  }

  /// What it is by the grammar, by its start and about how long.
  private static func features(_ bytes: [UInt8], _ kind: NameGrammar.Kind) -> Set<String> {
    let start = String(decoding: bytes.prefix { $0 != UInt8(ascii: "-") }.prefix(12), as: UTF8.self)
    let prefixes = ["pending", "claimed", "deadletter", "quarantine", ".dat.nosync"]
    return [
      "\(kind), \(prefixes.first { start.hasPrefix($0) } ?? "other")", "\(kind), \(bytes.count / 16 * 16) bytes",
    ]
  }

  /// Every parsed name is one of the grammar's, and prints as the bytes it was read from.
  private static func grammarFailure(_ bytes: [UInt8], expected: NameGrammar.Kind) -> String? {
    let entry = EntryName(bytes[...])
    let (kind, printed): (NameGrammar.Kind, FileName?) =
      switch entry {
      case .pending(let name): (.pending, name.fileName)
      case .claimed(let name): (.claimed, name.fileName)
      case .deadLetter(let name): (.deadLetter, name.fileName)
      case .quarantined(let name): (.quarantined, name.fileName)
      case .legacyTemporary: (.legacyTemporary, nil)
      case .malformed: (.malformed, nil)
      case .foreign: (.foreign, nil)
      }
    if kind != expected { return "the grammar says \(expected), the parser \(kind)" }
    if let printed, Array(printed.bytes) != bytes { return "printed again it is \(printed.text.debugDescription)" }
    return nil
  }

  private static func namespaceFailure(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let parsed = NamespaceName(text)
    let expected = NameGrammar.isNamespace(Array(text.utf8))
    if (parsed != nil) != expected { return "as a namespace it should be \(expected ? "accepted" : "refused")" }
    if let parsed, parsed.fileName.text != text { return "as a namespace it prints as \(parsed.fileName.text)" }
    return nil
  }

  /// The encoding of dates keeps their order and comes back.
  private static func dateFailure(_ first: UInt64, _ second: UInt64) -> String? {
    for bits in [first, second] {
      guard let date = NameDate(ordered: bits) else { continue }
      if date.ordered != bits { return "date bits \(bits) come back as \(date.ordered)" }
    }
    let (one, other) = (Double(bitPattern: first), Double(bitPattern: second))
    if (NameDate(seconds: one) != nil) != one.isFinite { return "date \(one) should be accepted only if it is finite" }
    guard let earlier = NameDate(seconds: one), let later = NameDate(seconds: other) else { return nil }
    if (one < other) != (earlier.ordered < later.ordered) { return "dates \(one) and \(other) do not keep their order" }
    return nil
  }

  /// A name put together from parts that are mostly right.
  private static func name(drawnFrom tape: ChoiceTape) -> [UInt8] {
    if tape.chance(1, in: 16) { return tape.bytes(count: tape.choose(below: 100)) }
    let prefix = tape.pick(from: ["pending-", "claimed-", "deadletter-", "quarantine-", ".dat.nosync", "", ".tmp"])
    var text = prefix
    switch prefix {
    case "pending-": text = pending(drawnFrom: tape)
    case "claimed-": text += "\(uuid(drawnFrom: tape))-\(pending(drawnFrom: tape))"
    case "deadletter-": text += "\(reason(drawnFrom: tape))-\(pending(drawnFrom: tape))"
    case "quarantine-":
      text += "\(digits(tape.choose(below: 22), drawnFrom: tape))-\(uuid(drawnFrom: tape))"
      text += tape.pick(from: [".bin", "-\(reason(drawnFrom: tape)).bin", ".json"])
    default: text += tape.pick(from: ["", "a", "_-.9Z", "pending-"])
    }
    return Array(text.utf8)
  }

  private static func pending(drawnFrom tape: ChoiceTape) -> String {
    let start = "pending-\(digits(20, drawnFrom: tape))-\(uuid(drawnFrom: tape))"
    guard tape.chance(3, in: 4) else { return "\(start).json" }
    let date = tape.pick(from: [
      hexadecimal(tape.bits()), "8000000000000000", "7fffffffffffffff", "fff0000000000000", "000fffffffffffff",
      "0010000000000000", "fff0000000000001", "ffefffffffffffff",
    ])
    return "\(start)-\(date)-\(digits(tape.pick(from: [4, 4, 4, 3, 5]), drawnFrom: tape)).json"
  }

  private static func uuid(drawnFrom tape: ChoiceTape) -> String {
    let digits = hexadecimal(tape.bits()) + hexadecimal(tape.bits())
    let text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
      String(Array(digits)[range])
    }
    return tape.chance(15, in: 16) ? text.joined(separator: "-").uppercased() : text.joined(separator: "-")
  }

  private static func reason(drawnFrom tape: ChoiceTape) -> String {
    tape.pick(from: ["attempts", "a", "", String(repeating: "z", count: 32), String(repeating: "z", count: 33), "a-b"])
  }

  private static func digits(_ count: Int, drawnFrom tape: ChoiceTape) -> String {
    // Near the highest ordinal, where one digit decides.
    let highest = Array("18446744073709551615".utf8)
    if count == 20, tape.chance(1, in: 2) {
      var near = highest
      near[tape.choose(below: 20)] = UInt8(ascii: "0") + UInt8(tape.choose(below: UInt64(10)))
      return String(decoding: near, as: UTF8.self)
    }
    return (0..<count).map { _ in String(tape.choose(below: 10)) }.joined()
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
