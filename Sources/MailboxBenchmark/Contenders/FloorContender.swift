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
    try publish(some: [message][...])
    try synchronizeDirectory()
  }

  func enqueue(contentsOf messages: [String]) throws {
    for start in stride(from: 0, to: messages.count, by: RawCalls.mostUnseen) {
      try publish(some: messages[start..<min(start + RawCalls.mostUnseen, messages.count)])
    }
    try synchronizeDirectory()
  }

  /// Writes all before it synchronises the first: they reach the medium together.
  private func publish(some messages: ArraySlice<String>) throws {
    var files: [CInt] = []
    defer { for file in files { close(file) } }
    for message in messages {
      files.append(try create())
      try write(message, to: files[files.count - 1])
      if durability != .processCrash, messages.count > 1 { RawCalls.beginWriting(files[files.count - 1]) }
    }
    for file in files where durability != .processCrash && fsync(file) != 0 { throw BenchmarkFault.system("fsync") }
    for file in files { try publish(file) }
  }

  private func create() throws -> CInt {
    let file = RawCalls.createUnseen(in: directory)
    guard file >= 0 else { throw BenchmarkFault.system("open") }
    return file
  }

  private func write(_ message: String, to file: CInt) throws {
    let body = try JSONEncoder().encode(StoredMessage(id: UUID(drawn: ()), enqueuedAt: Date(), message: message))
    guard body.withUnsafeBytes({ pwrite(file, $0.baseAddress, $0.count, 0) }) == body.count else {
      throw BenchmarkFault.system("pwrite")
    }
  }

  private func publish(_ file: CInt) throws {
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
