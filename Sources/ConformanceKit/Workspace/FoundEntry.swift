import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An entry of a directory as it was found.
package struct FoundEntry: Equatable, Sendable {
  package var name: [UInt8]
  /// `file`, `directory`, `link`, `fifo`, `socket` or `device`.
  package var type: String
  package var mode: UInt32
  package var size: Int64
  package var inode: UInt64
  package var path: [UInt8]

  /// - Parameter name: What it is called in a listing, which may have more than one component.
  init?(_ name: [UInt8], in directory: String) {
    self.init(name, path: Array(directory.utf8) + [0x2F] + name)
  }

  init?(_ name: [UInt8], path: [UInt8]) {
    var status = stat()
    let result = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lstat($0.baseAddress!, &status) }
    }
    guard result == 0 else { return nil }
    self.name = name
    self.path = path
    mode = UInt32(status.st_mode & 0o7777)
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
    switch status.st_mode & S_IFMT {
    case S_IFREG: type = "file"
    case S_IFDIR: type = "directory"
    case S_IFLNK: type = "link"
    case S_IFIFO: type = "fifo"
    case S_IFSOCK: type = "socket"
    default: type = "device"
    }
  }

  /// The content of a regular file of up to 32 MiB; `nil` of anything else.
  package var content: [UInt8]? {
    guard type == "file", size <= 1 << 25 else { return nil }
    let descriptor = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    }
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      return Array(try file.readToEnd() ?? Data())
    } catch {
      return nil
    }
  }

  package var line: String {
    let octal = String(mode, radix: 8)
    let permissions = String(repeating: "0", count: max(0, 4 - octal.count)) + octal
    let size = type == "file" ? ", \(size) bytes" : ""
    return "\(NameText.readable(name))  (\(type), \(permissions)\(size))"
  }
}

/// A mailbox's directory at one moment.
package struct DirectoryState: Equatable, Sendable {
  /// The entries, those of `.tmp` as `.tmp/name`, sorted by name.
  package var entries: [FoundEntry]

  package init(of directory: String) {
    // A link in its place leads elsewhere: that is not the mailbox's directory.
    guard FoundEntry([], path: Array(directory.utf8))?.type == "directory" else {
      entries = []
      return
    }
    entries = EntryListing.names(in: directory).compactMap { FoundEntry($0, in: directory) }
    if entries.contains(where: { $0.name == Array(".tmp".utf8) && $0.type == "directory" }) {
      entries += EntryListing.names(in: "\(directory)/.tmp").compactMap {
        FoundEntry(Array(".tmp/".utf8) + $0, in: directory)
      }
    }
  }

  /// What a message's order and number depend on: everything but the lock file and an empty `.tmp`.
  package var noteworthy: [FoundEntry] {
    entries.filter {
      !($0.name == Array(".mailbox.lock".utf8) && $0.type == "file")
        && !($0.name == Array(".tmp".utf8) && $0.type == "directory")
    }
  }

  package var lines: [String] { noteworthy.map(\.line) }
}
