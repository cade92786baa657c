internal import AppGroupMailbox
internal import Foundation

/// Finding what a name or a path stands for.
extension SimulatedVolume {
  private static let longestName = 255
  private static let longestPath = 4096
  private static let mostLinks = 40

  /// Where the last component of a path is, and what it is, if it is there.
  struct Place {
    var directory: Int
    /// Not there if the path ends in a dot or has no component.
    var name: FileName?
    var inode: Int?
  }

  // MARK: Open files

  func openFile(_ descriptor: RawDescriptor, by caller: SimulatedCaller) throws(SystemError) -> OpenFile {
    guard let position = openFiles.position(caller.process, descriptor) else {
      throw caller.failure(ErrorNumber.badDescriptor)
    }
    return openFiles[position]
  }

  /// The number of an open directory, in which the caller may look names up.
  func directory(_ descriptor: RawDescriptor, by caller: SimulatedCaller) throws(SystemError) -> Int {
    let number = try openFile(descriptor, by: caller).inode
    guard let inode = inodes[number], inode.kind == .directory else {
      throw caller.failure(ErrorNumber.notDirectory)
    }
    try require(.execute, of: inode, by: caller)
    return number
  }

  /// The number that the next open file gets.
  func freeDescriptor(by caller: SimulatedCaller) throws(SystemError) -> RawDescriptor {
    let number = openFiles.lowestFreeNumber(of: caller.process)
    if let limit = settings.descriptorLimit, number >= limit { throw caller.failure(ErrorNumber.tooManyOpen) }
    return number
  }

  // MARK: Names

  /// What is wrong with a name whatever it is looked up in.
  func check(_ name: FileName, by caller: SimulatedCaller) throws(SystemError) {
    let slash = CInt(UInt8(ascii: "/"))
    assert(
      name.terminated.withUnsafeBytes { memchr($0.baseAddress!, slash, $0.count) == nil }, "a name is one component")
    if name.terminated.count == 1 { throw caller.failure(ErrorNumber.notFound) }
    if name.terminated.count > Self.longestPath { throw caller.failure(ErrorNumber.nameTooLong) }
  }

  func volumeName(_ name: FileName) -> VolumeName {
    VolumeName(name, seed: settings.seed)
  }

  /// The inode of a name in a directory, `.` and `..` among them; `nil` if there is none.
  func lookUp(_ name: FileName, in directory: Int, by caller: SimulatedCaller) throws(SystemError) -> Int? {
    guard let inode = inodes[directory] else { return nil }
    switch name.dots {
    case 1: return directory
    case 2: return inode.parent
    default: break
    }
    if inode.names == 0 { throw caller.failure(ErrorNumber.notFound) }
    if name.bytes.count > Self.longestName { throw caller.failure(ErrorNumber.nameTooLong) }
    return inode.entries.inode(of: volumeName(name))
  }

  /// Looks a name up in an open directory, and fails where it is not.
  func find(
    _ name: FileName, in descriptor: RawDescriptor, by caller: SimulatedCaller
  ) throws(SystemError) -> (number: Int, inode: SimulatedInode) {
    let directory = try directory(descriptor, by: caller)
    guard let number = try lookUp(name, in: directory, by: caller), let inode = inodes[number] else {
      throw caller.failure(ErrorNumber.notFound)
    }
    return (number, inode)
  }

  // MARK: Paths

  /// Follows a path from the root, links on the way and, if that is asked, at its end.
  func walk(
    _ path: String, followsLast: Bool, by caller: SimulatedCaller
  ) throws(SystemError) -> Place {
    let bytes = Array(path.utf8.prefix { $0 != 0 })
    if bytes.isEmpty { throw caller.failure(ErrorNumber.notFound) }
    if bytes.count >= Self.longestPath { throw caller.failure(ErrorNumber.nameTooLong) }
    var place = Place(directory: Self.root, inode: Self.root)
    var mustBeDirectory = bytes.last == UInt8(ascii: "/")
    var components = Self.reversedComponents(bytes)
    var links = 0
    while let name = components.popLast() {
      let directory = place.inode ?? place.directory
      guard let inode = inodes[directory], inode.kind == .directory else {
        throw caller.failure(ErrorNumber.notDirectory)
      }
      try require(.execute, of: inode, by: caller)
      let found = try lookUp(name, in: directory, by: caller)
      if found == nil, !components.isEmpty { throw caller.failure(ErrorNumber.notFound) }
      place = Place(directory: directory, name: name.dots > 0 ? nil : name, inode: found)
      guard let found, let link = inodes[found], link.kind == .symbolicLink, followsLast || !components.isEmpty else {
        continue
      }
      links += 1
      if links > Self.mostLinks { throw caller.failure(ErrorNumber.linkLoop) }
      let target = link.content.bytes
      if components.isEmpty, target.last == UInt8(ascii: "/") { mustBeDirectory = true }
      components += Self.reversedComponents(target)
      let start = target.first == UInt8(ascii: "/") ? Self.root : directory
      place = Place(directory: start, inode: start)
    }
    if mustBeDirectory, followsLast, let number = place.inode, inodes[number]?.kind != .directory {
      throw caller.failure(ErrorNumber.notDirectory)
    }
    return place
  }

  private static func reversedComponents(_ path: [UInt8]) -> [FileName] {
    path.split(separator: UInt8(ascii: "/")).reversed().map { FileName($0) }
  }

  // MARK: Permissions

  func require(
    _ permission: Permission, of inode: SimulatedInode, by caller: SimulatedCaller
  ) throws(SystemError) {
    if !inode.attributes.permits(permission, to: caller.user) { throw caller.failure(ErrorNumber.accessDenied) }
  }

  func requireOwner(of inode: SimulatedInode, by caller: SimulatedCaller) throws(SystemError) {
    if caller.user != 0, caller.user != inode.attributes.owner { throw caller.failure(ErrorNumber.notPermitted) }
  }
}

extension FileName {
  /// 1 for `.`, 2 for `..`, 0 for a name.
  var dots: Int {
    guard terminated.count <= 3, terminated.count > 1, bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) else { return 0 }
    return terminated.count - 1
  }
}
