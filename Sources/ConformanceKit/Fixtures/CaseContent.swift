/// A file's content as a case says it.
package enum CaseContent: Equatable, Sendable {
  case bytes([UInt8])
  case envelope(Envelope, size: CaseSize?)
  case repeated(UInt8, size: CaseSize)

  /// A body; what is missing is the name's.
  package struct Envelope: Equatable, Sendable {
    var id: String?
    var date: CaseDate?
    var message: JSON
    /// More members, or other values for the usual ones.
    var members: [String: JSON]
  }

  init(_ reading: FixtureReading) throws {
    let members = try reading.members(["text", "hex", "envelope", "repeat", "size"])
    let (kind, value) = try members.one(of: ["text", "hex", "envelope", "repeat"])
    let size = try members["size"].map(CaseSize.init)
    switch kind {
    case "text": self = .bytes(Array(try value.string().utf8))
    case "hex": self = .bytes(try value.bytes())
    case "envelope":
      let parts = try value.members(["id", "date", "message", "members", "size"])
      self = .envelope(
        Envelope(
          id: try parts["id"]?.string(), date: try parts["date"].map(CaseDate.init),
          message: parts["message"]?.value ?? "x",
          members: try parts["members"]?.anyMembers().mapValues(\.value) ?? [:]),
        size: try size ?? parts["size"].map(CaseSize.init))
      return
    default:
      let text = Array(try value.string().utf8)
      guard text.count == 1 else { throw value.fault("one byte can be repeated", "write one character of ASCII") }
      guard let size else { throw reading.fault("\"size\" is missing", "say how often the byte is repeated") }
      self = .repeated(text[0], size: size)
      return
    }
    if size != nil { throw reading.fault("\"size\" means nothing here", "use it with \"repeat\" or \"envelope\"") }
  }
}

/// A number of bytes, or a limit and some more or fewer.
package enum CaseSize: Equatable, Sendable {
  case bytes(Int)
  case payloadLimit(plus: Int)

  /// The largest body of format 1 (clause LAY-15).
  static let formatLimit = 16_777_216

  init(_ reading: FixtureReading) throws {
    if case .number = reading.value {
      self = .bytes(try reading.integer())
      return
    }
    let members = try reading.members(["limit", "plus"])
    let plus = try members["plus"]?.integer() ?? 0
    switch try members.required("limit").string(from: ["maxPayloadBytes", "format"]) {
    case "format": self = .bytes(Self.formatLimit + plus)
    default: self = .payloadLimit(plus: plus)
    }
  }

  func bytes(maxPayloadBytes: Int) -> Int {
    switch self {
    case .bytes(let count): count
    case .payloadLimit(let plus): maxPayloadBytes + plus
    }
  }
}
