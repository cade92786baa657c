import ConformanceKit
import MailboxSimulation

/// Something that somebody else put into a mailbox's directory, written as an entry of a case's `setup` (Fixtures/README.md).
struct HostileEntry {
  let entry: JSON
  /// The number of its identifier, if it has a message's name.
  var number: Int?
  /// Whether it is a message that must be delivered if no other file has its identifier.
  var isSound = false

  init(drawnFrom tape: ChoiceTape) {
    if tape.chance(2, in: 3) {
      let number = 1 + tape.choose(below: 6)
      let isPending = tape.chance(1, in: 2)
      let (body, isBodySound) = Self.body(drawnFrom: tape)
      var members = body
      members["name"] = isPending ? ["pending": Self.message(number, tape)] : Self.messageName(number, tape)
      let hasAttributes = tape.chance(1, in: 4)
      if hasAttributes { members.merge(Self.attributes(of: members, drawnFrom: tape)) { $1 } }
      self.number = number
      isSound = isPending && isBodySound && !hasAttributes
      entry = .object(members)
    } else {
      var members = tape.pick(from: Self.contents)
      let name = tape.pick(from: Self.names)
      // What is in a folder is planted by a path, which must be text; temporaries have an entry of their own.
      if name["hex"] != nil || name.string == ".tmp", members["directory"] != nil { members = ["fifo": .boolean(true)] }
      members["name"] = name
      members.merge(Self.attributes(of: members, drawnFrom: tape)) { $1 }
      entry = .object(members)
    }
  }

  /// What it is, in a few words: its name and what stands under it.
  var kind: String {
    guard case .object(let members) = entry else { return "nothing" }
    let content = members.keys.filter { !["name", "mode", "age"].contains($0) }.sorted().joined(separator: ", ")
    let name =
      if case .object(let parts)? = members["name"] { parts.keys.sorted()[0] } else { "\(members["name"] ?? .null)" }
    return "\(content) as \(name)"
  }

  // MARK: Names

  private static let names: [JSON] = [
    "note.txt", ".DS_Store", "pending-note.json", "claimed-", "deadletter-x", "quarantine-1.bin", ".dat.nosync0123",
    ["hex": "70656e64696e672dff"], ["temporary": "left-over"], "Pending-1.json", ".tmp", ".mailbox.lock",
    ["quarantine": ["milliseconds": "1", "id": "#7", "reason": "name"]], ["quarantine": ["id": "#8"]],
  ]

  /// The name of a pending message: with its date, as release 0.1 wrote it, or with an ordinal near a bound.
  private static func message(_ number: Int, _ tape: ChoiceTape) -> JSON {
    var members: [String: JSON] = ["id": .string("#\(number)")]
    members["ordinal"] = tape.pick(from: [
      .string("\(number)"), "0", "4611686018427387903", "4611686018427387904", "18446744073709551615",
    ])
    if tape.chance(1, in: 3) { members["date"] = ["ago": JSON(tape.pick(from: [0, 60, 3_000, -3_000]))] }
    if tape.chance(1, in: 5) { members["attempts"] = JSON(tape.pick(from: [1, 4])) }
    if tape.chance(1, in: 6) {
      members["legacy"] = .boolean(true)
      members["attempts"] = nil
    }
    return .object(members)
  }

  private static func messageName(_ number: Int, _ tape: ChoiceTape) -> JSON {
    let message = message(number, tape)
    return tape.chance(1, in: 2)
      ? ["claimed": ["token": .string("#9\(number)"), "returning": message]]
      : ["deadletter": ["reason": tape.pick(from: ["attempts", "rejected", "undecodable", "x"]), "message": message]]
  }

  // MARK: Contents

  private static func body(drawnFrom tape: ChoiceTape) -> (members: [String: JSON], isSound: Bool) {
    if tape.chance(1, in: 2) { return (["file": ["envelope": ["message": tape.pick(from: messages)]]], true) }
    let broken: [[String: JSON]] = [
      ["file": ["envelope": ["message": "confidential", "members": ["format": 2]]]],
      ["file": ["envelope": ["message": "confidential", "id": "#5"]]],
      ["file": ["envelope": ["message": "confidential", "date": ["ago": 7]]]],
      ["file": ["envelope": ["message": "confidential", "size": ["limit": "maxPayloadBytes", "plus": 1]]]],
      ["file": ["text": "{\"confidential\""]], ["file": ["text": ""]],
      ["file": ["repeat": "[", "size": 4_000]],
    ]
    return tape.chance(1, in: 2) ? (tape.pick(from: contents), false) : (tape.pick(from: broken), false)
  }

  private static let messages: [JSON] = ["confidential", .null, ["deep": [[[1]]]], "é\u{0}", 1.5]

  private static let contents: [[String: JSON]] = [
    ["file": ["text": "confidential"]], ["symlink": "{outside}/x"], ["symlink": "nowhere"], ["symlink": "."],
    ["hardlink": "{outside}/x"], ["fifo": .boolean(true)], ["socket": .boolean(true)], ["directory": []],
    [
      "directory": [
        ["name": "inner", "file": ["text": "confidential"]], ["name": "link", "symlink": "{outside}/folder"],
      ]
    ],
    ["sparse": 1_099_511_627_776],
  ]

  private static func attributes(of entry: [String: JSON], drawnFrom tape: ChoiceTape) -> [String: JSON] {
    var members: [String: JSON] = [:]
    // The mode of a link is that of what it leads to, which may have other names here.
    if entry["symlink"] == nil, tape.chance(1, in: 2) {
      let mode = tape.pick(from: ["0000", "0200", "0444", "0644", "0777"])
      if entry["hardlink"] == nil { members["mode"] = .string(mode) }
    }
    if tape.chance(1, in: 2) { members["age"] = JSON(tape.pick(from: [30, 100, 4_000, -4_000, 4_000_000_000])) }
    return members
  }
}
