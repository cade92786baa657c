import AppGroupMailbox
import MailboxSimulation

/// A small volume with two directories, `t` and `m`, and what a power loss leaves of it.
///
/// The clock stands still, so times tell no two states apart.
final class PowerLossBench {
  let disk: SimulatedDisk
  let system: SimulatedFileSystem
  let temporaries: RawDescriptor
  let mailbox: RawDescriptor

  /// - Parameter files: The paths of files that are there and durable, and what they hold.
  init(_ files: [String: String] = [:], settings: VolumeSettings = VolumeSettings()) throws {
    let clock = SimulatedClock(secondsSince2001: 800_000_000)
    var volume = SimulatedVolume(settings)
    let time = FileTime(secondsSince2001: 800_000_000)
    for path in ["/t", "/m"] { volume.plant(.directory, at: path, mode: 0o700, now: time) }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      volume.plant(.text(text), at: "/" + path, now: time)
    }
    volume.synchronizeEverything()
    disk = SimulatedDisk(volume: volume, clock: clock)
    system = disk.process(user: 0, identifier: 1)
    temporaries = try system.openDirectory(atPath: "/t")
    mailbox = try system.openDirectory(atPath: "/m")
  }

  // MARK: Doing

  /// Makes a file and writes it, and leaves it open.
  @discardableResult
  func create(_ name: FileName, _ text: String, in directory: RawDescriptor) throws -> RawDescriptor {
    let file = try system.createFile(name, in: directory)
    try write(text, to: file)
    return file
  }

  /// Opens a file of the mailbox's for writing.
  func open(_ name: FileName) throws -> RawDescriptor {
    try system.openFile(name, in: mailbox, .readWriteCreating)
  }

  func write(_ text: String, to file: RawDescriptor, at offset: Int64 = 0) throws {
    _ = try Array(text.utf8).withUnsafeBytes { try system.write(file, $0, at: offset) }
  }

  // MARK: Looking

  /// Each state as text: files by path with their contents, zeros as `0`.
  func states(_ model: PowerLossModel, atMost limit: Int = .max) -> [String] {
    disk.volume.powerLossStates(model, atMost: limit).volumes.map(Self.text)
  }

  static func text(_ volume: SimulatedVolume) -> String {
    let files = volume.tree().compactMap { entry -> String? in
      guard case .file(let bytes) = entry.content else { return nil }
      let text = String(decoding: bytes.map { $0 == 0 ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
      return "\(entry.path)=\(text)\(entry.linkCount == 1 ? "" : "*\(entry.linkCount)")"
    }
    return files.joined(separator: " ")
  }
}
