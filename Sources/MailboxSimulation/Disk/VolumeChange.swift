internal import AppGroupMailbox

/// A change of names that happens as a whole or not at all.
struct NameChange: Equatable, Sendable {
  /// One name that comes or goes.
  struct Edit: Equatable, Sendable {
    var directory: Int
    var name: VolumeName
    var inode: Int
    var isRemoval: Bool

    var digest: UInt64 {
      DigestMixer.mix(DigestMixer.mix(name.key, directory), inode * 2 + (isRemoval ? 1 : 0))
    }
  }

  /// One, or two for a rename.
  var edits: [Edit]
  /// A directory that is removed: what happened in it comes before.
  var emptied: Int?
  var time: FileTime

  /// The directories among whose changes it has its place.
  var directories: [Int] { edits.map(\.directory) + (emptied.map { [$0] } ?? []) }

  func touches(_ directory: Int) -> Bool {
    emptied == directory || edits.contains { $0.directory == directory }
  }
}

/// A change of an inode's content or attributes.
struct DataChange: Equatable, Sendable {
  /// Bytes and where they went.
  struct Write: Equatable, Sendable {
    var offset: Int
    var bytes: [UInt8]
  }

  var inode: Int
  /// As they are after it.
  var attributes: InodeAttributes
  var write: Write?
}

/// Something that is not on stable storage yet.
enum VolumeChange: Equatable, Sendable {
  case names(NameChange)
  case data(DataChange)
  /// What comes behind it becomes durable only together with what an inode's data were here.
  case barrier(inode: Int)

  var digest: UInt64 {
    switch self {
    case .names(let change):
      var digest = DigestMixer.mix(UInt64(bitPattern: change.time.seconds), UInt64(bitPattern: change.time.nanoseconds))
      for edit in change.edits { digest = DigestMixer.mix(digest, edit.digest) }
      return digest
    case .data(let change):
      let digest = DigestMixer.mix(change.attributes.digest, change.inode)
      guard let write = change.write else { return digest }
      return write.bytes.withUnsafeBytes { DigestMixer.digest(of: $0, seed: DigestMixer.mix(digest, write.offset)) }
    case .barrier(let inode): return DigestMixer.mix(3, inode)
    }
  }
}
