import Foundation

/// The fastest system calls that do the same safely: write a file nobody sees, give it a name, rename it to claim it, remove it.
///
/// It encodes and decodes the same message, and publishes it under a lock. It keeps no bound, no order but its own and no lease,
/// recovers nothing and confirms nothing.
final class FloorContender: Contender {
  private let directory: CInt
  private let lock: CInt
  var durability: Durability
  /// What it has stored and not claimed yet, from `first` on.
  private var names: [[CChar]] = []
  private var first = 0
  private var held: [(name: [CChar], original: [CChar])] = []
  private var number = 0
  private let prefix: String

  init(in folder: String, _ durability: Durability) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    directory = RawCalls.openDirectory(folder)
    lock = RawCalls.openLock("\(folder)/.lock")
    guard directory >= 0, lock >= 0 else { throw BenchmarkFault.system("open") }
    self.durability = durability
    // Several processes may be at work.
    prefix = "m\(getpid())-"
  }

  deinit {
    close(directory)
    close(lock)
  }

  func enqueue(_ message: String) throws {
    try publish(message)
    try synchronizeDirectory()
  }

  func enqueue(contentsOf messages: [String]) throws {
    for message in messages { try publish(message) }
    try synchronizeDirectory()
  }

  private func publish(_ message: String) throws {
    let body = try JSONEncoder().encode(StoredMessage(id: UUID(drawn: ()), enqueuedAt: Date(), message: message))
    let file = RawCalls.createUnseen(in: directory)
    guard file >= 0 else { throw BenchmarkFault.system("open") }
    defer { close(file) }
    guard body.withUnsafeBytes({ pwrite(file, $0.baseAddress, $0.count, 0) }) == body.count else {
      throw BenchmarkFault.system("pwrite")
    }
    if durability != .processCrash, fsync(file) != 0 { throw BenchmarkFault.system("fsync") }
    let name = nextName()
    // Without it no bound could be kept.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || flock(lock, LOCK_EX) == 0 else { throw BenchmarkFault.system("flock") }
    defer { flock(lock, LOCK_UN) }
    guard RawCalls.publish(file, in: directory, as: name) == 0 else { throw BenchmarkFault.system("link") }
    names.append(name)
  }

  private func synchronizeDirectory() throws {
    if durability == .powerLoss, fsync(directory) != 0 { throw BenchmarkFault.system("fsync") }
  }

  private func nextName() -> [CChar] {
    number += 1
    return (prefix + String(number)).utf8CString.map { $0 }
  }

  func claim(_ limit: Int) throws -> Int {
    var count = 0
    while count < limit, first < names.count {
      let original = names[first]
      let claimed = nextName()
      guard renameat(directory, original, directory, claimed) == 0 else { throw BenchmarkFault.system("rename") }
      first += 1
      _ = try JSONDecoder().decode(StoredMessage.self, from: try read(claimed))
      held.append((claimed, original))
      count += 1
    }
    if first > 1_000, first * 2 > names.count {
      names.removeFirst(first)
      first = 0
    }
    return count
  }

  private func read(_ name: [CChar]) throws -> Data {
    let file = RawCalls.open(name, in: directory)
    guard file >= 0 else { throw BenchmarkFault.system("open") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw BenchmarkFault.system("fstat") }
    var body = Data(count: Int(status.st_size))
    guard body.withUnsafeMutableBytes({ pread(file, $0.baseAddress, $0.count, 0) }) == body.count else {
      throw BenchmarkFault.system("pread")
    }
    return body
  }

  func acknowledge() throws {
    for message in held where unlinkat(directory, message.name, 0) != 0 { throw BenchmarkFault.system("unlink") }
    held = []
  }

  func release() throws {
    for message in held where renameat(directory, message.name, directory, message.original) != 0 {
      throw BenchmarkFault.system("rename")
    }
    // To the front again.
    names.replaceSubrange(..<first, with: held.map(\.original))
    first = 0
    held = []
  }

  func look() throws {
    guard let stream = RawCalls.openStream(directory) else { throw BenchmarkFault.system("fdopendir") }
    defer { closedir(stream) }
    while readdir(stream) != nil {}
  }
}
