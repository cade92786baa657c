import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder of one run of a case: the container, and things around it that nobody may touch.
///
/// ```
/// <base>/outside/…                        what links lead to
/// <base>/container/neighbour.txt
/// <base>/container/AppGroupMailbox/neighbour/…   another mailbox, if the case plants anything
/// <base>/container/AppGroupMailbox/inbox/        the mailbox
/// ```
package final class Workspace {
  package static let namespace = "inbox"
  package let base: String
  package var container: String { "\(base)/container" }
  package var root: String { "\(container)/AppGroupMailbox" }
  package var directory: String { "\(root)/\(Self.namespace)" }
  package var outside: String { "\(base)/outside" }
  /// What the runner put there, by name: its inode and content then.
  package private(set) var planted: [[UInt8]: FoundEntry] = [:]
  package private(set) var plantedContents: [[UInt8]: [UInt8]] = [:]
  /// The inodes of files that were planted; the implementation may rename them.
  package private(set) var plantedInodes: Set<UInt64> = []
  private var surroundings: TreeSnapshot?
  /// Namespaces besides the case's own that it opens.
  private let openedNamespaces: [String]
  private let isGivenAway: Bool

  /// - Parameters:
  ///   - base: A folder that is not there yet.
  ///   - openedNamespaces: Those that the case opens besides ``namespace``.
  ///   - givenAway: Whether a user without rights owns everything.
  package init(base: String, openedNamespaces: [String] = [], givenAway: Bool = false) throws {
    self.base = base
    isGivenAway = givenAway
    self.openedNamespaces = openedNamespaces
    try makeDirectory(container)
    try makeDirectory("\(outside)/folder")
    try write("nobody may change this\n", to: "\(outside)/x")
    try write("nobody may change this\n", to: "\(outside)/folder/file")
    try write("nobody may change this\n", to: "\(container)/neighbour.txt")
  }

  private func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  // MARK: Planting

  /// Builds what a case begins with.
  package func set(up entries: [CaseEntry], _ bindings: Bindings) throws {
    let isOnlyAbove = entries.allSatisfy { if case .above = $0.name { true } else { false } }
    if !isOnlyAbove {
      try makeDirectory("\(root)/neighbour")
      try write("nobody may change this\n", to: "\(root)/neighbour/pending-foreign.json")
    }
    for entry in entries { try plant(entry, bindings) }
    remember()
  }

  package func plant(_ entry: CaseEntry, _ bindings: Bindings) throws {
    if case .above(let level) = entry.name { return try plant(entry, level, bindings) }
    try makeDirectory(directory)
    if case .temporary = entry.name { try makeDirectory("\(directory)/.tmp") }
    let name = try self.name(entry.name, bindings)
    try planted(entry, name, bindings, in: directory).plant(
      in: directory, now: Date(timeIntervalSinceReferenceDate: bindings.now))
    note(name)
  }

  private func note(_ name: [UInt8]) {
    guard let found = FoundEntry(name, in: directory) else { return }
    planted[name] = found
    plantedInodes.insert(found.inode)
    if found.size <= 1 << 20 { plantedContents[name] = found.content }
  }

  private func name(_ name: CaseName, _ bindings: Bindings) throws -> [UInt8] {
    if case .quarantine(let milliseconds, nil, let reason) = name {
      return try self.name(.quarantine(milliseconds: milliseconds ?? "1", id: "#8", reason: reason), bindings)
    }
    let pattern = try bindings.pattern(name)
    guard let name = pattern.name else {
      throw UnboundName(description: "\(pattern) cannot be planted: it is not one name")
    }
    return name
  }

  private func plant(_ entry: CaseEntry, _ level: CaseName.Above, _ bindings: Bindings) throws {
    let path = level == .root ? root : directory
    let (parent, name) = (URL(fileURLWithPath: path).deletingLastPathComponent().path, path.split(separator: "/").last!)
    if level == .namespace { try makeDirectory(root) }
    if case .directory(let inner) = entry.kind {
      try makeDirectory(path)
      if level == .namespace { for entry in inner { try plant(entry, bindings) } }
      if let mode = entry.mode { _ = chmod(path, mode_t(mode)) }
      return
    }
    try planted(entry, Array(name.utf8), bindings, in: parent).plant(
      in: parent, now: Date(timeIntervalSinceReferenceDate: bindings.now))
  }

  private func planted(
    _ entry: CaseEntry, _ name: [UInt8], _ bindings: Bindings, in parent: String
  ) throws -> PlantedEntry {
    let kind: PlantedEntry.Kind
    var age = entry.age ?? 0
    switch entry.kind {
    case .file(let content): kind = .file(try bindings.bytes(content, name: entry.name))
    case .directory(let inner):
      kind = .directory(try inner.map { try planted($0, self.name($0.name, bindings), bindings, in: parent) })
    case .symbolicLink(let target):
      if let path = target.range(of: "{outside}/").map({ String(target[$0.upperBound...]) }) {
        try provideOutside(path, for: entry.name, bindings)
      }
      kind = .symbolicLink(to: target.replacing("{outside}", with: outside))
    case .hardLink(let other):
      kind = .hardLink(of: NameText.readable(try self.name(other, bindings)))
      age = .nan
    case .hardLinkOutside(let path):
      try provideOutside(path, for: entry.name, bindings)
      kind = .hardLink(of: "../../../outside/\(path)")
      age = .nan
    case .fifo: kind = .fifo
    case .socket: kind = .socket
    case .sparse(let size): kind = .sparse(bytes: Int64(size.bytes(maxPayloadBytes: bindings.maxPayloadBytes)))
    }
    return PlantedEntry(name, kind, mode: entry.mode, age: age.isNaN ? nil : age)
  }

  /// Puts something worth being read where a link leads: a body for a message's name, a folder for a directory's.
  private func provideOutside(_ path: String, for name: CaseName, _ bindings: Bindings) throws {
    let target = "\(outside)/\(path)"
    guard !FileManager.default.fileExists(atPath: target), !path.contains("..") else { return }
    switch name {
    case .above: try makeDirectory(target)
    case .pending, .claimed, .deadLetter:
      let envelope = CaseContent.Envelope(message: "x", members: [:])
      try Data(bindings.bytes(.envelope(envelope, size: nil), name: name)).write(to: URL(fileURLWithPath: target))
    default: try write("nobody may change this\n", to: target)
    }
  }

  package func remove(_ name: CaseName, _ bindings: Bindings) throws {
    if case .above(let level) = name {
      try FileManager.default.removeItem(atPath: level == .root ? root : directory)
      return
    }
    let pattern = try bindings.pattern(name)
    for entry in DirectoryState(of: directory).entries where pattern.matches(entry.name) {
      try FileManager.default.removeItem(atPath: "\(directory)/\(String(decoding: entry.name, as: UTF8.self))")
      planted[entry.name] = nil
    }
  }

  // MARK: Looking

  /// The mailbox's directory now.
  package var state: DirectoryState { DirectoryState(of: directory) }

  /// The directory of another namespace of the case.
  package func state(ofNamespace namespace: String) -> DirectoryState { DirectoryState(of: "\(root)/\(namespace)") }

  /// Takes the mailbox's lock; `nil` if somebody holds it.
  func lock() throws -> LockHolder? {
    try makeDirectory(directory)
    let path = "\(directory)/.mailbox.lock"
    let isNew = FoundEntry([], path: Array(path.utf8)) == nil
    let lock = try LockHolder(path: path)
    if isNew { remember() }
    return lock
  }

  /// Whether somebody holds the mailbox's lock.
  package var isLocked: Bool {
    let path = "\(directory)/.mailbox.lock"
    guard FoundEntry([], path: Array(directory.utf8))?.type == "directory",
      FoundEntry([], path: Array(path.utf8))?.type == "file"
    else { return false }
    do {
      return try LockHolder(path: path) == nil
    } catch {
      // What is not to be opened cannot be held either.
      return false
    }
  }

  /// Takes what is around the mailbox as given.
  package func remember() {
    if isGivenAway { Unprivileged.giveAway(base) }
    surroundings = surroundingsNow
  }

  /// What changed around the mailbox since it was last looked at.
  package func changesAround() -> [String] {
    guard let surroundings else { return [] }
    return surroundingsNow.changes(since: surroundings)
  }

  /// Everything below the container, for operations that must not make anything.
  package var everything: TreeSnapshot { TreeSnapshot(of: base) }

  private var surroundingsNow: TreeSnapshot {
    let mailboxes = ([Self.namespace] + openedNamespaces).map { "container/AppGroupMailbox/\($0)" }
    // A mailbox's directory may come and change; a link in its place is judged like anything else.
    let excluded = mailboxes.filter { isDirectoryOrNothing("\(base)/\($0)") }
    let lenient = ["container", "container/AppGroupMailbox"].filter { isDirectoryOrNothing("\(base)/\($0)") }
    return TreeSnapshot(of: base, excluding: Set(excluded)).without(Set(lenient + ["."]))
  }

  private func isDirectoryOrNothing(_ path: String) -> Bool {
    FoundEntry([], path: Array(path.utf8)).map { $0.type == "directory" } ?? true
  }
}
