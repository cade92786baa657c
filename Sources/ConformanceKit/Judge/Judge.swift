/// Judges a mailbox's directory, whatever the implementation says about it.
package struct Judge {
  let workspace: Workspace
  let bindings: Bindings

  package init(_ workspace: Workspace, _ bindings: Bindings) {
    self.workspace = workspace
    self.bindings = bindings
  }

  // MARK: After every step

  /// What must be so after every step: names that parse, bodies that are whole, bounds kept, nothing left over, nothing touched around.
  ///
  /// What the runner planted itself may be as broken as it likes, as long as it is where it was put.
  package func problems(in state: DirectoryState, bounds: Bounds) -> [String] {
    let strangers = state.entries.filter { workspace.planted[$0.name]?.inode != $0.inode }
    return strangers.compactMap(problem) + bounds.problems(in: state, planted: Array(workspace.planted.keys))
      + workspace.changesAround().map { "outside of the mailbox's directory: \($0) (LAY-1)" }
  }

  private func problem(with entry: FoundEntry) -> String? {
    let name = NameText.readable(entry.name)
    if entry.name.starts(with: ".tmp/".utf8) { return "the temporary \(name) was left behind (ENQ-19)" }
    switch MailboxName(entry.name) {
    case .lock, .quarantine: return nil
    case .temporaries: return entry.type == "directory" ? nil : "\(name) is a \(entry.type) (LAY-23)"
    case .oldTemporary: return "the temporary \(name) was left behind (ENQ-19)"
    case .malformed: return "\(name) is no name of section 2.1"
    case .foreign: return "\(name) does not belong into a mailbox (LAY-1)"
    case .pending(let message), .claimed(_, let message), .deadLetter(_, let message):
      return problem(with: entry, message)
    }
  }

  /// A message's file that is new under its name: one that the implementation wrote must be whole.
  private func problem(with entry: FoundEntry, _ message: MailboxName.MessageName) -> String? {
    guard !workspace.plantedInodes.contains(entry.inode) else { return nil }
    let name = NameText.readable(entry.name)
    guard entry.type == "file" else { return "\(name) is a \(entry.type) (LAY-4)" }
    guard entry.mode == 0o600 else { return "\(name) has mode \(String(entry.mode, radix: 8)), not 600 (LAY-22)" }
    guard let date = message.date.flatMap(NameDateText.seconds) else {
      return "\(name) was written with a name of release 0.1 (LAY-4)"
    }
    guard let content = entry.content else { return "\(name) cannot be read" }
    do {
      let body = try JSONParser.parse(content)
      guard body["id"]?.string?.uppercased() == message.id else {
        return "the id in \(name) is not its name's (LAY-14)"
      }
      guard body["enqueuedAt"]?.double == date else { return "the date in \(name) is not its name's (ENQ-3)" }
      guard body["message"] != nil else { return "\(name) has no message (LAY-11)" }
      return body["format"] == nil || mayKeepFormat ? nil : "\(name) has the member \"format\" (LAY-13)"
    } catch {
      return "\(name) holds no valid body: \(error) (LAY-11)"
    }
  }

  /// Whether something was planted with the member: a dead letter that is restored keeps it (section 4.5).
  private var mayKeepFormat: Bool {
    workspace.plantedContents.values.contains { (try? JSONParser.parse($0))?["format"]?.integer == 1 }
  }

  // MARK: At the end

  /// What a directory has that a case did not expect, and the other way round.
  package func problems(in state: DirectoryState, expected: [CaseFinal.Expected]) throws -> [String] {
    let judged = try expected.map { try ExpectedEntry($0, self) }
    var problems: [String] = []
    for entry in judged {
      if case .above(let level) = entry.expected.name { problems += self.problems(with: entry, level) }
    }
    // An entry that is implied is judged only where the case names it.
    let named = judged.filter { if case .above = $0.expected.name { false } else { true } }
    var found = state.entries.filter { entry in
      state.noteworthy.contains(entry) || named.contains { $0.pattern.matches(entry.name) }
    }
    let pairs = Matching.pairs(named.count, found.count) { named[$0].complaints(about: found[$1])?.isEmpty ?? false }
    var missing = named.indices.filter { pairs[$0] == nil }.map { named[$0] }
    let taken = Set(pairs.values)
    found = found.indices.filter { !taken.contains($0) }.map { found[$0] }
    for (number, entry) in missing.enumerated().reversed() {
      guard let close = found.firstIndex(where: { entry.pattern.matches($0.name) }) else { continue }
      problems += entry.complaints(about: found[close]) ?? []
      found.remove(at: close)
      missing.remove(at: number)
    }
    return problems + missing.map { "missing: \($0.pattern)" } + found.map { "not expected: \($0.line)" }
  }

  private func problems(with entry: ExpectedEntry, _ level: CaseName.Above) -> [String] {
    let path = level == .root ? workspace.root : workspace.directory
    guard let found = FoundEntry(Array(entry.pattern.description.utf8), path: Array(path.utf8)) else {
      return ["missing: \(entry.pattern)"]
    }
    return entry.complaints(about: found) ?? []
  }
}

/// The limits that a directory must keep after every step.
package struct Bounds: Sendable {
  package var maxMessages = 0
  package var maxQuarantinedFiles = 0

  package init() {}

  /// Takes the limits of a mailbox that was opened: the loosest count.
  package mutating func admit(_ limits: JSON) {
    maxMessages = max(maxMessages, limits["maxMessages"]?.integer ?? 100)
    maxQuarantinedFiles = max(maxQuarantinedFiles, limits["maxQuarantinedFiles"]?.integer ?? 20)
  }

  func problems(in state: DirectoryState, planted: [[UInt8]]) -> [String] {
    let (depth, quarantined) = Self.counts(state.entries.map(\.name))
    let (plantedDepth, plantedQuarantined) = Self.counts(planted)
    var problems: [String] = []
    if depth > max(maxMessages, plantedDepth) {
      problems.append("\(depth) messages are pending or claimed, and \(maxMessages) may be (LIM-4)")
    }
    if quarantined > max(maxQuarantinedFiles, plantedQuarantined) {
      problems.append("\(quarantined) files are in quarantine, and \(maxQuarantinedFiles) may be (QUA-5)")
    }
    return problems
  }

  private static func counts(_ names: [[UInt8]]) -> (depth: Int, quarantined: Int) {
    names.reduce(into: (0, 0)) { counts, name in
      switch MailboxName(name) {
      case .pending, .claimed: counts.0 += 1
      case .quarantine: counts.1 += 1
      default: break
      }
    }
  }
}
