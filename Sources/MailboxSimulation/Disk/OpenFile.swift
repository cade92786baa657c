internal import AppGroupMailbox

/// A file or directory that a process has open.
struct OpenFile: Equatable, Sendable {
  let process: Int32
  let number: RawDescriptor
  let inode: Int
  let isWritable: Bool
  /// Whether it holds the exclusive lock of its file.
  var isLocked = false

  var digest: UInt64 {
    let who = UInt64(UInt32(bitPattern: process)) << 32 | UInt64(UInt32(bitPattern: number))
    return DigestMixer.mix(who, inode * 4 + (isWritable ? 2 : 0) + (isLocked ? 1 : 0))
  }
}

/// Everything that is open on a volume, by process and number.
struct OpenFiles: Equatable, Sendable {
  private(set) var files: [OpenFile] = []

  private static let firstNumber: RawDescriptor = 3

  subscript(position: Int) -> OpenFile {
    get { files[position] }
    set { files[position] = newValue }
  }

  func position(_ process: Int32, _ number: RawDescriptor) -> Int? {
    let position = lowerBound(process, number)
    guard position < files.count, files[position].process == process, files[position].number == number else {
      return nil
    }
    return position
  }

  /// The number that the next file of a process gets.
  func lowestFreeNumber(of process: Int32) -> RawDescriptor {
    var number = Self.firstNumber
    var position = lowerBound(process, number)
    while position < files.count, files[position].process == process, files[position].number == number {
      number += 1
      position += 1
    }
    return number
  }

  mutating func insert(_ file: OpenFile) {
    files.insert(file, at: lowerBound(file.process, file.number))
  }

  mutating func remove(at position: Int) -> OpenFile {
    files.remove(at: position)
  }

  /// Takes out everything of a process, or everything at all.
  mutating func removeAll(of process: Int32?) -> [OpenFile] {
    let removed = files.filter { process == nil || $0.process == process }
    files.removeAll { process == nil || $0.process == process }
    return removed
  }

  func holds(_ inode: Int) -> Bool {
    files.contains { $0.inode == inode }
  }

  func isLocked(_ inode: Int) -> Bool {
    files.contains { $0.inode == inode && $0.isLocked }
  }

  var digest: UInt64 {
    files.reduce(0) { DigestMixer.mix($0, $1.digest) }
  }

  private func lowerBound(_ process: Int32, _ number: RawDescriptor) -> Int {
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if (files[middle].process, files[middle].number) < (process, number) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
