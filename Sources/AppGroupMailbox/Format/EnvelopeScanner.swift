#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads the members of a body that every mailbox understands, and checks that the rest is JSON.
///
/// Not done with a decoder: whether a file is malformed must not depend on one decoder's limits or leniency, and a message that a
/// decoder cannot take is not malformed (clauses LAY-11, DLQ-3, SEC-8).
package struct EnvelopeScanner {
  private let bytes: UnsafeRawBufferPointer
  private var scanner: JSONScanner
  private var id: Member<UUID> = .absent
  private var date: Member<(NameDate, Range<Int>)> = .absent
  private var message: Member<Range<Int>> = .absent
  private var format: Member<Double> = .absent

  /// A member that must not come twice.
  private enum Member<Value> {
    case absent, wrong
    case present(Value)

    mutating func set(_ value: Value?) {
      if case .absent = self, let value { self = .present(value) } else { self = .wrong }
    }
  }

  /// - Complexity: O(*n*) in the number of bytes.
  package static func scan(_ body: Data) -> EnvelopeVerdict {
    body.withUnsafeBytes { bytes in
      var scanner = EnvelopeScanner(bytes)
      do {
        return try scanner.scan()
      } catch {
        return .invalid
      }
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    scanner = JSONScanner(bytes)
  }

  private mutating func scan() throws(JSONScanner.Invalid) -> EnvelopeVerdict {
    scanner.skipSpace()
    try scanner.expect(UInt8(ascii: "{"))
    scanner.skipSpace()
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        try scanMember()
        scanner.skipSpace()
      } while scanner.take(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"))
    }
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw JSONScanner.Invalid() }
    return verdict
  }

  private var verdict: EnvelopeVerdict {
    switch format {
    case .absent: break
    case .present(let value) where value == 1: break
    case .present(let value) where value > 1 && value.isFinite && value == value.rounded(): return .newerFormat
    case .present, .wrong: return .invalid
    }
    guard case .present(let id) = id, case .present(let (date, range)) = date, case .present(let messageRange) = message
    else { return .invalid }
    return .valid(Envelope(id: id, date: date, dateRange: range, messageRange: messageRange))
  }

  private mutating func scanMember() throws(JSONScanner.Invalid) {
    scanner.skipSpace()
    let key = JSONKey(bytes, try scanner.skipString())
    scanner.skipSpace()
    try scanner.expect(UInt8(ascii: ":"))
    let value = try scanner.skipValue()
    if key.spells("id") {
      id.set(identifier(value))
    } else if key.spells("enqueuedAt") {
      date.set(number(value).flatMap { NameDate(seconds: $0) }.map { ($0, value) })
    } else if key.spells("message") {
      message.set(value)
    } else if key.spells("format") {
      format.set(number(value))
    }
  }

  private func identifier(_ range: Range<Int>) -> UUID? {
    guard bytes[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let text = JSONKey(bytes, range.lowerBound + 1..<range.upperBound - 1)
    return UUIDText.parse(text.unescaped[...], lowerCaseToo: true)
  }

  private func number(_ range: Range<Int>) -> Double? {
    // Everything else that begins like this was refused by the scanner.
    guard bytes[range.lowerBound] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[range.lowerBound])
    else { return nil }
    return Double(String(decoding: bytes[range], as: UTF8.self))
  }
}
