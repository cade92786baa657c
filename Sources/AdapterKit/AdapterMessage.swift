/// What a consumer decodes; anything can be enqueued, whatever it decodes.
protocol AdapterMessage: Codable, Sendable {
  init(_ value: JSONValue)

  var value: JSONValue { get }
}

/// The message of a consumer that takes any JSON.
struct AnyMessage: AdapterMessage {
  let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    value = try JSONValue(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

/// The message of a consumer that takes strings: everything else is undecodable for it (clause DLQ-3).
struct StringMessage: AdapterMessage {
  let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    value = .string(try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
