import AppGroupMailbox
import ConformanceKit

/// What a case plants.
extension ExportedCase {
  mutating func add(_ entry: SeenEntry, name: JSON, _ other: FileName?) {
    var members = described(entry, name: name, other)
    switch entry.meaning {
    case .claimed, .legacyTemporary: members["age"] = age(of: entry)
    default: break
    }
    setup.append(.object(members))
  }

  private func age(of entry: SeenEntry) -> JSON? {
    // A millisecond is as exact as anything here has to be.
    sight.age(of: entry).map { JSON(($0 * 1000).rounded() / 1000) }
  }

  private mutating func described(_ entry: SeenEntry, name: JSON, _ other: FileName?) -> [String: JSON] {
    var members: [String: JSON] = ["name": name]
    guard let status = entry.status, let kind = entry.kind else {
      remarks.append("\(entry.label) could not be looked at, and is exported as an empty file")
      return members.merging(["file": ["text": ""]]) { $1 }
    }
    switch kind {
    case .file:
      if let other {
        environment.insert("hardlink")
        return members.merging(["hardlink": Self.rawName(other)]) { $1 }
      }
      if status.linkCount > 1, !hasOtherName(entry) {
        environment.insert("hardlink")
        remarks.append(
          "\(entry.label) has another name outside of the mailbox, and is exported as a link to some other file")
        return members.merging(["hardlink": .string("{outside}/file-\(setup.count + 1)")]) { $1 }
      }
      members.merge(content(of: entry)) { $1 }
      if status.permissions != 0o600 {
        environment.insert("chmod")
        members["mode"] = Self.mode(status)
      }
    case .directory:
      members["directory"] = []
      // A planted directory has mode 0755.
      if status.permissions != 0o755 {
        environment.insert("chmod")
        members["mode"] = Self.mode(status)
      }
      if entry.name != EntryName.temporaries {
        remarks.append("what is in the directory \(entry.label) is not exported")
      }
    case .link:
      environment.insert("symlink")
      members["symlink"] = .string(target(of: entry))
    case .socket:
      environment.insert("socket")
      members["socket"] = true
    case .fifo, .device:
      environment.insert("fifo")
      members["fifo"] = true
      if kind == .device { remarks.append("\(entry.label) is a device, and is exported as a FIFO") }
    }
    return members
  }

  /// Another name of a file that makes it a message's.
  func messageName(of entry: SeenEntry) -> SeenEntry? {
    guard let status = entry.status, status.linkCount > 1 else { return nil }
    return sight.entries.first { $0.message != nil && $0.status?.identity == status.identity }
  }

  private func hasOtherName(_ entry: SeenEntry) -> Bool {
    sight.entries.count { $0.kind == .file && $0.status?.identity == entry.status?.identity } > 1
  }

  private static func mode(_ status: FileStatus) -> JSON {
    let digits = String(status.permissions, radix: 8)
    return .string(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
  }

  /// A link's target, unless it would tell of the place where the mailbox was, or lead out of the one where it will be.
  private func target(of entry: SeenEntry) -> String {
    guard let bytes = mailbox.target(of: entry), bytes.first != 0x2F, !bytes.contains(0x2F), bytes != Array("..".utf8),
      showsContents || EntryName(bytes[...]) != .foreign
    else { return "{outside}/x" }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func addTemporaries() {
    guard let folder = sight.temporaries.entry else { return }
    var members = described(folder, name: ".tmp", nil)
    let temporaries = sight.temporaries.entries.map { entry -> (name: JSON?, members: [String: JSON]) in
      let name = Self.temporaryName(entry)
      var members = described(entry, name: name ?? Self.rawName(entry.name), nil)
      members["age"] = age(of: entry)
      return (name, members)
    }
    if folder.kind == .directory {
      members["directory"] = .array(temporaries.filter { $0.name == nil }.map { .object($0.members) })
    }
    setup.append(.object(members))
    setup += temporaries.filter { $0.name != nil }.map { .object($0.members) }
  }

  /// `nil` of a name that is no text: it can stand in its folder's list only, where the runner does not look for it.
  static func temporaryName(_ entry: SeenEntry) -> JSON? {
    let name = rawName(entry.name)
    return name.string == nil ? nil : ["temporary": name]
  }

  /// Modes of the directories themselves, last: nothing can be planted into one that may not be written.
  mutating func addDirectories() {
    func add(_ status: FileStatus?, _ name: String) {
      guard let status, status.permissions != 0o700 else { return }
      environment.insert("chmod")
      setup.append(["name": ["above": .string(name)], "directory": [], "mode": Self.mode(status)])
    }
    add(sight.directory, "namespace")
    add(sight.root, "root")
  }
}
