import AppGroupMailbox
import MailboxSimulation

extension DiskOperation {
  /// How many places there are for descriptors; one more holds a number that nothing has.
  static let places = 8

  /// Draws a call: few names, so that they collide, and few places, so that they are used again.
  ///
  /// - Parameters:
  ///   - open: The places that hold something, of which most calls take one.
  ///   - directories: Those that hold directories, which most calls want.
  ///   - modes: From which permissions are set.
  ///   - far: An offset that is no file's.
  init(drawnFrom tape: ChoiceTape, folder: String, open: [Int], directories: [Int], modes: [UInt32], far: Int64) {
    func any() -> Int {
      tape.chance(1, in: 8) || open.isEmpty ? tape.choose(below: Self.places + 1) : tape.pick(from: open)
    }
    func place() -> Int { 1 + tape.choose(below: Self.places - 1) }
    func directory() -> Int { tape.chance(1, in: 12) || directories.isEmpty ? any() : tape.pick(from: directories) }
    func name() -> FileName { Self.name(drawnFrom: tape) }
    func path() -> String {
      let names = [
        "", "/a", "/b", "/c", "/a/b", "/b/c/d", "/a/", "/b/.", "/a/../b", "/c//d", "/link/a", "/d/b/", "/zz",
      ]
      return tape.chance(1, in: 24) ? tape.pick(from: ["", "/missing/a"]) : folder + tape.pick(from: names)
    }
    func offset() -> Int64 { tape.pick(from: [0, 0, 0, 1, 7, 8, 20, 5000, -1, .max, far]) }
    switch tape.choose(below: 52) {
    case 0: self = .openPath(path(), into: place())
    case 1..<5:
      self = .openDirectory(tape.chance(1, in: 16) ? "." : Self.entry(drawnFrom: tape), in: directory(), into: place())
    case 5: self = .makePath(path())
    case 6..<9: self = .makeDirectory(name(), in: directory())
    case 9: self = .checkWritable(directory())
    case 10..<12: self = .list(directory())
    case 12..<16:
      let name = name()
      let access = tape.pick(from: [FileAccess.read, .readWriteCreating])
      // What is above the folder is not compared.
      self = .openFile(name == ".." ? "." : name, in: directory(), access, into: place())
    case 16..<19: self = .createFile(name(), in: directory(), into: place())
    case 19..<21: self = .createUnnamedFile(in: directory(), into: place())
    case 21..<23: self = .close(1 + tape.choose(below: Self.places))
    case 23..<25: self = .read(any(), count: tape.pick(from: [0, 1, 10, 30]), at: offset())
    case 25..<28: self = .write(any(), tape.bytes(count: tape.pick(from: [0, 1, 8, 13])), at: offset())
    case 28..<30: self = .status(any())
    case 31..<34: self = .statusOfName(name(), in: directory())
    case 34: self = .statusOfPath(path())
    case 30, 35: self = .setPermissions(tape.pick(from: modes), of: any())
    case 36: self = .setPermissionsOfDirectory(tape.pick(from: modes), Self.entry(drawnFrom: tape), in: directory())
    case 37:
      let time = FileTime(
        seconds: Int64(tape.choose(below: 3)), nanoseconds: tape.pick(from: [0, 7, -1, 1_000_000_000]))
      self = .setModificationTime(time, of: any())
    case 38:
      // Seldom, for it is slow.
      let place = any()
      switch tape.choose(below: 16) {
      case 0: self = .synchronizeFile(place, .full)
      case 1: self = .synchronizeDirectory(place)
      default: self = .status(place)
      }
    case 39: self = .checkWritable(directory())
    case 40..<43: self = .rename(name(), in: directory(), to: name(), in2: directory())
    case 43..<45: self = .link(any(), to: name(), in: directory())
    case 45..<47: self = .remove(name(), in: directory())
    case 47..<49: self = .removeDirectory(name(), in: directory())
    case 49..<51: self = .tryLock(any())
    default: self = .unlock(any())
    }
  }

  /// The names in use.
  static let names: [FileName] = ["a", "b", "c", "d", "link"]

  private static func entry(drawnFrom tape: ChoiceTape) -> FileName { tape.pick(from: names) }

  private static func name(drawnFrom tape: ChoiceTape) -> FileName {
    guard tape.chance(1, in: 10) else { return entry(drawnFrom: tape) }
    return tape.pick(from: [
      ".", "..", "", FileName([0xFF, 0xC0]), FileName(String(repeating: "n", count: 255)),
      FileName(String(repeating: "n", count: 256)), FileName(String(repeating: "n", count: 4096)), "...", "missing",
    ])
  }
}
