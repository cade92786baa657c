/// What kind of thing a directory entry is.
package enum FileType: Sendable, Equatable {
  case regular, directory, symbolicLink, other
}

/// A time stamp of a file, in seconds and nanoseconds since 1970.
package struct FileTime: Sendable, Equatable {
  package var seconds: Int64
  package var nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

/// Which file it is, whatever its name: volume and inode.
package struct FileIdentity: Sendable, Hashable {
  package var volume: UInt64
  package var number: UInt64

  package init(volume: UInt64, number: UInt64) {
    self.volume = volume
    self.number = number
  }
}

/// What `stat` tells of a file.
package struct FileStatus: Sendable, Equatable {
  package var identity: FileIdentity
  package var type: FileType
  package var linkCount: UInt64
  /// Size in bytes.
  package var size: Int64
  package var owner: UInt32
  /// The permission bits alone.
  package var permissions: UInt32
  package var modified: FileTime
  /// The change time of the inode, which no program can set.
  package var changed: FileTime

  package init(
    identity: FileIdentity, type: FileType, linkCount: UInt64, size: Int64, owner: UInt32, permissions: UInt32,
    modified: FileTime, changed: FileTime
  ) {
    self.identity = identity
    self.type = type
    self.linkCount = linkCount
    self.size = size
    self.owner = owner
    self.permissions = permissions
    self.modified = modified
    self.changed = changed
  }
}
