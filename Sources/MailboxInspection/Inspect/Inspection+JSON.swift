import AppGroupMailbox
import ConformanceKit

extension Inspection {
  /// As `mailbox inspect --help` describes it.
  var json: JSON {
    .object([
      "path": .string(SafeText.escaped(sight.place.path)),
      "name": .string(SafeText.escaped(sight.place.name)),
      "lookedAt": JSON(sight.moment),
      "isChanging": .boolean(sight.isChanging),
      "pending": .object([
        "count": JSON(sight.pending.count), "bytes": bytes(of: sight.pending), "expiredByDefault": JSON(expired),
        "oldest": JSON(optional: sight.pending.first?.enqueuedAt),
        "newest": JSON(optional: sight.pending.last?.enqueuedAt),
        "next": .array(listed(sight.pending).map { .object(message($0)) }),
      ]),
      "claimed": .object([
        "count": JSON(sight.claimed.count), "bytes": bytes(of: sight.claimed),
        "abandoned": JSON(sight.claimed.count { isAbandoned($0) }),
        "list": .array(listed(sight.claimed).map(claim)),
      ]),
      "deadLetters": .object([
        "count": JSON(sight.deadLetters.count), "bytes": bytes(of: sight.deadLetters),
        "reasons": reasons(sight.deadLetters.map(Self.reason)),
        "list": .array(
          listed(sight.deadLetters).map {
            .object(message($0).merging(["reason": .string(Self.reason(of: $0))]) { $1 })
          }),
      ]),
      "quarantine": .object([
        "count": JSON(sight.quarantined.count),
        "reasons": reasons(sight.quarantined.map { $0.name.reason ?? "none" }),
        "list": .array(listed(sight.quarantined).map(quarantined)),
      ]),
      "temporaries": .object([
        "count": JSON(sight.allTemporaries.count), "stale": JSON(sight.allTemporaries.count(where: sight.isStale)),
      ]),
      "lock": lock,
      "foreign": .object([
        "count": JSON(sight.foreign.count),
        "names": .array(settings.isVerbose ? sight.foreign.map { .string($0.label) } : []),
      ]),
      "wrong": .object([
        "count": JSON(outOfPlace.count), "names": .array(listed(outOfPlace).map { .string($0.label) }),
      ]),
      "legacyNames": JSON(legacyNames),
      "unreadable": JSON(sight.entries.count { $0.status == nil }),
    ])
  }

  /// What is told of a message, whatever its state.
  func message(_ entry: SeenEntry) -> [String: JSON] {
    var members: [String: JSON] = [
      "id": .string(entry.message?.id.uuidString ?? ""), "enqueuedAt": JSON(optional: entry.enqueuedAt),
      "enqueued": entry.enqueuedAt.flatMap { Moment($0).iso8601 }.map(JSON.string) ?? .null,
      "attempts": JSON(entry.message?.attempts ?? 0),
      "ordinal": .string("\(entry.message?.ordinal ?? 0)"),
      "bytes": entry.status.map { JSON(Int($0.size)) } ?? .null,
      "file": .string(entry.label),
    ]
    if settings.showsContents { members["message"] = contents[entry.name].map(Self.value) ?? .null }
    return members
  }

  /// A message as a value; one that is too much for most readers as text.
  private static func value(_ text: String) -> JSON {
    do {
      return try JSONParser.parse(text.utf8)
    } catch {
      return .object(["unparsedText": .string(text)])
    }
  }

  private func claim(_ entry: SeenEntry) -> JSON {
    var members = message(entry)
    if case .claimed(let name) = entry.meaning { members["token"] = .string(name.token.uuidString) }
    members["stamp"] = JSON(optional: entry.modified)
    members["heldSeconds"] = JSON(optional: sight.age(of: entry))
    members["isAbandoned"] = .boolean(isAbandoned(entry))
    return .object(members)
  }

  private func quarantined(_ entry: SeenEntry, _ name: QuarantineName) -> JSON {
    .object([
      "reason": name.reason.map(JSON.string) ?? .null, "milliseconds": .string("\(name.milliseconds)"),
      "type": entry.kind.map { .string($0.rawValue) } ?? .null,
      "bytes": entry.status.map { JSON(Int($0.size)) } ?? .null,
      "file": .string(entry.label),
    ])
  }

  private var lock: JSON {
    .object([
      "exists": .boolean(sight.lock.entry != nil),
      "generation": sight.lock.generation.map { .string("\($0.value)") } ?? .null,
      "isHeld": sight.lock.isHeld.map(JSON.boolean) ?? .null,
      "process": sight.lock.holder.map { JSON($0) } ?? .null,
    ])
  }

  private func bytes(of entries: [SeenEntry]) -> JSON { JSON(Int(Self.bytes(of: entries))) }

  private func reasons(_ words: [String]) -> JSON {
    .object(Dictionary(uniqueKeysWithValues: Self.groups(words).map { ($0.word, JSON($0.count)) }))
  }
}

extension JSON {
  init(optional value: Double?) {
    self = value.map { JSON($0) } ?? .null
  }
}
