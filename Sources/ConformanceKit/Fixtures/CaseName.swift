/// A name as a case says it: raw, or by its parts.
package enum CaseName: Equatable, Sendable {
  case raw([UInt8])
  case pending(Message)
  case claimed(token: String, Message)
  case deadLetter(reason: String, Message)
  case quarantine(milliseconds: String?, id: String?, reason: String?)
  case lock
  /// An entry of `.tmp/`.
  case temporary(String)
  /// The namespace directory itself, or `AppGroupMailbox`.
  case above(Above)

  package enum Above: String, CaseIterable, Sendable {
    case namespace, root
  }

  package struct Message: Equatable, Sendable {
    var id: String
    var date: CaseDate
    var ordinal: String
    var attempts: Int
    var isLegacy: Bool
    /// Whether the case says the date: of a legacy name, it is the body's.
    var isDated: Bool
  }

  init(_ reading: FixtureReading) throws {
    if let text = reading.value.string {
      guard Self.canStand(Array(text.utf8)) else {
        throw reading.fault("\"\(text)\" cannot be an entry's name", "name one entry of the mailbox directory")
      }
      self = .raw(Array(text.utf8))
      return
    }
    let kinds = ["hex", "pending", "claimed", "deadletter", "quarantine", "lock", "temporary", "above"]
    let (kind, value) = try reading.members(kinds).one(of: kinds)
    switch kind {
    case "hex":
      let bytes = try value.bytes()
      guard Self.canStand(bytes) else {
        throw value.fault("these bytes cannot be an entry's name", "leave out 00 and 2f")
      }
      self = .raw(bytes)
    case "pending": self = .pending(try Message(value))
    case "claimed":
      let members = try value.members(["token", "returning"])
      self = .claimed(token: try members.required("token").string(), try Message(members.required("returning")))
    case "deadletter":
      let members = try value.members(["reason", "message"])
      self = .deadLetter(reason: try members.required("reason").string(), try Message(members.required("message")))
    case "quarantine":
      let members = try value.members(["milliseconds", "id", "reason"])
      self = .quarantine(
        milliseconds: try members["milliseconds"]?.string(), id: try members["id"]?.string(),
        reason: try members["reason"]?.string())
    case "lock":
      try value.flag()
      self = .lock
    case "temporary": self = .temporary(try value.string())
    default: self = .above(Above(rawValue: try value.string(from: Above.allCases.map(\.rawValue)))!)
    }
  }

  private static func canStand(_ name: [UInt8]) -> Bool {
    !name.isEmpty && !name.contains(0) && !name.contains(0x2F) && name != Array(".".utf8) && name != Array("..".utf8)
  }

  /// The message's parts, if it is a message's name.
  var message: Message? {
    switch self {
    case .pending(let message), .claimed(_, let message), .deadLetter(_, let message): message
    default: nil
    }
  }
}

extension CaseName.Message {
  init(_ reading: FixtureReading) throws {
    let members = try reading.members(["id", "date", "ordinal", "attempts", "legacy"])
    id = try members.required("id").string()
    date = try members["date"].map(CaseDate.init) ?? .ago(0)
    ordinal = try members["ordinal"]?.string() ?? "1"
    attempts = try members["attempts"]?.integer() ?? 0
    isDated = members["date"] != nil
    isLegacy = try members["legacy"]?.boolean() ?? false
    guard ordinal == "*" || UInt64(ordinal) != nil else {
      throw reading.fault("\"\(ordinal)\" is no ordinal", "write at most 20 digits in quotation marks, or \"*\"")
    }
    guard (0...9999).contains(attempts) else {
      throw reading.fault("\(attempts) attempts cannot be written", "use 0 to 9999, or a raw name")
    }
  }
}
