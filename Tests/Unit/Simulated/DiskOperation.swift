import AppGroupMailbox
import MailboxSimulation

/// One call of a primitive, with descriptors named by the place where they are kept.
enum DiskOperation {
  case openPath(String, into: Int)
  case openDirectory(FileName, in: Int, into: Int)
  case makePath(String)
  case makeDirectory(FileName, in: Int)
  case checkWritable(Int)
  case list(Int)
  case openFile(FileName, in: Int, FileAccess, into: Int)
  case createFile(FileName, in: Int, into: Int)
  case createUnnamedFile(in: Int, into: Int)
  case close(Int)
  case read(Int, count: Int, at: Int64)
  case write(Int, [UInt8], at: Int64)
  case status(Int)
  case statusOfName(FileName, in: Int)
  case statusOfPath(String)
  case setPermissions(UInt32, of: Int)
  case setPermissionsOfDirectory(UInt32, FileName, in: Int)
  case setModificationTime(FileTime, of: Int)
  case synchronizeFile(Int, SyncStrength)
  case synchronizeDirectory(Int)
  case rename(FileName, in: Int, to: FileName, in2: Int)
  case link(Int, to: FileName, in: Int)
  case remove(FileName, in: Int)
  case removeDirectory(FileName, in: Int)
  case tryLock(Int)
  case unlock(Int)

  /// Where the descriptor goes that it gives.
  var place: Int? {
    switch self {
    case .openPath(_, let place), .openDirectory(_, _, let place), .openFile(_, _, _, let place),
      .createFile(_, _, let place), .createUnnamedFile(_, let place):
      place
    default: nil
    }
  }
}

extension DiskOperation {
  /// The name of its case.
  var primitive: String { Mirror(reflecting: self).children.first?.label ?? "?" }
}

/// What a call gave.
enum DiskOutcome: Equatable {
  case done
  case failed(SystemError)
  case descriptor(RawDescriptor)
  case flag(Bool)
  case count(Int)
  case bytes([UInt8])
  case entries([String])
  case status(FileStatus)

  /// `errno`, 0 for success, or −1 for a lock that somebody else has.
  var code: Int32 {
    switch self {
    case .failed(let error): error.code
    case .flag(false): -1
    default: 0
    }
  }
}

extension DiskOperation {
  /// Makes the call.
  func perform(on system: any FileSystem, _ descriptors: [RawDescriptor]) -> DiskOutcome {
    do throws(SystemError) {
      return try outcome(on: system, descriptors)
    } catch {
      return .failed(error)
    }
  }

  private func outcome(on system: any FileSystem, _ open: [RawDescriptor]) throws(SystemError) -> DiskOutcome {
    switch self {
    case .openPath(let path, _): return .descriptor(try system.openDirectory(atPath: path))
    case .openDirectory(let name, let directory, _):
      return .descriptor(try system.openDirectory(name, in: open[directory]))
    case .makePath(let path): try system.makeDirectory(atPath: path)
    case .makeDirectory(let name, let directory): try system.makeDirectory(name, in: open[directory])
    case .checkWritable(let directory): try system.checkWritable(open[directory])
    case .list(let directory):
      var entries: [String] = []
      try system.forEachEntry(in: open[directory]) { name, type in
        entries.append("\(FileName(name).text) \(type)")
      }
      return .entries(entries.sorted())
    case .openFile(let name, let directory, let access, _):
      return .descriptor(try system.openFile(name, in: open[directory], access))
    case .createFile(let name, let directory, _):
      return .descriptor(try system.createFile(name, in: open[directory]))
    case .createUnnamedFile(let directory, _): return .descriptor(try system.createUnnamedFile(in: open[directory]))
    case .close(let place): system.close(open[place])
    case .read(let place, let count, let offset):
      var bytes = [UInt8](repeating: 0xEE, count: count)
      let result = bytes.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemError) in try system.read(open[place], into: buffer, at: offset) }
      }
      return .bytes(Array(bytes[..<(try result.get())]))
    case .write(let place, let bytes, let offset):
      let result = bytes.withUnsafeBytes { buffer in
        Result { () throws(SystemError) in try system.write(open[place], buffer, at: offset) }
      }
      return .count(try result.get())
    case .status(let place): return .status(try system.status(of: open[place]))
    case .statusOfName(let name, let directory): return .status(try system.status(of: name, in: open[directory]))
    case .statusOfPath(let path): return .status(try system.status(atPath: path))
    case .setPermissions(let mode, let place): try system.setPermissions(mode, of: open[place])
    case .setPermissionsOfDirectory(let mode, let name, let directory):
      try system.setPermissions(mode, ofDirectory: name, in: open[directory])
    case .setModificationTime(let time, let place): try system.setModificationTime(time, of: open[place])
    case .synchronizeFile(let place, let strength): try system.synchronizeFile(open[place], strength)
    case .synchronizeDirectory(let place): try system.synchronizeDirectory(open[place])
    case .rename(let name, let directory, let newName, let newDirectory):
      try system.rename(name, in: open[directory], to: newName, in: open[newDirectory])
    case .link(let place, let name, let directory): try system.link(open[place], to: name, in: open[directory])
    case .remove(let name, let directory): try system.remove(name, in: open[directory])
    case .removeDirectory(let name, let directory): try system.removeDirectory(name, in: open[directory])
    case .tryLock(let place): return .flag(try system.tryLock(open[place]))
    case .unlock(let place): system.unlock(open[place])
    }
    return .done
  }
}
