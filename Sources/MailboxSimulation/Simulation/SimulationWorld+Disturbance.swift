internal import AppGroupMailbox
internal import Foundation

/// What somebody else does to the directory, recorded so that the judges know what is excused.
extension SimulationWorld {
  /// What there is, the simplest first.
  enum Disturbance: String, CaseIterable {
    case note, malformedName, brokenBody, hiddenFile
    case link, folder, pipe, secondName
    case oversize, unreadable, otherBody, laterFormat
    case oldClaim, futureClaim, secondFile, staleTemporary
    case lockFileRemoved, lockFileReplaced, directoryRemoved, directoryReplaced
  }

  func disturb(_ argument: UInt64) {
    let all = Disturbance.allCases
    let disturbance = all[Int(argument) % all.count]
    guard disk.withVolume({ $0.mailboxDirectory }) != nil else { return }
    let number = Int(argument) / all.count
    guard mayHappenNow(disturbance), act(disturbance, number) else { return }
    count(disturbance.rawValue)
    witness { $0.story?.add("*** somebody else: \(disturbance.rawValue)") }
    switch disturbance {
    case .lockFileRemoved, .lockFileReplaced, .directoryRemoved, .directoryReplaced:
      resync(exchangesLock: true)
      witness { $0.forgetPromises() }
    default: resync()
    }
  }

  /// Where change times are distinct, what is added under somebody's lock may be overlooked (SPEC.md section 5.3).
  private func mayHappenNow(_ disturbance: Disturbance) -> Bool {
    switch disturbance {
    case .lockFileRemoved, .lockFileReplaced, .directoryRemoved, .directoryReplaced: true
    default: settings.volume.settings.timeGranularity == .tick || disk.withVolume { !$0.hasLocks }
    }
  }

  /// - Returns: Whether there was anything to do.
  private func act(_ disturbance: Disturbance, _ number: Int) -> Bool {
    let id = freshIdentifier()
    let date = now - 20
    let name = pendingName(id, date, ordinal: 1 + UInt64(number % 3))
    switch disturbance {
    case .note: put(.text("a note"), "note-\(id.short).txt")
    case .hiddenFile: put(.text("hidden"), ".hidden-\(id.short)")
    case .malformedName:
      put(.text("no body"), "pending-\(id.short).json")
      plant(HistoryPlanted(id: id, .malformedName))
    case .brokenBody:
      put(.text("no body"), name)
      plant(HistoryPlanted(id: id, date: date, ordinal: 1, body: .malformed))
    case .otherBody:
      put(.text(body(freshIdentifier(), date)), name)
      plant(HistoryPlanted(id: id, date: date, ordinal: 1, body: .ofAnotherMessage))
    case .laterFormat:
      put(.text(#"{"format":2}"#), name)
      plant(HistoryPlanted(id: id, date: date, ordinal: 1, body: .newerFormat))
    case .link, .folder, .pipe:
      put(disturbance == .link ? .symbolicLink("/container") : disturbance == .folder ? .directory : .fifo, name)
      plant(HistoryPlanted(id: id, .malformedName))
    case .secondName:
      put(.text("no body"), name)
      let second = freshIdentifier()
      let other = pendingName(second, date, ordinal: 2)
      disk.withVolume { $0.plantHardLink(at: "\(Self.directory)/\(other)", to: "\(Self.directory)/\(name)") }
      for id in [id, second] { plant(HistoryPlanted(id: id, date: date, ordinal: 1, body: .malformed)) }
    case .oversize:
      let text = body(id, date, padding: 1_000)
      put(.text(text), name)
      plant(
        HistoryPlanted(id: id, payload: UserMessage.payload(id), size: text.utf8.count, date: date, ordinal: 1)
      )
    case .unreadable:
      put(.text(body(id, date)), name, mode: 0o000)
      var file = HistoryPlanted(id: id, payload: UserMessage.payload(id), date: date, ordinal: 1)
      file.isUnreadable = true
      plant(file)
    case .oldClaim, .futureClaim:
      let stamp = now + (disturbance == .oldClaim ? -1_000 : 1_000)
      let token = UUID(high: 0x4001, low: 1 << 63 | UInt64(number))
      guard disk.withVolume({ $0.claimTokens.contains(token) }) == false else { return false }
      put(
        .text(body(id, date)), "claimed-\(token.uuidString)-\(pendingName(id, date, ordinal: 1, attempts: 1))",
        modified: stamp)
      plant(
        HistoryPlanted(
          id: id, .claimed(token: token, stamp: stamp), payload: UserMessage.payload(id), date: date,
          ordinal: 1,
          attempts: 1))
    case .secondFile:
      guard let used = usedIdentifier(number) else { return false }
      let second = pendingName(used, date, ordinal: 3)
      guard disk.withVolume({ $0.has(second) }) == false else {
        return false
      }
      put(.text(body(used, date)), second)
      plant(HistoryPlanted(id: used, payload: UserMessage.payload(used), date: date, ordinal: 3))
    case .staleTemporary: put(.text("{"), ".dat.nosync\(id.short)", modified: now - 4_000)
    case .lockFileRemoved, .lockFileReplaced:
      guard disk.withVolume({ $0.removeEntry(".mailbox.lock") }) else { return false }
      if disturbance == .lockFileReplaced { put(.text(""), ".mailbox.lock") }
      note(.lockFileRemoved)
    case .directoryRemoved, .directoryReplaced:
      disk.withVolume { $0.removeMailbox(replacing: disturbance == .directoryReplaced) }
      note(.directoryRemoved)
    }
    return true
  }

  private func plant(_ file: HistoryPlanted) {
    witness { _ = $0.planted.insert(file.id) }
    note(.planted(file: file))
  }

  private func put(_ plant: SimulatedVolume.Plant, _ name: String, mode: UInt32 = 0o600, modified: Double? = nil) {
    disk.plant(
      plant, at: "\(Self.directory)/\(name)", mode: plant == .directory ? 0o700 : mode, owner: Self.user,
      modified: FileTime(secondsSince2001: modified ?? now))
  }

  private func pendingName(_ id: UUID, _ date: Double, ordinal: UInt64, attempts: Int = 0) -> String {
    PendingName(
      ordinal: ordinal, id: id,
      details: NameDate(seconds: date).map { PendingName.Details(date: $0, attempts: attempts) }
    ).fileName.text
  }

  private func body(_ id: UUID, _ date: Double, padding: Int = 0) -> String {
    let padding = padding > 0 ? #","padding":"\#(String(repeating: "x", count: padding))""# : ""
    return
      #"{"id":"\#(id.uuidString)","enqueuedAt":\#(date),"message":\#(UserMessage.payload(id))\#(padding)}"#
  }

  /// Before the end everything can be read again.
  func makeReadable() {
    disk.withVolume { $0.makeMailboxReadable() }
    resync()
  }
}

/// What another program with all rights does in the mailbox's directory.
extension SimulatedVolume {
  private static let caller = SimulatedCaller(process: 0, user: 0, now: FileTime(seconds: 0, nanoseconds: 0))

  fileprivate func has(_ name: String) -> Bool {
    mailboxDirectory.flatMap { inodes[$0]?.entries.inode(of: volumeName(FileName(name))) } != nil
  }

  /// The tokens of claims.
  fileprivate var claimTokens: [UUID] {
    mailboxDirectory.flatMap {
      inodes[$0]?.entries.sorted.compactMap { ClaimedName(parsing: $0.name.name.bytes)?.token }
    } ?? []
  }

  /// - Returns: Whether it was there.
  fileprivate mutating func removeEntry(_ name: FileName) -> Bool {
    guard let directory = mailboxDirectory, let inode = inodes[directory]?.entries.inode(of: volumeName(name)) else {
      return false
    }
    change(
      [NameChange.Edit(directory: directory, name: volumeName(name), inode: inode, isRemoval: true)], by: Self.caller)
    return true
  }

  /// A container reset: everything goes, and perhaps an empty directory comes.
  fileprivate mutating func removeMailbox(replacing: Bool) {
    guard let directory = mailboxDirectory, let parent = inodes[directory]?.parent,
      let entry = inodes[parent]?.entries.sorted.first(where: { $0.inode == directory })
    else { return }
    removeTree(directory, named: entry.name, in: parent)
    if replacing {
      plant(.directory, at: SimulationWorld.directory, mode: 0o700, owner: SimulationWorld.user)
    }
  }

  private mutating func removeTree(_ number: Int, named name: VolumeName, in parent: Int) {
    for entry in inodes[number]?.entries.sorted ?? [] { removeTree(entry.inode, named: entry.name, in: number) }
    let isDirectory = inodes[number]?.kind == .directory
    change(
      [NameChange.Edit(directory: parent, name: name, inode: number, isRemoval: true)],
      emptied: isDirectory ? number : nil, by: Self.caller)
  }

  fileprivate mutating func makeMailboxReadable() {
    for entry in mailboxDirectory.flatMap({ inodes[$0]?.entries.sorted }) ?? [] {
      guard var attributes = inodes[entry.inode]?.attributes, attributes.mode & 0o400 == 0 else { continue }
      attributes.mode = 0o600
      change(entry.inode, to: attributes, by: Self.caller)
    }
  }
}
