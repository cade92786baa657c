package import AppGroupMailbox

/// What a test sees of a volume, whatever the permissions.
extension SimulatedVolume {
  /// One thing that was found.
  package struct Entry: Hashable, Sendable {
    /// Below the directory that was looked at.
    package var path: String
    package var content: Plant
    package var mode: UInt32
    package var owner: UInt32
    package var linkCount: Int

    package init(path: String, content: Plant, mode: UInt32, owner: UInt32, linkCount: Int) {
      self.path = path
      self.content = content
      self.mode = mode
      self.owner = owner
      self.linkCount = linkCount
    }
  }

  /// Everything below a directory, by path; empty where there is no directory.
  package func tree(at path: String = "/") -> [Entry] {
    let caller = SimulatedCaller(process: 0, user: 0, now: FileTime(seconds: 0, nanoseconds: 0))
    guard let number = try? walk(path, followsLast: true, by: caller).inode else { return [] }
    var entries: [Entry] = []
    collect(number, below: "", into: &entries)
    return entries.sorted { $0.path < $1.path }
  }

  /// Whether a file is one that a program can reach.
  package func isInUse(_ identity: FileIdentity) -> Bool {
    isInUse(Int(identity.number) - 1)
  }

  private func collect(_ directory: Int, below prefix: String, into entries: inout [Entry]) {
    for entry in inodes[directory]?.entries.sorted ?? [] {
      guard let inode = inodes[entry.inode] else { continue }
      let path = prefix + entry.name.name.text
      entries.append(
        Entry(
          path: path, content: inode.plant, mode: inode.attributes.mode, owner: inode.attributes.owner,
          linkCount: inode.linkCount))
      if inode.kind == .directory { collect(entry.inode, below: path + "/", into: &entries) }
    }
  }
}

extension SimulatedInode {
  fileprivate var plant: SimulatedVolume.Plant {
    switch kind {
    case .file: .file(content.bytes)
    case .directory: .directory
    case .symbolicLink: .symbolicLink(String(decoding: content.bytes, as: UTF8.self))
    case .fifo: .fifo
    case .socket: .socket
    case .device: .device
    }
  }
}
