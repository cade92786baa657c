import AppGroupMailbox
import ConformanceKit
import Foundation

/// A mailbox as a conformance case: its `setup` makes a directory like it again.
struct ExportedCase {
  let mailbox: OpenMailbox
  private let id: String
  let showsContents: Bool
  /// What a case cannot say, for the one who exports.
  var remarks: [String] = []
  var environment: Set<String> = []
  var setup: [JSON] = []

  var sight: MailboxSight { mailbox.sight }

  init(_ mailbox: OpenMailbox, id: String, showingContents: Bool) {
    self.mailbox = mailbox
    self.id = id
    showsContents = showingContents
    var names: [FileIdentity: FileName] = [:]
    if let lock = sight.lock.entry { add(lock, name: ["lock": true], names[identity(of: lock)]) }
    for entry in sight.entries {
      add(entry, name: name(of: entry), names[identity(of: entry)])
      if entry.kind == .file, Self.canBeLinked(entry.name), names[identity(of: entry)] == nil {
        names[identity(of: entry)] = entry.name
      }
    }
    addTemporaries()
    addDirectories()
  }

  private func identity(of entry: SeenEntry) -> FileIdentity {
    entry.status?.identity ?? FileIdentity(volume: 0, number: 0)
  }

  /// A link is made by a name as a person reads it.
  private static func canBeLinked(_ name: FileName) -> Bool { NameText.readable(Array(name.bytes)) == name.text }

  // MARK: The case

  /// A whole file for `Fixtures/cases`.
  var json: JSON {
    var members: [String: JSON] = [
      "id": .string(id), "title": "A mailbox that was exported: opening it changes no message.", "clauses": ["LAY-1"],
      "compound": true,
      "actors": ["a": ["limits": ["maxMessages": JSON(max(100, sight.pending.count + sight.claimed.count))]]],
      "steps": [["op": "open", "expect": opening]],
      "final": ["directory": .array(finalEntries)],
    ]
    if !setup.isEmpty { members["setup"] = .array(setup) }
    if !environment.isEmpty { members["environment"] = .array(environment.sorted().map(JSON.string)) }
    return ["format": 1, "suite": "exported", "cases": [.object(members)]]
  }

  private var opening: JSON {
    guard let lock = sight.lock.entry else { return ["ok": [:]] }
    return lock.kind == .file && lock.status?.linkCount == 1 ? ["ok": [:]] : ["error": "unsafeFile"]
  }

  /// Everything but what may be there or not: the lock file and an empty `.tmp`, if they are such.
  private var finalEntries: [JSON] {
    var entries = sight.entries.map { entry -> JSON in
      // Of a body that is not all that it was only name and type are compared.
      ["name": name(of: entry), "untouched": true, "type": .string(type(of: entry))]
    }
    if let lock = sight.lock.entry, lock.kind != .file {
      entries.append(["name": ["lock": true], "type": .string(type(of: lock))])
    }
    if let temporaries = sight.temporaries.entry, temporaries.kind != .directory {
      entries.append(["name": ".tmp", "type": .string(type(of: temporaries))])
    }
    entries += sight.temporaries.entries.compactMap { entry in
      Self.temporaryName(entry).map { ["name": $0, "type": .string(type(of: entry))] }
    }
    return entries
  }

  private func type(of entry: SeenEntry) -> String {
    switch entry.kind {
    case .link: "symlink"
    case .device: "fifo"
    case .none: "file"
    case .some(let kind): kind.rawValue
    }
  }
}
