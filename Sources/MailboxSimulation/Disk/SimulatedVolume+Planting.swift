package import AppGroupMailbox

/// What a test puts on a volume.
extension SimulatedVolume {
  /// Something to plant.
  package enum Plant: Hashable, Sendable {
    case file([UInt8])
    case directory
    case symbolicLink(String)
    case fifo, socket
    /// One without a driver: opening it fails with ENXIO.
    case device

    /// A file of text.
    package static func text(_ text: String) -> Plant { .file(Array(text.utf8)) }

    fileprivate var kind: InodeKind {
      switch self {
      case .file: .file
      case .directory: .directory
      case .symbolicLink: .symbolicLink
      case .fifo: .fifo
      case .socket: .socket
      case .device: .device
      }
    }
  }

  /// Puts something at a path, of which nothing but the last component may be missing, as a program with all rights would.
  ///
  /// Like anything a program does it is not durable at once: ``synchronizeEverything()`` makes it so.
  ///
  /// - Parameters:
  ///   - modified: The modification time; `nil` for now.
  ///   - now: When it happens, which the directory tells as well.
  package mutating func plant(
    _ plant: Plant, at path: String, mode: UInt32 = 0o600, owner: UInt32 = 0, modified: FileTime? = nil,
    now: FileTime = FileTime(seconds: 0, nanoseconds: 0)
  ) {
    var caller = SimulatedCaller(process: 0, user: 0, now: now)
    let place = place(forNew: path, by: caller)
    caller.user = owner
    var content = FileContent()
    if case .symbolicLink(let target) = plant { content = FileContent(Array(target.utf8)) }
    guard let name = place.name, let number = try? makeInode(plant.kind, mode: mode, content: content, by: caller)
    else { preconditionFailure("\(path) cannot be planted") }
    addName(name, to: number, in: place.directory, by: caller)
    guard var attributes = inodes[number]?.attributes else { return }
    attributes.modified = modified ?? attributes.modified
    var write: DataChange.Write?
    if case .file(let bytes) = plant, !bytes.isEmpty { write = DataChange.Write(offset: 0, bytes: bytes) }
    change(number, to: attributes, write: write, by: caller)
  }

  /// Gives what is at a path another name.
  package mutating func plantHardLink(at path: String, to target: String) {
    let caller = SimulatedCaller(process: 0, user: 0, now: FileTime(seconds: 0, nanoseconds: 0))
    let place = place(forNew: path, by: caller)
    guard let name = place.name, let number = try? walk(target, followsLast: false, by: caller).inode else {
      preconditionFailure("\(target) cannot be linked to \(path)")
    }
    addName(name, to: number, in: place.directory, by: caller)
  }

  private func place(forNew path: String, by caller: SimulatedCaller) -> Place {
    guard let place = try? walk(path, followsLast: false, by: caller), place.name != nil, place.inode == nil else {
      preconditionFailure("nothing can be put at \(path)")
    }
    return place
  }
}
