internal import AppGroupMailbox
internal import Foundation

/// What the witness has seen in the mailbox's directory, and since when.
struct DirectorySight {
  /// The directory's inode; `nil` where there is none.
  var directory: Int?
  /// In the volume's order.
  var files: [SeenFile] = []

  /// What came and went since a directory was last looked at.
  struct Difference {
    var removed: [SeenFile] = []
    var added: [SeenFile] = []

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }
  }

  /// Looks again.
  ///
  /// - Returns: What differs.
  mutating func update(_ volume: SimulatedVolume, at moment: Int) -> Difference {
    let number = volume.mailboxDirectory
    if number != directory {
      directory = number
      files = []
    }
    let entries = number.flatMap { volume.inodes[$0]?.entries.sorted } ?? []
    var difference = Difference()
    var new: [SeenFile] = []
    new.reserveCapacity(entries.count)
    var old = files[...]
    for entry in entries {
      while let first = old.first, VolumeName.precedes(first.name, entry.name) {
        difference.removed.append(old.removeFirst())
      }
      if let first = old.first, first.name == entry.name, first.inode == entry.inode {
        new.append(old.removeFirst())
        continue
      }
      if let first = old.first, first.name == entry.name { difference.removed.append(old.removeFirst()) }
      let file = SeenFile(entry, in: volume, at: moment)
      difference.added.append(file)
      new.append(file)
    }
    difference.removed += old
    files = new
    return difference
  }

  /// Pending and claimed files, by name and type (LIM-5).
  var depth: Int { files.count { $0.isRegular && ($0.pending != nil || $0.claimed != nil) } }

  var claimedCount: Int { files.count { $0.isRegular && $0.claimed != nil } }

  /// The files of an identifier that is pending or claimed.
  func holders(of id: UUID) -> [SeenFile] {
    files.filter { $0.isRegular && $0.message?.id == id && $0.letter == nil }
  }

  func file(named name: VolumeName) -> SeenFile? { files.first { $0.name == name } }

  /// The file that a claim holds.
  func claim(_ token: UUID) -> SeenFile? { files.first { $0.claimed?.token == token } }

  var letters: [SeenFile] { files.filter { $0.isRegular && $0.letter != nil } }

  var quarantined: [SeenFile] { files.filter { if case .quarantined = $0.entry { true } else { false } } }

  /// Pending, claimed, dead letters, quarantined: as statistics count them (STA-1).
  var counts: [Int] {
    [
      files.count { $0.isRegular && $0.pending != nil }, claimedCount, letters.count, quarantined.count,
    ]
  }
}

/// One entry of the directory, as the witness saw it when it came.
struct SeenFile {
  let name: VolumeName
  let inode: Int
  let entry: EntryName
  let isRegular: Bool
  /// Whether its body is a good one, and its name's (LAY-11 to LAY-14).
  let content: SeenContent
  /// Whether its owner may not read it.
  let isUnreadable: Bool
  /// When it came under this name.
  var since: Int
  /// What orders it: the name's date, or the body's.
  let date: Double

  init(_ entry: DirectoryEntries.Entry, in volume: SimulatedVolume, at moment: Int) {
    name = entry.name
    inode = entry.inode
    self.entry = EntryName(entry.name.name.bytes)
    since = moment
    let found = volume.inodes[entry.inode]
    isRegular = found?.kind == .file
    isUnreadable = found?.attributes.mode ?? 0 & 0o400 == 0
    let message: PendingName? =
      switch self.entry {
      case .pending(let name): name
      case .claimed(let name): name.returning
      case .deadLetter(let name): name.message
      default: nil
      }
    content = message.map { SeenContent(found?.content.bytes ?? [], of: $0) } ?? .none
    date = message?.details?.date.seconds ?? content.date ?? (Double(message?.ordinal ?? 0) / 1_000 - 978_307_200)
  }

  // Where these are inlined, the optimiser of Swift 6.3.1 crashes ("Found ownership error").
  @inline(never)
  var pending: PendingName? { if case .pending(let name) = entry { name } else { nil } }
  @inline(never)
  var claimed: ClaimedName? { if case .claimed(let name) = entry { name } else { nil } }
  @inline(never)
  var letter: DeadLetterName? { if case .deadLetter(let name) = entry { name } else { nil } }
  /// What is behind the prefix of a message's name.
  var message: PendingName? { pending ?? claimed?.returning ?? letter?.message }

  /// Whether it goes before another (ORD-1, ORD-2).
  func precedes(_ other: SeenFile) -> Bool {
    guard let one = message, let two = other.message else { return false }
    if date != other.date { return date < other.date }
    if one.ordinal != two.ordinal { return one.ordinal < two.ordinal }
    if one.id != two.id { return one.id.uuidString < two.id.uuidString }
    return name.name.terminated.lexicographicallyPrecedes(other.name.name.terminated)
  }
}

/// What a message's file holds.
enum SeenContent: Hashable {
  /// Not a message's file.
  case none
  case good(payload: String, date: Double)
  case mismatch, newerFormat, invalid

  init(_ bytes: [UInt8], of name: PendingName) {
    let body = Data(bytes)
    switch EnvelopeScanner.scan(body) {
    case .newerFormat: self = .newerFormat
    case .invalid: self = .invalid
    case .valid(let envelope) where !envelope.agrees(with: name): self = .mismatch
    case .valid(let envelope):
      self = .good(payload: String(decoding: body[envelope.messageRange], as: UTF8.self), date: envelope.date.seconds)
    }
  }

  var isGood: Bool { if case .good = self { true } else { false } }
  var date: Double? { if case .good(_, let date) = self { date } else { nil } }
  var payload: String? { if case .good(let payload, _) = self { payload } else { nil } }
}

extension SimulatedVolume {
  private static let components: [FileName] = ["container", "AppGroupMailbox", "inbox"]

  /// The inode of the mailbox's directory.
  var mailboxDirectory: Int? {
    var number = Self.root
    for name in Self.components {
      guard let next = inodes[number]?.entries.inode(of: volumeName(name)), inodes[next]?.kind == .directory else {
        return nil
      }
      number = next
    }
    return number
  }

  /// The inode of the lock file at its path.
  var lockFile: Int? {
    mailboxDirectory.flatMap { inodes[$0]?.entries.inode(of: volumeName(EntryName.lockFile)) }
  }

  /// The open file whose lock a process holds.
  func heldLock(of process: Int32) -> OpenFile? {
    openFiles.files.first { $0.process == process && $0.isLocked }
  }
}
