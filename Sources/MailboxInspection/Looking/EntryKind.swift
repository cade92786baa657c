import AppGroupMailbox

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What kind of thing an entry is, in more detail than the library needs.
enum EntryKind: String, Sendable {
  case file, directory, link, fifo, socket, device

  init(_ name: FileName, in directory: RawDescriptor, _ status: FileStatus) {
    switch status.type {
    case .regular: self = .file
    case .directory: self = .directory
    case .symbolicLink: self = .link
    case .other: self = Self.special(name, in: directory)
    }
  }

  /// With its article.
  var described: String { "a \(self == .fifo ? "FIFO" : rawValue)" }

  private static func special(_ name: FileName, in directory: RawDescriptor) -> EntryKind {
    var status = stat()
    let result = name.terminated.withUnsafeBytes {
      fstatat(directory, $0.assumingMemoryBound(to: CChar.self).baseAddress!, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard result == 0 else { return .device }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: return .fifo
    case S_IFSOCK: return .socket
    default: return .device
    }
  }

  /// Where a link leads, as it says itself; `nil` if it cannot be read or is longer than 1,024 bytes.
  static func target(of name: FileName, in directory: RawDescriptor) -> [UInt8]? {
    var target = [UInt8](repeating: 0, count: 1025)
    let count = name.terminated.withUnsafeBytes { name in
      target.withUnsafeMutableBytes { buffer in
        readlinkat(
          directory, name.assumingMemoryBound(to: CChar.self).baseAddress!,
          buffer.assumingMemoryBound(to: CChar.self).baseAddress!, buffer.count)
      }
    }
    return (1...1024).contains(count) ? Array(target.prefix(count)) : nil
  }
}

extension SystemError {
  /// Which call failed, and why, in the system's words.
  var explanation: String { "\(call.rawValue): \(String(cString: strerror(code)))" }
}
