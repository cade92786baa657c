/// An entry that a case expects, with what it has bound filled in.
struct ExpectedEntry {
  let expected: CaseFinal.Expected
  let pattern: NamePattern
  private let judge: Judge

  init(_ expected: CaseFinal.Expected, _ judge: Judge) throws {
    self.expected = expected
    self.judge = judge
    pattern = try judge.bindings.pattern(expected.name)
  }

  /// What is wrong with an entry; `nil` if its name is another.
  func complaints(about found: FoundEntry) -> [String]? {
    var isAbove = false
    if case .above = expected.name { isAbove = true }
    guard isAbove || pattern.matches(found.name) else { return nil }
    let name = NameText.readable(found.name)
    var complaints: [String] = []
    if let type, type != found.type { complaints.append("\(name) is a \(found.type), and should be a \(type)") }
    if let mode = expected.mode, mode != found.mode {
      complaints.append("\(name) has mode \(String(found.mode, radix: 8)), and should have \(String(mode, radix: 8))")
    }
    if expected.isUntouched, let planted = judge.workspace.plantedContents[found.name], planted != found.content {
      complaints.append("\(name) does not hold any more what was planted")
    }
    if let content = expected.content, let complaint = complaint(about: found, content) {
      complaints.append("\(name) \(complaint)")
    }
    if let date = legacyDate, let seen = (try? JSONParser.parse(found.content ?? []))?["enqueuedAt"]?.double,
      seen != date
    {
      complaints.append("\(name) does not hold the date \(date)")
    }
    return complaints
  }

  /// The date that a legacy name does not carry, where the case says it: that of the body.
  private var legacyDate: Double? {
    guard let message = expected.name.message, message.isLegacy, message.isDated, expected.content == nil
    else { return nil }
    return message.date.seconds(from: judge.bindings.beginning)
  }

  /// The type it must have; `nil` if any will do, as in the quarantine.
  private var type: String? {
    if let type = expected.type { return type }
    switch expected.name {
    case .quarantine: return nil
    case .above: return "directory"
    default: return pattern.name.flatMap { judge.workspace.planted[$0]?.type } ?? "file"
    }
  }

  private func complaint(about found: FoundEntry, _ content: CaseContent) -> String? {
    guard let bytes = found.content else { return "cannot be read" }
    guard case .envelope(let envelope, let size) = content else {
      do {
        let wanted = try judge.bindings.bytes(content, name: expected.name)
        return bytes == wanted
          ? nil : "holds \(ChildProcess.quoted(bytes)), and should hold \(ChildProcess.quoted(wanted))"
      } catch {
        return "cannot be judged: \(error)"
      }
    }
    if let size, size.bytes(maxPayloadBytes: judge.bindings.maxPayloadBytes) != bytes.count {
      return "has \(bytes.count) bytes, and should have \(size.bytes(maxPayloadBytes: judge.bindings.maxPayloadBytes))"
    }
    do {
      return try complaint(about: JSONParser.parse(bytes), envelope, padded: size != nil, found)
    } catch {
      return "holds no body: \(error)"
    }
  }

  private func complaint(
    about body: JSON, _ envelope: CaseContent.Envelope, padded: Bool, _ found: FoundEntry
  ) throws -> String? {
    guard case .object(var members) = body else { return "holds no object" }
    let name = MailboxName(found.name).message
    let id = try judge.bindings.identifier(envelope.id ?? expected.name.message?.id ?? "*") ?? name?.id
    let date =
      (envelope.date ?? expected.name.message?.date ?? .any).seconds(from: judge.bindings.beginning)
      ?? name?.date.flatMap(NameDateText.seconds)
    var wanted = envelope.members
    if wanted["id"] == nil {
      if let id, members["id"]?.string?.uppercased() != id.uppercased() {
        return "has the id \(members["id"] ?? .null), and should have \(id)"
      }
      members["id"] = nil
    }
    if wanted["enqueuedAt"] == nil {
      if let date, members["enqueuedAt"]?.double != date {
        return "has the date \(members["enqueuedAt"] ?? .null), and should have \(date)"
      }
      members["enqueuedAt"] = nil
    }
    if wanted["message"] == nil, !padded { wanted["message"] = envelope.message }
    if padded { members["message"] = nil }
    return JSON.object(members) == .object(wanted)
      ? nil
      : "holds \(ChildProcess.quoted(JSON.object(members).description.utf8)) besides id and date, and should hold \(JSON.object(wanted))"
  }
}
