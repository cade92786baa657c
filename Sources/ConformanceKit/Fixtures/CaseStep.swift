/// One step of a case.
package enum CaseStep: Sendable {
  case operation(CaseOperation)
  case plant(CaseEntry)
  case remove(CaseName)
  /// Moves the clock, in seconds.
  case advance(Double)
  /// Another process takes the lock, or lets go of it.
  case lock(isHeld: Bool)
  /// All processes of the implementation die.
  case kill

  init(_ reading: FixtureReading) throws {
    let kinds = ["op", "plant", "remove", "advance", "lock", "kill"]
    let members = try reading.members(["actor", "args", "expect", "bind"] + kinds)
    let (kind, value) = try members.one(of: kinds)
    if kind != "op", members.members.count > 1 {
      throw reading.fault("\"\(kind)\" stands with other keys", "make it a step of its own")
    }
    switch kind {
    case "plant": self = .plant(try CaseEntry(value))
    case "remove": self = .remove(try CaseName(value))
    case "advance": self = .advance(try value.double())
    case "lock": self = .lock(isHeld: try value.string(from: ["hold", "release"]) == "hold")
    case "kill":
      try value.flag()
      self = .kill
    default: self = .operation(try CaseOperation(members))
    }
  }
}

/// What an actor is told to do, and what must come of it.
package struct CaseOperation: Sendable {
  /// What can be done, and the arguments each takes.
  static let arguments: [String: [String]] = [
    "open": ["namespace", "limits", "policy", "durability", "consumer"],
    "enqueue": ["message", "id", "date"], "enqueueBatch": ["messages"], "claim": ["limit"],
    "acknowledge": ["claim"], "release": ["claim"], "extend": ["claim"], "reject": ["claim"],
    "maintain": [], "deadLetters": [], "restore": ["letter"], "remove": ["letter"], "statistics": [],
  ]

  package var actor: String
  package var name: String
  package var arguments: [String: FixtureReading]
  package var expectation: CaseExpectation
  /// The name of the identifier that an enqueue returns.
  package var binding: String?

  init(_ members: FixtureReading.Members) throws {
    actor = try members["actor"]?.string() ?? "a"
    let operation = try members.required("op")
    name = try operation.string(from: Self.arguments.keys.sorted())
    let known = Self.arguments[name]!
    arguments = [:]
    if let given = members["args"] {
      let inner = try given.members(known)
      for argument in known { arguments[argument] = inner[argument] }
    }
    for needed in ["messages", "claim", "letter"] where known.contains(needed) && arguments[needed] == nil {
      throw operation.fault("\"\(name)\" needs the argument \"\(needed)\"", "add \"args\": {\"\(needed)\": …}")
    }
    expectation = try CaseExpectation(members.required("expect"))
    binding = try members["bind"]?.string()
    // Read once now, so that a fault shows when the fixture is read and not when the step is run.
    if let date = arguments["date"] { _ = try CaseDate(date) }
    if let claim = arguments["claim"] { _ = try claim.string() }
    if let letter = arguments["letter"] { _ = try letter.string() }
    for message in try arguments["messages"]?.elements() ?? [] { _ = try message.members(["message", "id"]) }
  }
}
