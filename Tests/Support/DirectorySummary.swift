import ConformanceKit
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a mailbox directory holds, one line an entry, without what differs from run to run: tokens, times, inodes.
///
/// Names are taken apart by section 2.1 of SPEC.md and not by the library's parser, which is under test.
package struct DirectorySummary: Equatable, Sendable, CustomStringConvertible {
  /// Sorted lines such as `pending 3`, `claimed 2 attempts 1`, `quarantine links`, `file notes.txt`.
  package let lines: [String]

  package init(_ lines: [String]) {
    self.lines = lines.sorted()
  }

  /// Looks at a directory.
  ///
  /// The lock file and a folder of temporaries that is one are left out.
  package init(of directory: String) {
    self.init(EntryListing.names(in: directory).compactMap { Self.line(directory, $0) })
  }

  package var description: String { lines.joined(separator: ", ") }

  private static func line(_ directory: String, _ bytes: [UInt8]) -> String? {
    let name = String(decoding: bytes, as: UTF8.self)
    let type = type(directory, bytes)
    if name == ".mailbox.lock" || name == ".tmp" && type == "directory" { return nil }
    guard let meaning = meaning(name) else { return "\(type) \(name)" }
    // In the quarantine anything may stand; elsewhere only a file is what its name says.
    return type == "file" || meaning.hasPrefix("quarantine") ? meaning : "\(type) \(meaning)"
  }

  private static func meaning(_ name: String) -> String? {
    let message = /pending-[0-9]{20}-([0-9A-F-]{36})(?:-[0-9a-f]{16}-([0-9]{4}))?\.json/
    if let match = name.wholeMatch(of: message) { return "pending " + text(match.1, match.2) }
    if let match = name.wholeMatch(of: /claimed-([0-9A-F-]{36})-(pending-.*)/),
      let message = match.2.wholeMatch(of: message)
    {
      return "claimed " + text(message.1, message.2)
    }
    if let match = name.wholeMatch(of: /deadletter-([a-z]{1,32})-(pending-.*)/),
      let message = match.2.wholeMatch(of: message)
    {
      return "deadletter \(match.1) " + text(message.1, message.2)
    }
    if let match = name.wholeMatch(of: /quarantine-[0-9]{1,20}-[0-9A-F-]{36}(?:-([a-z]{1,32}))?\.bin/) {
      return "quarantine " + (match.1.map(String.init) ?? "without a reason")
    }
    return nil
  }

  /// The number of `MailboxBench.id(_:)`, and the attempts if there are any.
  private static func text(_ id: Substring, _ attempts: Substring?) -> String {
    let number =
      id.hasPrefix("00000000-0000-4000-8000-") ? Int(id.suffix(12), radix: 16).map(String.init) ?? "?" : "other"
    guard let attempts else { return "\(number) legacy" }
    return attempts == "0000" ? number : "\(number) attempts \(Int(attempts)!)"
  }

  private static func type(_ directory: String, _ name: [UInt8]) -> String {
    var status = stat()
    let path = Array(directory.utf8) + [0x2F] + name + [0]
    let result = path.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lstat($0.baseAddress!, &status) }
    }
    guard result == 0 else { return "unknown" }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return "file"
    case S_IFDIR: return "directory"
    case S_IFLNK: return "link"
    case S_IFIFO: return "fifo"
    case S_IFSOCK: return "socket"
    default: return "device"
    }
  }
}
