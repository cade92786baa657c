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

/// Makes the same calls on the real file system and on the simulated one, and compares what they give.
///
/// To be run in a process of its own: it uses descriptors that it has closed, and may change the user.
final class DiskComparison {
  /// A step and what is wrong with it.
  struct Mismatch: Error {
    var description: String
  }

  let volume: RealVolume
  let users: [UInt32]
  let tape: ChoiceTape
  let folder: String
  var outer: String { String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)]) }
  private let real = POSIXFileSystem()
  private let clock = SimulatedClock(secondsSince2001: 800_000_000)
  let disk: SimulatedDisk
  private let simulated: SimulatedFileSystem
  /// The number that the first descriptor of the real process has, as 3 is that of the simulated one.
  private let firstDescriptor: RawDescriptor

  private var realOpen = [RawDescriptor](repeating: -1, count: DiskOperation.places) + [999_999]
  private var simulatedOpen = [RawDescriptor](repeating: -1, count: DiskOperation.places) + [999_999]
  /// Which places hold something, and whether that is a directory.
  private var isDirectory: [Int: Bool] = [:]
  private var opened: [(real: RawDescriptor, simulated: RawDescriptor)] = []
  /// What was last seen of each real file.
  private var seen: [FileIdentity: (real: FileStatus, simulated: FileStatus)] = [:]
  /// What was planted and done.
  var listing: [String] = []
  /// Which primitives failed with what, or did not.
  private(set) var outcomes: Set<String> = []

  /// - Parameters:
  ///   - folder: Two levels that are not there yet, of which only the inner one is compared.
  ///   - users: Whose calls they are; the first one is the process's own.
  init(_ volume: RealVolume, users: [UInt32], folder: String, firstDescriptor: RawDescriptor, tape: ChoiceTape) {
    self.volume = volume
    self.users = users
    self.tape = tape
    self.folder = folder
    self.firstDescriptor = firstDescriptor
    var settings = VolumeSettings()
    settings.supportsUnnamedFiles = volume.supportsUnnamedFiles
    var copy = SimulatedVolume(settings)
    let components = folder.split(separator: "/")
    for count in 1...(components.count - 2) {
      copy.plant(.directory, at: "/" + components[..<count].joined(separator: "/"), mode: 0o755)
    }
    disk = SimulatedDisk(volume: copy, clock: clock)
    simulated = disk.process(user: users[0], identifier: getpid())
  }

  // MARK: Comparing

  /// The first difference, if there is one; nothing is left behind.
  func firstMismatch(steps: Int) -> String? {
    defer { clean() }
    plant()
    do throws(Mismatch) {
      try step(.openPath(folder, into: 0), user: users[0])
      for _ in 0..<steps {
        tape.beginPart()
        guard tape.choose(below: 64) > 0 else { break }
        let user = tape.pick(from: users)
        let operation = DiskOperation(
          drawnFrom: tape, folder: folder, open: isDirectory.keys.sorted(),
          directories: isDirectory.filter(\.value).keys.sorted(), modes: modes, far: volume.farOffset)
        try step(operation, user: user)
      }
      try compareTrees()
      return nil
    } catch {
      return error.description
    }
  }

  private func step(_ operation: DiskOperation, user: UInt32) throws(Mismatch) {
    if case .createUnnamedFile(let place, _) = operation, !volume.refusesUnnamedFilesInRemoved,
      (try? simulated.status(of: simulatedOpen[place]).linkCount) == 0
    {
      return
    }
    // Otherwise two changes have one time.
    clock.move(by: 0.001)
    if let place = operation.place { forget(place) }
    // A number may be given to another file when the one that had it is gone.
    let volume = disk.volume
    self.seen = self.seen.filter { volume.isInUse($0.value.simulated.identity) }
    act(as: user)
    let seen = operation.perform(on: real, realOpen)
    act(as: users[0])
    let expected = operation.perform(on: simulated.acting(as: user), simulatedOpen)
    listing.append("\(users.count > 1 ? "\(user): " : "")\(operation) → \(seen)")
    outcomes.insert("\(operation.primitive) \(seen.code)")
    keep(operation, seen, expected)
    guard !isSame(seen, expected) else { return }
    throw Mismatch(description: "\(operation): really \(seen), simulated \(expected)")
  }

  /// Lets the descriptor of a place go: mostly closed, sometimes open for ever.
  private func forget(_ place: Int) {
    isDirectory[place] = nil
    if tape.chance(1, in: 8) { return }
    real.close(realOpen[place])
    simulated.close(simulatedOpen[place])
  }

  private func keep(_ operation: DiskOperation, _ seen: DiskOutcome, _ expected: DiskOutcome) {
    if case .close(let place) = operation { isDirectory[place] = nil }
    guard let place = operation.place, case .descriptor(let descriptor) = seen else { return }
    realOpen[place] = descriptor
    if case .descriptor(let other) = expected { simulatedOpen[place] = other }
    opened.append((realOpen[place], simulatedOpen[place]))
    isDirectory[place] = (try? real.status(of: descriptor).type) == .directory
  }

  private func isSame(_ seen: DiskOutcome, _ expected: DiskOutcome) -> Bool {
    switch (seen, expected) {
    case (.descriptor(let seen), .descriptor(let expected)): seen - firstDescriptor == expected - 3
    case (.status(let seen), .status(let expected)): isSame(seen, expected)
    default: seen == expected
    }
  }

  /// Identities as a relation, times by whether they changed since they were last seen.
  private func isSame(_ status: FileStatus, _ expected: FileStatus) -> Bool {
    let last = seen.updateValue((status, expected), forKey: status.identity)
    var comparable = status
    comparable.identity = expected.identity
    comparable.changed = expected.changed
    // Those that were set lie in the first seconds of 1970.
    if min(status.modified.seconds, expected.modified.seconds) > 10 { comparable.modified = expected.modified }
    if expected.type == .directory || expected.type == .other {
      comparable.size = expected.size
      if !volume.countsSubdirectories { comparable.linkCount = expected.linkCount }
    }
    guard comparable == expected else { return false }
    guard let last else { return true }
    guard last.simulated.identity == expected.identity else { return false }
    return isSame(
      isChange: last.real.changed != status.changed, last.simulated.changed != expected.changed)
      && isSame(
        isChange: last.real.modified != status.modified, last.simulated.modified != expected.modified)
  }

  private func isSame(isChange seen: Bool, _ expected: Bool) -> Bool {
    volume.tellsChangesApart ? seen == expected : !seen || expected
  }

  private func compareTrees() throws(Mismatch) {
    let expected = disk.volume.tree(at: folder)
    precondition(chmod(folder, 0o700) == 0)
    let seen = RealVolume.tree(at: folder)
    for (seen, expected) in zip(seen, expected) where !isSame(seen, expected) {
      throw Mismatch(description: "at the end, really \(seen), simulated \(expected)")
    }
    if seen.count != expected.count {
      throw Mismatch(description: "at the end, really \(seen.map(\.path)), simulated \(expected.map(\.path))")
    }
  }

  private func isSame(_ seen: SimulatedVolume.Entry, _ expected: SimulatedVolume.Entry) -> Bool {
    var seen = seen
    if seen.content == .directory, !volume.countsSubdirectories { seen.linkCount = expected.linkCount }
    return seen == expected
  }

  // MARK: The process

  private func act(as user: UInt32) {
    if users.count > 1 { precondition(seteuid(user) == 0) }
  }

  private func clean() {
    for descriptor in opened { real.close(descriptor.real) }
    chmod(folder, 0o700)
    RealVolume.remove(outer)
  }
}
