/// Compares what an adapter answered with what a case expects, and binds what the case gives names.
struct ReplyJudge {
  var bindings: Bindings
  /// The claims and dead letters that have names.
  var handles: [String: Handle] = [:]
  /// The adapter whose answers are judged.
  var adapter = 0

  /// A claim or dead letter, as the adapter that gave it out calls it.
  struct Handle: Equatable {
    var adapter: Int
    var number: Int
  }

  /// - Returns: What is different; empty if nothing is.
  mutating func complaints(
    about reply: AdapterReply, _ expected: CaseExpectation.Outcome, _ operation: CaseOperation
  ) throws -> [String] {
    switch (reply, expected) {
    case (.unsupported(let what), _): return ["\(what) is not supported"]
    case (.error(let code, let details), .error(let wanted, let expected)):
      guard code == wanted else { return ["expected the error \(wanted), seen the error \(code)"] }
      return expected.sorted { $0.key < $1.key }.compactMap { key, value in
        let seen = details[key]
        return seen == value ? nil : "expected \(code) with \(key) \(value), seen \(seen?.description ?? "none")"
      }
    case (.error(let code, let details), .ok): return ["expected success, seen the error \(code) \(details)"]
    case (.ok(let value), .error(let wanted, _)):
      return ["expected the error \(wanted), seen success: \(Self.short(value))"]
    case (.ok(let value), .ok(let wanted)): return try complaints(about: value, wanted, operation)
    }
  }

  private mutating func complaints(
    about value: JSON, _ wanted: FixtureReading, _ operation: CaseOperation
  ) throws -> [String] {
    let members = try wanted.anyMembers()
    switch operation.name {
    case "enqueue":
      guard let id = value["id"]?.string else { return ["no id was returned: \(Self.short(value))"] }
      if let binding = operation.binding { bindings.bind(binding, to: id.uppercased()) }
      guard let wanted = try members["id"]?.string() else { return [] }
      return try complaint(about: id, "id", wanted).map { [$0] } ?? []
    case "enqueueBatch":
      guard let ids = value["ids"]?.elements?.compactMap(\.string) else {
        return ["no ids were returned: \(Self.short(value))"]
      }
      guard let wanted = try members["ids"]?.elements() else { return [] }
      guard ids.count == wanted.count else { return ["expected \(wanted.count) ids, seen \(ids.count)"] }
      var complaints: [String] = []
      for (id, wanted) in zip(ids, wanted) {
        if let complaint = try complaint(about: id, "id", wanted.string()) { complaints.append(complaint) }
      }
      return complaints
    case "claim": return try complaints(about: value["claims"], members["claims"], "claim")
    case "deadLetters":
      return try complaints(about: value["letters"], members["letters"] ?? members["deadLetters"], "letter")
    case "statistics": return try members.keys.sorted().compactMap { try complaint(about: value[$0], $0, members[$0]!) }
    default: return []
    }
  }

  private mutating func complaint(about id: String, _ what: String, _ wanted: String) throws -> String? {
    if wanted.hasPrefix("$"), bindings.value(String(wanted.dropFirst())) == nil,
      bindings.value("\(wanted.dropFirst()).id") == nil
    {
      bindings.bind(String(wanted.dropFirst()), to: id.uppercased())
      return nil
    }
    guard let wanted = try bindings.identifier(wanted), wanted.uppercased() != id.uppercased() else { return nil }
    return "expected the \(what) \(wanted), seen \(id)"
  }

  private func complaint(about value: JSON?, _ what: String, _ wanted: FixtureReading) throws -> String? {
    var expected = wanted.value
    if what == "oldestPending", expected != .null {
      guard let date = try CaseDate(wanted).seconds(from: bindings.beginning) else { return nil }
      expected = JSON(date)
    }
    return value == expected ? nil : "expected \(what) \(expected), seen \(value ?? .null)"
  }

  // MARK: Lists of claims and dead letters

  private mutating func complaints(about seen: JSON?, _ wanted: FixtureReading?, _ what: String) throws -> [String] {
    guard let seen = seen?.elements else { return ["no list of \(what)s was returned"] }
    guard let wanted = try wanted?.elements() else { return [] }
    let ids = seen.map { $0["id"]?.string ?? "?" }
    guard seen.count == wanted.count else {
      let expected = try wanted.map { try bindings.identifier($0.value["id"]?.string ?? "*") ?? "any" }
      return ["expected \(wanted.count) \(what)s \(expected), seen \(seen.count): \(ids)"]
    }
    var complaints: [String] = []
    for (number, (seen, wanted)) in zip(seen, wanted).enumerated() {
      complaints += try self.complaints(about: seen, wanted, what).map { "\(what) \(number + 1): \($0)" }
    }
    return complaints
  }

  private mutating func complaints(about seen: JSON, _ wanted: FixtureReading, _ what: String) throws -> [String] {
    let members = try wanted.anyMembers()
    guard let handle = seen[what]?.integer, let id = seen["id"]?.string else {
      return ["it has no \"\(what)\" or no id: \(Self.short(seen))"]
    }
    if let name = try members["as"]?.string() {
      handles[name] = Handle(adapter: adapter, number: handle)
      bindings.bind("\(name).id", to: id.uppercased())
      if let token = seen["token"]?.string { bindings.bind("\(name).token", to: token) }
    }
    var complaints: [String] = []
    if let expected = try members["id"]?.string(), let complaint = try complaint(about: id, "id", expected) {
      complaints.append(complaint)
    }
    if let date = try members["date"].flatMap({ try CaseDate($0).seconds(from: bindings.beginning) }),
      seen["enqueuedAt"]?.double != date
    {
      complaints.append("expected the date \(date), seen \(seen["enqueuedAt"] ?? .null)")
    }
    if members["hasMessage"] != nil, let message = seen["message"] {
      complaints.append("expected no message, seen \(Self.short(message))")
    }
    for key in ["message", "attempts", "reason"] {
      guard let expected = members[key]?.value, seen[key] != expected else { continue }
      complaints.append("expected the \(key) \(Self.short(expected)), seen \(seen[key].map(Self.short) ?? "none")")
    }
    return complaints
  }

  static func short(_ value: JSON) -> String {
    let text = value.description
    return text.utf8.count <= 200 ? text : text.prefix(200) + " … (\(text.utf8.count) bytes)"
  }
}
