import Foundation

/// A system call's failure that the tracer makes up.
struct InjectedFailure: Sendable, CustomStringConvertible {
  /// As the tracer knows it.
  var word: String
  var number: Int
  /// The system's name of the call that fails.
  var systemCall: String
  /// What the library may call it: several, where it has several uses for it.
  var calls: Set<String>

  var isInterruption: Bool { word == "EINTR" }
  var isSynchronisation: Bool { calls.contains("synchronizeDirectory") }
  var description: String { "\(word) of \(systemCall)" }

  private static let numbers = [
    "EIO": Int(EIO), "ENOSPC": Int(ENOSPC), "EMFILE": Int(EMFILE), "EINTR": Int(EINTR), "EACCES": Int(EACCES),
  ]

  /// How a call can fail; empty if it cannot.
  static func all(of call: SystemCallLog.Call) -> [InjectedFailure] {
    let (words, calls): ([String], Set<String>) =
      switch call.name {
      // On Linux that is how a directory's permissions are set without opening it.
      case "openat" where call.line.contains("O_PATH"):
        (["EIO", "ENOSPC", "EMFILE", "EINTR", "EACCES"], ["setPermissions"])
      case "openat": (["EIO", "ENOSPC", "EMFILE", "EINTR", "EACCES"], ["open", "create"])
      case "mkdir", "mkdirat": (["EIO", "ENOSPC", "EACCES"], ["makeDirectory"])
      case "chmod", "fchmod", "fchmodat", "fchmodat2": (["EIO", "EINTR", "EACCES"], ["setPermissions"])
      case "faccessat", "faccessat2": (["EIO", "EACCES"], ["access"])
      case "newfstatat", "fstat": (["EIO", "EACCES"], ["status", "list"])
      case "getdents64": (["EIO", "EINTR"], ["list"])
      case "flock": (["EIO", "EINTR"], ["lock"])
      case "pread64": (["EIO", "EINTR"], ["read"])
      case "pwrite64": (["EIO", "ENOSPC", "EINTR"], ["write"])
      case "fsync", "fdatasync": (["EIO", "ENOSPC", "EINTR"], ["synchronizeFile", "synchronizeDirectory"])
      case "linkat": (["EIO", "ENOSPC", "EACCES"], ["link"])
      case "renameat2", "renameat": (["EIO", "ENOSPC", "EACCES"], ["rename"])
      case "unlinkat": (["EIO", "EACCES"], ["remove"])
      case "utimensat": (["EIO", "EACCES"], ["setModificationTime"])
      // Never repeated and never an error: by then the descriptor is gone.
      case "close": (["EIO", "EINTR"], [])
      default: ([], [])
      }
    return words.compactMap { word in
      numbers[word].map { InjectedFailure(word: word, number: $0, systemCall: call.name, calls: calls) }
    }
  }
}
