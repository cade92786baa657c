internal import AppGroupMailbox
internal import Foundation

/// A name of a volume, with the number that orders it among its neighbours.
struct VolumeName: Equatable, Sendable {
  /// A digest of the bytes and the volume's seed.
  let key: UInt64
  let name: FileName

  init(_ name: FileName, seed: UInt64) {
    self.name = name
    key = name.terminated.withUnsafeBytes { DigestMixer.digest(of: $0, seed: seed) }
  }

  static func precedes(_ first: VolumeName, _ second: VolumeName) -> Bool {
    guard first.key == second.key else { return first.key < second.key }
    return order(first.name, second.name) < 0
  }

  static func == (_ first: VolumeName, _ second: VolumeName) -> Bool {
    first.key == second.key && order(first.name, second.name) == 0
  }

  /// By C's function: the library's generic ones are slow where nothing is optimised, and sweeps do little else.
  private static func order(_ first: FileName, _ second: FileName) -> Int32 {
    // Behind each name is a NUL, and none within.
    first.terminated.withUnsafeBytes { first in
      second.terminated.withUnsafeBytes { second in
        memcmp(first.baseAddress!, second.baseAddress!, min(first.count, second.count))
      }
    }
  }
}

/// What a directory holds, in the order in which a listing shows it: one that has nothing to do with insertion or alphabet.
struct DirectoryEntries: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var name: VolumeName
    var inode: Int
  }

  private(set) var sorted: [Entry] = []
  /// A sum over the entries, whatever their order.
  private(set) var digest: UInt64 = 0

  var isEmpty: Bool { sorted.isEmpty }

  /// The inode that a name stands for.
  func inode(of name: VolumeName) -> Int? {
    let position = position(of: name)
    guard position < sorted.count, sorted[position].name == name else { return nil }
    return sorted[position].inode
  }

  /// Adds a name, or lets it stand for another inode.
  mutating func set(_ name: VolumeName, to inode: Int) {
    remove(name)
    sorted.insert(Entry(name: name, inode: inode), at: position(of: name))
    digest &+= DigestMixer.mix(name.key, inode)
  }

  /// Removes a name, if it is there.
  mutating func remove(_ name: VolumeName) {
    let position = position(of: name)
    guard position < sorted.count, sorted[position].name == name else { return }
    digest &-= DigestMixer.mix(name.key, sorted.remove(at: position).inode)
  }

  /// Adds a name that comes behind all others.
  mutating func append(_ name: VolumeName, inode: Int) {
    sorted.append(Entry(name: name, inode: inode))
    digest &+= DigestMixer.mix(name.key, inode)
  }

  private func position(of name: VolumeName) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if VolumeName.precedes(sorted[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
