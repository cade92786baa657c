import AppGroupMailbox
import MailboxSimulation

/// What both volumes hold at first.
extension DiskComparison {
  var modes: [UInt32] {
    // The bits of the group are those of the others: groups are not simulated.
    [0o700, 0o755, 0o777, 0o600, 0o644, 0o666, 0, 0o300, 0o500, 0o400, 0o055, 0o4755, 0o4777, 0o6711, 0o2755]
      + (volume.protectsSharedFolders ? [] : [0o1777])
  }

  func plant() {
    var closed: [(path: String, mode: UInt32)] = []
    let kinds: [SimulatedVolume.Plant] = [
      .text("some text"), .directory, .directory, .symbolicLink("a"), .symbolicLink("\(folder)/b"),
      .symbolicLink("link"), .symbolicLink("../\(folder.split(separator: "/").last!)/c/"), .fifo, .socket, .device,
    ]
    plant(.directory, at: outer, mode: 0o777, owner: users[0])
    closed.append((folder, tape.pick(from: [0o777, 0o755, 0o700] + modes.filter { $0 == 0o1777 })))
    plant(.directory, at: folder, mode: closed[0].mode, owner: tape.pick(from: users))
    for directory in ["", "/a", "/b", "/a/c"] where isDirectory(directory) {
      for name in DiskOperation.names where tape.chance(3, in: 5) {
        let path = "\(folder)\(directory)/\(name.text)"
        let kind = tape.pick(from: kinds)
        let mode = mode()
        plant(kind, at: path, mode: mode, owner: tape.pick(from: users))
        if kind == .directory { closed.append((path, mode)) }
      }
    }
    for (path, mode) in closed.reversed() { RealVolume.setMode(mode, at: path) }
  }

  private func mode() -> UInt32 { tape.chance(1, in: 2) ? 0o777 : tape.pick(from: modes) }

  private func isDirectory(_ path: String) -> Bool {
    path.isEmpty
      || disk.volume.tree(at: folder).contains { $0.path == path.dropFirst() && $0.content == .directory }
  }

  private func plant(_ plant: SimulatedVolume.Plant, at path: String, mode: UInt32, owner: UInt32) {
    listing.append("\(path): \(plant), \(String(mode, radix: 8)), of \(owner)")
    RealVolume.plant(plant, at: path, mode: mode, owner: owner)
    let isLink = if case .symbolicLink = plant { true } else { false }
    disk.withVolume {
      $0.plant(
        plant, at: path, mode: isLink ? 0o777 : mode, owner: owner,
        now: FileTime(seconds: 1_700_000_000, nanoseconds: 0))
    }
  }
}
