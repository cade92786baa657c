internal import AppGroupMailbox

/// What a power loss may leave of one inode's data and attributes.
struct FileState: Equatable, Sendable {
  var mode: UInt32
  /// Of a directory it is that of the last change of its entries that is left, and not chosen here.
  var modified: FileTime?
  var content: FileContent?

  init(_ inode: DurableInode) {
    mode = inode.attributes.mode
    guard inode.kind != .directory else { return }
    modified = inode.attributes.modified
    content = inode.content
  }

  /// The states in which an inode may be, everything first.
  ///
  /// - Parameters:
  ///   - inode: As it was last synchronised.
  ///   - changes: What was done to it since.
  static func all(of inode: DurableInode, changedBy changes: [DataChange]) -> [FileState] {
    var latest = inode
    for change in changes { latest.apply(change) }
    let everything = FileState(latest)
    var states = [everything, FileState(inode)]
    if changes.contains(where: { $0.write != nil }) {
      for content in [FileContent(), latest.content.zeroed, latest.content.half] {
        var state = everything
        state.content = content
        states.append(state)
      }
    }
    return states.enumerated().filter { position, state in !states[..<position].contains(state) }.map(\.element)
  }
}
