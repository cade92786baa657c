import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Everything below a directory as it is at one moment: names, types, modes, owners, sizes, times, inodes, contents.
///
/// Reading times and link counts are left out: looking changes the one, and a planted link the other.
package struct TreeSnapshot: Equatable, Sendable {
  /// One entry, comparable as text.
  package typealias Entries = [String: String]

  package private(set) var entries: Entries = [:]

  /// - Parameters:
  ///   - path: A file or a directory; what it is itself belongs to the snapshot, under the name `.`.
  ///   - excluding: Paths relative to it that are left out, with what is below them.
  package init(of path: String, excluding: Set<String> = []) {
    add(path, as: ".", excluding)
  }

  /// Without the entries of these names; what is below them stays.
  package func without(_ names: Set<String>) -> TreeSnapshot {
    var rest = self
    rest.entries = entries.filter { !names.contains($0.key) }
    return rest
  }

  /// One line for each difference: empty if nothing changed.
  package func changes(since earlier: TreeSnapshot) -> [String] {
    Set(entries.keys).union(earlier.entries.keys).sorted().compactMap { name in
      let (before, after) = (earlier.entries[name], entries[name])
      return before == after ? nil : "\(name): \(before ?? "not there") -> \(after ?? "not there")"
    }
  }

  private mutating func add(_ path: String, as name: String, _ excluded: Set<String>) {
    guard !excluded.contains(name) else { return }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      entries[name] = "errno \(errno)"
      return
    }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    var text = "mode \(String(status.st_mode, radix: 8)) owner \(status.st_uid) inode \(status.st_ino)"
    text += " modified \(time.tv_sec).\(time.tv_nsec)"
    switch status.st_mode & S_IFMT {
    case S_IFREG: text += " size \(status.st_size) content \(Self.content(path))"
    case S_IFLNK: text += " to \((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "?")"
    case S_IFDIR:
      for inner in EntryListing.names(in: path) {
        let inner = String(decoding: inner, as: UTF8.self)
        add("\(path)/\(inner)", as: name == "." ? inner : "\(name)/\(inner)", excluded)
      }
    default: break
    }
    entries[name] = text
  }

  /// The content of a small file; of a large or unreadable one nothing, its size and time must do.
  private static func content(_ path: String) -> String {
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 4096) else {
      return "?"
    }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The names in a directory, as bytes.
package enum EntryListing {
  /// Sorted; empty for what is no directory that can be read.
  package static func names(in path: String) -> [[UInt8]] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let name = Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
