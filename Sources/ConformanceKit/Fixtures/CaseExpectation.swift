/// What a step must come to.
package struct CaseExpectation: Sendable {
  package enum Outcome: Sendable {
    case ok(FixtureReading)
    /// A code, and the details that it must come with.
    case error(String, details: [String: JSON])
  }

  /// The codes of PROTOCOL.md.
  static let codes = [
    "invalidNamespace", "invalidLimit", "invalidDate", "containerUnavailable", "mailboxFull", "payloadTooLarge",
    "batchTooLarge", "unsafeFile", "claimNoLongerExists", "ioFailure", "encodingFailure", "decodingFailure", "busy",
    "notDurable", "deadLettersFull", "deadLetterNoLongerExists", "duplicateMessage",
  ]

  /// What an error can say besides its code.
  private static let details = [
    "limit", "actualBytes", "maximumBytes", "actualCount", "maximumCount", "errno", "id",
  ]

  /// Any of these; more than one only where the specification permits it, with the name of the permission.
  package var outcomes: [(behaviour: String?, outcome: Outcome)]

  init(_ reading: FixtureReading) throws {
    let members = try reading.members(["ok", "error", "details", "oneOf"])
    guard try members.one(of: ["ok", "error", "oneOf"]).name == "oneOf" else {
      outcomes = [(nil, try Self.outcome(members))]
      return
    }
    outcomes = try members.required("oneOf").elements().map { choice in
      let members = try choice.members(["behaviour", "ok", "error", "details"])
      return (try members.required("behaviour").string(), try Self.outcome(members))
    }
    if outcomes.isEmpty { throw reading.fault("nothing is expected", "give at least one outcome") }
  }

  private static func outcome(_ members: FixtureReading.Members) throws -> Outcome {
    let (kind, value) = try members.one(of: ["ok", "error"])
    let details = try members["details"]?.members(self.details)
    guard kind == "ok" else {
      return .error(try value.string(from: codes), details: details?.members ?? [:])
    }
    if let details { throw details.reading.fault("\"details\" means nothing beside \"ok\"", "remove it") }
    let known = [
      "id", "ids", "claims", "letters", "pending", "claimed", "deadLetters", "quarantined", "bytes", "oldestPending",
    ]
    let inner = try value.members(known)
    for list in ["claims", "letters", "deadLetters"] {
      guard let list = inner[list], list.value.elements != nil else { continue }
      for item in try list.elements() {
        let members = try item.members(["as", "id", "message", "hasMessage", "date", "attempts", "reason"])
        _ = try members.required("id").string()
        if try members["hasMessage"]?.boolean() == true || members["hasMessage"] != nil && members["message"] != nil {
          throw item.fault("\"hasMessage\" says only that there is none", "write false, or give the message")
        }
      }
    }
    return .ok(value)
  }
}
