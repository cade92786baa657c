internal import AppGroupMailbox

/// What an inode is.
enum InodeKind: UInt8, Sendable {
  case file, directory, symbolicLink, fifo, socket, device

  /// As the primitives tell it.
  var fileType: FileType {
    switch self {
    case .file: .regular
    case .directory: .directory
    case .symbolicLink: .symbolicLink
    case .fifo, .socket, .device: .other
    }
  }
}

/// What a program can set of an inode, and what the last change of its content sets.
struct InodeAttributes: Equatable, Sendable {
  /// The permission bits alone.
  var mode: UInt32
  var owner: UInt32
  var modified: FileTime

  var digest: UInt64 {
    let time = DigestMixer.mix(UInt64(bitPattern: modified.seconds), UInt64(bitPattern: modified.nanoseconds))
    return DigestMixer.mix(time, UInt64(mode) << 32 | UInt64(owner))
  }
}

/// An inode as running programs see it.
struct SimulatedInode: Equatable, Sendable {
  let kind: InodeKind
  var attributes: InodeAttributes
  var changed: FileTime
  /// A file's bytes, or a link's target.
  var content = FileContent()
  var entries = DirectoryEntries()
  /// Made without a name, and never given one: only such a file may be linked when it has none.
  var isUnnamed = false

  /// How often names were added to a directory or removed: not compared, for it only tells moments of one running system apart.
  var nameChanges: Int64 = 0

  // Follows from the rest of the volume, so it is not compared.

  /// How many names it has.
  var names = 0
  /// How many directories are in it.
  var subdirectories = 0
  /// The directory it is in, if it is one.
  var parent = 0
  /// How many names it gets by changes that are not durable.
  var pendingNames = 0

  init(_ kind: InodeKind, _ attributes: InodeAttributes) {
    self.kind = kind
    self.attributes = attributes
    changed = attributes.modified
  }

  /// What `stat` calls the number of links: of a directory, its name, its own `.`, and each `..` in it.
  var linkCount: Int {
    kind == .directory ? (names == 0 ? 0 : 2 + subdirectories) : names
  }

  var size: Int {
    kind == .directory ? 4096 : content.bytes.count
  }

  var digest: UInt64 {
    var digest = DigestMixer.mix(attributes.digest, UInt64(kind.rawValue) << 1 | (isUnnamed ? 1 : 0))
    digest = DigestMixer.mix(digest, changed.seconds.hashed(with: changed.nanoseconds))
    digest = DigestMixer.mix(digest, content.digest ^ UInt64(content.bytes.count) << 32)
    return DigestMixer.mix(digest, entries.digest)
  }

  static func == (first: SimulatedInode, second: SimulatedInode) -> Bool {
    first.kind == second.kind && first.attributes == second.attributes && first.changed == second.changed
      && first.isUnnamed == second.isUnnamed && first.content == second.content && first.entries == second.entries
  }
}

extension Int64 {
  fileprivate func hashed(with other: Int64) -> UInt64 {
    DigestMixer.mix(UInt64(bitPattern: self), UInt64(bitPattern: other))
  }
}
