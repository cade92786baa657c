/// What a step must come to.
package struct CaseExpectation: Sendable {
  package enum Outcome: Sendable {
    case ok(FixtureReading)
    case error(String)
  }

  /// The codes of PROTOCOL.md.
  static let codes = [
    "invalidNamespace", "invalidLimit", "invalidDate", "containerUnavailable", "mailboxFull", "payloadTooLarge",
    "batchTooLarge", "unsafeFile", "claimNoLongerExists", "ioFailure", "encodingFailure", "decodingFailure", "busy",
    "notDurable", "deadLettersFull", "deadLetterNoLongerExists", "duplicateMessage",
  ]

  /// Any of these; more than one only where the specification permits it, with the name of the permission.
  package var outcomes: [(behaviour: String?, outcome: Outcome)]

  init(_ reading: FixtureReading) throws {
    let members = try reading.members(["ok", "error", "oneOf"])
    guard try members.one(of: ["ok", "error", "oneOf"]).name == "oneOf" else {
      outcomes = [(nil, try Self.outcome(members))]
      return
    }
    outcomes = try members.required("oneOf").elements().map { choice in
      let members = try choice.members(["behaviour", "ok", "error"])
      return (try members.required("behaviour").string(), try Self.outcome(members))
    }
    if outcomes.isEmpty { throw reading.fault("nothing is expected", "give at least one outcome") }
  }

  private static func outcome(_ members: FixtureReading.Members) throws -> Outcome {
    let (kind, value) = try members.one(of: ["ok", "error"])
    guard kind == "ok" else { return .error(try value.string(from: codes)) }
    let known = [
      "id", "ids", "claims", "letters", "pending", "claimed", "deadLetters", "quarantined", "bytes", "oldestPending",
    ]
    let inner = try value.members(known)
    for list in ["claims", "letters", "deadLetters"] {
      guard let list = inner[list], list.value.elements != nil else { continue }
      for item in try list.elements() {
        _ = try item.members(["as", "id", "message", "date", "attempts", "reason"]).required("id").string()
      }
    }
    return .ok(value)
  }
}
