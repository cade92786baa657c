/// A case uses a name that no step has bound, or a value that must not be free: a fault of the fixture that only a run shows.
package struct UnboundName: Error, CustomStringConvertible {
  package let description: String
}

/// What the symbols of a case stand for in one run of it.
package struct Bindings: Sendable {
  /// The case's beginning, in seconds since 2001: exact in binary64 and in names.
  package let beginning: Double
  /// The clock of the implementation now.
  package var now: Double
  /// The largest body for the case's first actor.
  package let maxPayloadBytes: Int
  private var values: [String: String] = [:]

  package init(beginning: Double, maxPayloadBytes: Int) {
    self.beginning = beginning
    now = beginning
    self.maxPayloadBytes = maxPayloadBytes
  }

  package mutating func bind(_ name: String, to value: String) {
    values[name] = value
  }

  /// What is bound under a name, `$` left out.
  package func value(_ name: String) -> String? { values[name] }

  /// The identifier that a text stands for; `nil` if any will do.
  package func identifier(_ text: String) throws -> String? {
    if text == "*" { return nil }
    if text.hasPrefix("#"), let number = UInt64(text.dropFirst()) { return Self.identifier(number) }
    guard text.hasPrefix("$") else { return text }
    let name = String(text.dropFirst())
    guard let value = values[name] ?? values["\(name).id"] else {
      throw UnboundName(description: "\(text) is not bound by any step before")
    }
    return value
  }

  /// The identifier of a number: its digits stand at the end.
  package static func identifier(_ number: UInt64) -> String {
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}

extension Bindings {
  /// The name that a case means, in which parts may be free.
  package func pattern(_ name: CaseName) throws -> NamePattern {
    func literal(_ text: String) -> NamePattern.Part { .literal(Array(text.utf8)) }
    func identifier(_ text: String) throws -> NamePattern.Part { try self.identifier(text).map(literal) ?? .identifier }
    func message(_ message: CaseName.Message) throws -> [NamePattern.Part] {
      let ordinal =
        message.ordinal == "*"
        ? .ordinal : literal(String(repeating: "0", count: 20 - message.ordinal.utf8.count) + message.ordinal)
      let start = [literal("pending-"), ordinal, literal("-"), try identifier(message.id)]
      if message.isLegacy { return start + [literal(".json")] }
      let date = message.date.seconds(from: beginning).map { literal(NameDateText.text($0)) } ?? .date
      let attempts = String(message.attempts)
      return start + [
        literal("-"), date, literal("-" + String(repeating: "0", count: 4 - attempts.utf8.count) + attempts + ".json"),
      ]
    }
    switch name {
    case .raw(let bytes): return NamePattern([.literal(bytes)])
    case .pending(let inner): return NamePattern(try message(inner))
    case .claimed(let token, let inner):
      return NamePattern([literal("claimed-"), try identifier(token), literal("-")] + (try message(inner)))
    case .deadLetter(let reason, let inner):
      return NamePattern([literal("deadletter-\(reason)-")] + (try message(inner)))
    case .quarantine(let milliseconds, let id, let reason):
      // Where the case says nothing it is the implementation's.
      let isFree = milliseconds == "*" || milliseconds == nil && (id == nil || id == "*")
      return NamePattern([
        literal("quarantine-"), isFree ? .milliseconds : literal(milliseconds ?? "1"), literal("-"),
        try identifier(id ?? "*"), literal(reason.map { "-\($0).bin" } ?? ".bin"),
      ])
    case .lock: return NamePattern([literal(".mailbox.lock")])
    case .temporary(let name): return NamePattern([literal(".tmp/\(name)")])
    case .above(.root): return NamePattern([literal("AppGroupMailbox")])
    case .above(.namespace): return NamePattern([literal("the namespace directory")])
    }
  }

  /// The bytes of a content; a body takes what it does not say from its name.
  package func bytes(_ content: CaseContent, name: CaseName) throws -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .repeated(let byte, let size):
      return Array(repeating: byte, count: size.bytes(maxPayloadBytes: maxPayloadBytes))
    case .envelope(let envelope, let size):
      let body = Array(try members(envelope, name: name).description.utf8)
      guard let size else { return body }
      let missing = size.bytes(maxPayloadBytes: maxPayloadBytes) - body.count
      guard missing >= 0, let text = envelope.message.string else {
        throw UnboundName(description: "a body of that size cannot be made: the message must be a short string")
      }
      var padded = envelope
      padded.message = .string(text + String(repeating: "x", count: missing))
      return Array(try members(padded, name: name).description.utf8)
    }
  }

  private func members(_ envelope: CaseContent.Envelope, name: CaseName) throws -> JSON {
    guard let id = try identifier(envelope.id ?? name.message?.id ?? "#1"),
      let date = (envelope.date ?? name.message?.date ?? .ago(0)).seconds(from: beginning)
    else { throw UnboundName(description: "a body that is planted must have an id and a date") }
    let usual: [String: JSON] = ["id": .string(id), "enqueuedAt": JSON(date), "message": envelope.message]
    return .object(usual.merging(envelope.members) { $1 })
  }
}
