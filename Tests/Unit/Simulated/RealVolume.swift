import AppGroupMailbox
import Foundation
import MailboxSimulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The real volume below a folder: what it can do, and what is planted on it.
struct RealVolume {
  /// An empty folder of this process.
  let folder: String

  /// Whether it has unnamed files.
  let supportsUnnamedFiles: Bool
  /// Whether a directory that was removed refuses them, as those of ext4 do.
  let refusesUnnamedFilesInRemoved: Bool
  /// Whether each change after a look at the times gives another change time; kernels before 6.13 have ticks.
  let tellsChangesApart: Bool
  /// Whether the number of a directory's links counts the directories in it; Btrfs and overlays do not.
  let countsSubdirectories: Bool
  /// Whether a folder of all users' files is protected beyond its sticky bit.
  let protectsSharedFolders: Bool
  /// An offset near the end of what there is, if files must end before it.
  let farOffset: Int64

  init(folder: String) throws {
    self.folder = folder
    let system = POSIXFileSystem()
    let directory = try system.openDirectory(atPath: folder)
    defer { system.close(directory) }
    if let file = try? system.createUnnamedFile(in: directory) {
      system.close(file)
      supportsUnnamedFiles = true
    } else {
      supportsUnnamedFiles = false
    }
    tellsChangesApart = try Self.tellsChangesApart(in: directory, of: system)
    let file = try system.createFile("probe", in: directory)
    let isRefused = (try? [1].withUnsafeBytes { try system.write(file, $0, at: .max - 100) }) == nil
    farOffset = isRefused ? .max - 100 : 5000
    system.close(file)
    try system.remove("probe", in: directory)
    try system.makeDirectory("probe", in: directory)
    let removed = try system.openDirectory("probe", in: directory)
    defer { system.close(removed) }
    countsSubdirectories = try system.status(of: directory).linkCount == 3
    try system.removeDirectory("probe", in: directory)
    if let file = try? system.createUnnamedFile(in: removed) {
      system.close(file)
      refusesUnnamedFilesInRemoved = false
    } else {
      refusesUnnamedFilesInRemoved = true
    }
    protectsSharedFolders = ["regular", "fifos", "symlinks"].contains { name in
      let setting = FileManager.default.contents(atPath: "/proc/sys/fs/protected_\(name)")
      return setting.map { $0.first != UInt8(ascii: "0") } ?? false
    }
  }

  private static func tellsChangesApart(in directory: RawDescriptor, of system: POSIXFileSystem) throws -> Bool {
    var last = try system.status(of: directory).changed
    func isNew(_ change: () throws -> Void) throws -> Bool {
      try change()
      let before = last
      last = try system.status(of: directory).changed
      return last != before
    }
    return try (0..<20).allSatisfy { _ in
      try isNew { try system.setPermissions(0o755, of: directory) }
        && isNew { system.close(try system.createFile("probe", in: directory)) }
        && isNew { try system.remove("probe", in: directory) }
    }
  }

  /// Puts something where nothing is.
  static func plant(_ plant: SimulatedVolume.Plant, at path: String, mode: UInt32, owner: UInt32) {
    func check(_ result: CInt) { precondition(result == 0, "\(path) cannot be planted: \(errno)") }
    switch plant {
    case .file(let bytes): precondition(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    case .directory: check(mkdir(path, 0o700))
    case .symbolicLink(let target): check(symlink(target, path))
    case .fifo: check(mkfifo(path, 0o600))
    case .socket: check(mknod(path, S_IFSOCK | 0o600, 0))
    // The one device that everybody may make: it covers a name of a lower layer, and cannot be opened.
    case .device: check(mknod(path, S_IFCHR | 0o600, 0))
    }
    check(lchown(path, owner, gid_t.max))
    switch plant {
    case .symbolicLink: break
    // Open as long as something may come into it.
    case .directory: setMode(0o777, at: path)
    default: setMode(mode, at: path)
    }
  }

  static func setMode(_ mode: UInt32, at path: String) {
    precondition(chmod(path, mode_t(mode)) == 0, "the mode of \(path) cannot be set: \(errno)")
  }

  /// Everything below a folder, as `SimulatedVolume.tree(at:)` tells it; directories are opened up on the way.
  static func tree(at path: String) -> [SimulatedVolume.Entry] {
    var entries: [SimulatedVolume.Entry] = []
    walk(open(path, O_RDONLY | O_DIRECTORY), below: "") { directory, name, status, path in
      entries.append(
        SimulatedVolume.Entry(
          path: path, content: content(of: name, in: directory, status), mode: UInt32(status.st_mode & 0o7777),
          owner: status.st_uid, linkCount: Int(status.st_nlink)))
    }
    return entries.sorted { $0.path < $1.path }
  }

  /// Removes a folder with everything in it, whatever its names and modes.
  static func remove(_ path: String) {
    walk(open(path, O_RDONLY | O_DIRECTORY), below: "") { directory, name, status, _ in
      precondition(unlinkat(directory, name, status.st_mode & S_IFMT == S_IFDIR ? AT_REMOVEDIR : 0) == 0)
    }
    precondition(rmdir(path) == 0, "\(path) cannot be removed: \(errno)")
  }

  /// Visits what is in a directory, which is closed afterwards; what is deeper comes first.
  private static func walk(
    _ directory: CInt, below prefix: String, _ visit: (CInt, [CChar], stat, String) -> Void
  ) {
    guard directory >= 0, let stream = fdopendir(directory) else {
      preconditionFailure("a directory cannot be listed: \(errno)")
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
        }
      }
      if name == [0x2E, 0] || name == [0x2E, 0x2E, 0] { continue }
      let path = prefix + String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      var status = stat()
      precondition(fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
      if status.st_mode & S_IFMT == S_IFDIR {
        precondition(fchmodat(directory, name, 0o700, 0) == 0)
        walk(openat(directory, name, O_RDONLY | O_DIRECTORY), below: path + "/", visit)
      }
      visit(directory, name, status, path)
    }
  }

  private static func content(of name: [CChar], in directory: CInt, _ status: stat) -> SimulatedVolume.Plant {
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // Whoever looks is root or the owner. The mode is put back: the file may have another name.
      precondition(fchmodat(directory, name, 0o600, 0) == 0)
      let file = openat(directory, name, O_RDONLY)
      precondition(fchmodat(directory, name, status.st_mode & 0o7777, 0) == 0)
      precondition(file >= 0, "a file cannot be read: \(errno)")
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
      precondition(pread(file, &bytes, bytes.count, 0) == bytes.count)
      return .file(bytes)
    case S_IFDIR: return .directory
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: Int(status.st_size))
      let count = target.withUnsafeMutableBytes {
        readlinkat(directory, name, $0.assumingMemoryBound(to: CChar.self).baseAddress!, $0.count)
      }
      precondition(count == target.count)
      return .symbolicLink(String(decoding: target, as: UTF8.self))
    case S_IFIFO: return .fifo
    case S_IFSOCK: return .socket
    default: return .device
    }
  }
}
