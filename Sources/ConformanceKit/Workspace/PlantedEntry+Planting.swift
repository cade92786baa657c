import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A call failed while something was planted: the test's own fault, or something that this machine does not offer.
package struct PlantingFailed: Error {
  package var call: String
  package var code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

extension PlantedEntry {
  /// Puts the entry into a directory.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - now: What ages count from.
  /// - Throws: ``PlantingFailed``, which is the machine's fault or the test's.
  package func plant(in directory: String, now: Date) throws {
    let path = Array(directory.utf8) + [0x2F] + name
    switch kind {
    case .file(let bytes): try Self.create(path) { write($0, bytes, bytes.count) == bytes.count }
    case .sparse(let size): try Self.create(path) { ftruncate($0, off_t(size)) == 0 }
    case .directory(let entries):
      try Self.check("mkdir", path) { mkdir($0, 0o755) }
      let inner = String(decoding: path, as: UTF8.self)
      for entry in entries { try entry.plant(in: inner, now: now) }
    case .symbolicLink(let target): try Self.check("symlink", path) { symlink(target, $0) }
    case .hardLink(let other): try Self.check("link", path) { link("\(directory)/\(other)", $0) }
    case .fifo: try Self.check("mkfifo", path) { mkfifo($0, 0o600) }
    case .nullDevice:
      var null = stat()
      guard lstat("/dev/null", &null) == 0 else { throw PlantingFailed(call: "lstat", code: errno) }
      try Self.check("mknod", path) { mknod($0, S_IFCHR | 0o600, null.st_rdev) }
    case .socket: try Self.bindSocket(in: directory, path)
    }
    if let mode { try Self.check("chmod", path) { chmod($0, mode_t(mode)) } }
    if let age { try Self.setTime(path, now.timeIntervalSince1970 - age) }
  }

  private static func setTime(_ path: [UInt8], _ seconds: Double) throws {
    let whole = seconds.rounded(.down)
    let time = timespec(tv_sec: time_t(whole), tv_nsec: CLong((seconds - whole) * 1e9))
    try check("utimensat", path) { utimensat(AT_FDCWD, $0, [time, time], AT_SYMLINK_NOFOLLOW) }
  }

  private static func create(_ path: [UInt8], _ fill: (CInt) -> Bool) throws {
    var descriptor: CInt = -1
    try check("open", path) {
      descriptor = open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      return descriptor
    }
    defer { close(descriptor) }
    guard fill(descriptor) else { throw PlantingFailed(call: "write", code: errno) }
  }

  /// A socket's address holds a short path only: it is made beside its place and moved there.
  private static func bindSocket(in directory: String, _ path: [UInt8]) throws {
    guard FoundEntry([], path: path) == nil else { throw PlantingFailed(call: "rename", code: EEXIST) }
    let short = "\(FileManager.default.temporaryDirectory.path)/mailbox-\(UInt32.random(in: 0 ... .max))"
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw PlantingFailed(call: "socket", code: errno) }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
      guard short.utf8.count < field.count else { return false }
      field.copyBytes(from: short.utf8)
      return true
    }
    guard fits else { throw PlantingFailed(call: "bind", code: ENAMETOOLONG) }
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0 else { throw PlantingFailed(call: "bind", code: errno) }
    try check("rename", path) { rename(short, $0) }
  }

  private static func check(_ call: String, _ path: [UInt8], _ body: (UnsafePointer<CChar>) -> CInt) throws {
    let result = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
    guard result != -1 else { throw PlantingFailed(call: call, code: errno) }
  }
}
