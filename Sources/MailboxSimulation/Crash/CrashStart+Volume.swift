internal import AppGroupMailbox
internal import Foundation

extension CrashSetting {
  /// When a program begins, in seconds since 2001.
  static let beginning = 800_000_000.0

  /// The volume on which a program begins: everything on it is durable.
  package func volume() throws -> SimulatedVolume {
    var settings = VolumeSettings()
    settings.supportsUnnamedFiles = supportsUnnamedFiles
    var volume = SimulatedVolume(settings)
    volume.plant(.directory, at: CrashMailbox.container, mode: 0o700, owner: CrashMailbox.user)
    volume.synchronizeEverything()
    guard start != .nothing else { return volume }
    let clock = SimulatedClock(secondsSince2001: Self.beginning - 90_000)
    let disk = SimulatedDisk(volume: volume, clock: clock)
    try prepare(disk, clock)
    volume = disk.volume
    volume.synchronizeEverything()
    return SimulatedDisk(volume: volume, clock: clock).volume
  }

  private func prepare(_ disk: SimulatedDisk, _ clock: SimulatedClock) throws {
    func mailbox(attempts: Int? = 5) throws -> AppGroupMailbox<String> {
      try AppGroupMailbox(
        containerPath: CrashMailbox.container, namespace: "inbox",
        limits: MailboxLimits(claimTimeout: CrashMailbox.claimTimeout, maxAttempts: attempts),
        durability: .processCrash,
        environment: MailboxEnvironment(
          fileSystem: disk.process(user: CrashMailbox.user, identifier: 7), clock: clock,
          identifiers: SeededIdentifiers(seed: 99), doorbell: CountingDoorbell()))
    }
    let mailbox = try mailbox()
    func enqueue(_ number: UInt64) throws {
      let id = CrashMailbox.identifier(number)
      try mailbox.enqueue(CrashMailbox.text(id), id: id)
      clock.move(by: 1)
    }
    switch start {
    case .nothing: break
    case .waiting, .full:
      clock.move(by: 80_000)
      let excess = discardsOldest && !supportsUnnamedFiles ? 1 : 0
      for number in 1...UInt64(start == .waiting ? 2 : CrashMailbox.maxMessages + excess) { try enqueue(number) }
    case .mixed:
      try enqueue(9)
      clock.move(by: 80_000)
      try enqueue(1)
      try mailbox.claimPending().first { $0.id == CrashMailbox.identifier(1) }?.reject()
      try enqueue(2)
      // Its consumers die.
      for _ in 0..<4 {
        _ = try mailbox.claimPending().map(\.id)
        clock.move(by: CrashMailbox.claimTimeout * 2)
        try mailbox.performMaintenance()
      }
      try enqueue(3)
      _ = try mailbox.claimPending().filter { $0.id == CrashMailbox.identifier(2) }.map { try $0.release() }
      try enqueue(4)
      disk.withVolume { volume in
        let directory = CrashMailbox.directory
        if !volume.tree(at: directory).contains(where: { $0.path == ".tmp" }) {
          volume.plant(.directory, at: "\(directory)/.tmp", mode: 0o700, owner: CrashMailbox.user)
        }
        volume.plant(.text("half of a"), at: "\(directory)/.tmp/\(UUID(high: 1, low: 1))", owner: CrashMailbox.user)
        volume.plant(
          .text("no body"),
          at: "\(directory)/pending-00000000000000000001-\(CrashMailbox.identifier(8))-c1c7d78400000000-0000.json",
          owner: CrashMailbox.user)
      }
    }
  }
}
