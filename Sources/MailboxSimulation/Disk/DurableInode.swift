/// An inode as stable storage has it.
struct DurableInode: Equatable, Sendable {
  let kind: InodeKind
  var attributes: InodeAttributes
  var content: FileContent
  var entries = DirectoryEntries()
  /// How many names it has; follows from the entries, so it is not compared.
  var names = 0

  init(_ inode: SimulatedInode) {
    kind = inode.kind
    attributes = inode.attributes
    content = inode.content
  }

  var digest: UInt64 {
    var digest = DigestMixer.mix(attributes.digest, Int(kind.rawValue))
    digest = DigestMixer.mix(digest, content.digest ^ UInt64(content.bytes.count) << 32)
    return DigestMixer.mix(digest, entries.digest)
  }

  /// Carries a change of data out.
  mutating func apply(_ change: DataChange) {
    attributes = change.attributes
    if let write = change.write { content.apply(write) }
  }

  static func == (first: DurableInode, second: DurableInode) -> Bool {
    first.kind == second.kind && first.attributes == second.attributes && first.content == second.content
      && first.entries == second.entries
  }
}

/// Stable storage: what is there if nothing else becomes durable.
struct DurableTable: Equatable, Sendable {
  /// By number; those without a name are there for changes that would give them one.
  var inodes: [DurableInode?]

  /// Carries a change out; it must not have been before.
  mutating func apply(_ change: VolumeChange) {
    switch change {
    case .names(let change): apply(change)
    case .data(let change): inodes[change.inode]?.apply(change)
    case .barrier: break
    }
  }

  mutating func apply(_ change: NameChange) {
    for edit in change.edits {
      inodes[edit.directory]?.attributes.modified = change.time
      if edit.isRemoval {
        inodes[edit.directory]?.entries.remove(edit.name)
        inodes[edit.inode]?.names -= 1
      } else {
        inodes[edit.directory]?.entries.set(edit.name, to: edit.inode)
        inodes[edit.inode]?.names += 1
      }
    }
  }

  var digest: UInt64 {
    var digest: UInt64 = 0
    // Not by an iterator, which is slow where nothing is optimised.
    var number = 0
    while number < inodes.count {
      if let inode = inodes[number] { digest = DigestMixer.mix(digest &+ inode.digest, number) }
      number += 1
    }
    return digest
  }
}
