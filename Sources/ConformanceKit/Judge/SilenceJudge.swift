/// Finds in errors and diagnostics what must not be in them: paths, names, and what messages hold (SEC-7).
package struct SilenceJudge {
  private static let shortestWord = 8
  /// Longer contents are padding.
  private static let longestContent = 4096
  /// Words that bodies hold and an error may use.
  private static let innocent: Set<String> = ["enqueuedAt"]

  private var secrets: Set<String> = []

  /// - Parameter folder: Where everything of the case is.
  package init(folder: String) {
    secrets.insert(folder)
  }

  /// Takes the names of entries: whole, and the identifiers in them.
  package mutating func keep(names: some Sequence<[UInt8]>) {
    for name in names {
      // A name of the grammar's own words gives nothing away.
      guard let message = MailboxName(name).message else {
        if case .foreign = MailboxName(name), name.count >= Self.shortestWord {
          secrets.insert(NameText.readable(name))
        }
        continue
      }
      secrets.formUnion([NameText.readable(name), message.id])
    }
  }

  /// Takes a message or a body: its longer words.
  package mutating func keep(content: some Collection<UInt8>) {
    guard content.count <= Self.longestContent else { return }
    let words = String(decoding: content, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
    secrets.formUnion(words.filter { $0.utf8.count >= Self.shortestWord }.map(String.init))
    secrets.subtract(Self.innocent)
  }

  /// - Parameters:
  ///   - told: An error's or a diagnostic's members.
  ///   - source: What they are called in a complaint.
  package func complaints(about told: JSON, _ source: String) -> [String] {
    guard case .object(var members) = told else { return [] }
    // The one identifier that an error carries (DUR-5).
    if members["code"]?.string == "notDurable" { members["id"] = nil }
    let said = members.filter { !["code", "event", "reason"].contains($0.key) }.values.flatMap(Self.texts)
    return secrets.sorted().filter { secret in said.contains { $0.contains(secret) } }.map {
      "\(source) \(told["code"]?.string ?? told["event"]?.string ?? "?") gives away \"\($0)\" (SEC-7)"
    }
  }

  private static func texts(in value: JSON) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let values): values.flatMap(texts)
    case .object(let members): members.keys + members.values.flatMap(texts)
    default: []
    }
  }
}
