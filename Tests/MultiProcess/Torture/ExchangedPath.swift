#if os(Linux)
  import Foundation
  import MailboxTestSupport

  /// Something else that stands in the place of the mailbox's directory for a while.
  struct ExchangedPath {
    enum Decoy {
      /// To an empty directory.
      case link, file, directoryOfAnother, directoryWithoutRights
    }

    /// The exchange cannot be made.
    struct Failure: Error {
      let code: Int32
    }

    private let decoy: Decoy
    private let path: String
    private let side: String
    private var target: String { side + ".target" }
    private static let content = Data("not a mailbox".utf8)

    /// Puts a decoy in the place of what is at a path.
    ///
    /// - Parameter user: Whose directory without rights it is.
    init(_ decoy: Decoy, insteadOf path: String, aside side: String, user: UInt32?) throws {
      self.decoy = decoy
      self.path = path
      self.side = side
      let files = FileManager.default
      switch decoy {
      case .link:
        try files.createDirectory(atPath: target, withIntermediateDirectories: false)
        try files.createSymbolicLink(atPath: side, withDestinationPath: target)
      case .file: try Self.content.write(to: URL(fileURLWithPath: side))
      case .directoryOfAnother:
        try files.createDirectory(atPath: side, withIntermediateDirectories: false)
        try ProcessPrivileges.giveAway(side)
      case .directoryWithoutRights:
        try files.createDirectory(atPath: side, withIntermediateDirectories: false)
        if user != nil { try ProcessPrivileges.giveAway(side) }
        guard chmod(side, 0) == 0 else { throw Failure(code: errno) }
      }
      try Self.exchange(path, side)
    }

    /// Puts the directory back.
    ///
    /// - Returns: What was done to the decoy meanwhile; `nil` if nothing was.
    func end() throws -> String? {
      try Self.exchange(path, side)
      let harm = try harm()
      try FileManager.default.removeItem(atPath: side)
      if decoy == .link { try FileManager.default.removeItem(atPath: target) }
      return harm
    }

    private func harm() throws -> String? {
      let files = FileManager.default
      switch decoy {
      case .link:
        guard try files.destinationOfSymbolicLink(atPath: side) == target else { return "the link is another" }
        return try files.contentsOfDirectory(atPath: target).isEmpty ? nil : "a link was followed"
      case .file: return files.contents(atPath: side) == Self.content ? nil : "a file was changed"
      case .directoryOfAnother:
        return try files.contentsOfDirectory(atPath: side).isEmpty ? nil : "another's directory was used"
      case .directoryWithoutRights:
        var status = stat()
        guard lstat(side, &status) == 0, status.st_mode & 0o7777 == 0 else { return "rights were taken" }
        chmod(side, 0o700)
        return try files.contentsOfDirectory(atPath: side).isEmpty ? nil : "a directory without rights was used"
      }
    }

    /// Whether the machine can do it.
    static func isPossible(in folder: String) throws -> Bool {
      let paths = ["\(folder)/exchanged-1", "\(folder)/exchanged-2"]
      for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
      defer { for path in paths { unlink(path) } }
      do {
        try exchange(paths[0], paths[1])
        return true
      } catch {
        return false
      }
    }

    private static func exchange(_ path: String, _ other: String) throws(Failure) {
      // Hidden from Swift behind _GNU_SOURCE.
      typealias Rename = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { throw Failure(code: ENOSYS) }
      let exchange: UInt32 = 2
      guard unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, path, AT_FDCWD, other, exchange) == 0 else {
        throw Failure(code: errno)
      }
    }
  }
#endif
