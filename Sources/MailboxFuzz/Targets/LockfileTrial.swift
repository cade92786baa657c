import AppGroupMailbox
import Foundation
import MailboxSimulation

/// One run of ``LockfileTarget``: two users of one mailbox, one that stays and one that opens it anew for each operation.
struct LockfileTrial {
  enum Operation: String, CaseIterable {
    case enqueue, claim, acknowledge, release, extend, maintain, statistics, deadLetters
  }

  private static let container = "/container"
  private static let directory = "/container/AppGroupMailbox/inbox"
  private static let lockFile: FileName = ".mailbox.lock"
  private static let user: UInt32 = 501

  private let clock = SimulatedClock(secondsSince2001: 800_000_000)
  private let disk: SimulatedDisk
  /// May do everything, as somebody who restores a backup may.
  private let vandal: SimulatedFileSystem
  private let resident: AppGroupMailbox<String>
  private var claims: [MailboxClaim<String>] = []
  private var pending: Set<UUID> = []
  private var begun: Int32 = 10
  /// What stands there, as long as it is known.
  private var verdict = LockfileVerdict.sound
  private(set) var story: [String] = []
  private(set) var failure: String?
  private(set) var reached: Set<String> = []

  init() throws {
    var volume = SimulatedVolume(VolumeSettings())
    volume.plant(.directory, at: Self.container, mode: 0o700, owner: Self.user)
    disk = SimulatedDisk(volume: volume, clock: clock)
    vandal = disk.process(user: 0, identifier: 1)
    resident = try Self.open(disk.process(user: Self.user, identifier: 2), clock, seed: 2)
  }

  private static func open(
    _ fileSystem: SimulatedFileSystem, _ clock: SimulatedClock, seed: Int32
  ) throws(AppGroupMailboxError) -> AppGroupMailbox<String> {
    try AppGroupMailbox(
      containerPath: container, namespace: "inbox", limits: MailboxLimits(lockTimeout: 0.001),
      environment: MailboxEnvironment(
        fileSystem: fileSystem, clock: clock, identifiers: SeededIdentifiers(seed: UInt64(seed)),
        doorbell: CountingDoorbell()))
  }

  // MARK: The lock file

  /// Puts something else in its place.
  mutating func exchange(for state: LockfileState) throws {
    story.append("the lock file becomes: \(state)")
    let directory = try vandal.openDirectory(atPath: Self.directory)
    defer { vandal.close(directory) }
    if case .rewritten(let bytes) = state { return try rewrite(bytes, in: directory) }
    try removeLockFile(in: directory)
    verdict = state.verdict
    let path = "\(Self.directory)/.mailbox.lock"
    disk.withVolume { volume in
      switch state {
      case .file(let bytes, let mode): volume.plant(.file(bytes), at: path, mode: mode, owner: Self.user)
      case .rewritten, .absent: break
      case .link: volume.plant(.symbolicLink("../elsewhere"), at: path, owner: Self.user)
      case .directory: volume.plant(.directory, at: path, owner: Self.user)
      case .fifo: volume.plant(.fifo, at: path, owner: Self.user)
      case .socket: volume.plant(.socket, at: path, owner: Self.user)
      case .device: volume.plant(.device, at: path, owner: Self.user)
      case .withSecondName:
        volume.plant(.file([]), at: path, owner: Self.user)
        if !volume.tree(at: Self.directory).contains(where: { $0.path == "second-name" }) {
          volume.plantHardLink(at: "\(Self.directory)/second-name", to: path)
        }
      case .ofAnotherUser: volume.plant(.file([]), at: path, mode: 0o666, owner: Self.user + 1)
      }
    }
  }

  /// Writes into what is there, if that is a file.
  private func rewrite(_ bytes: [UInt8], in directory: RawDescriptor) throws {
    guard lockFileContent != nil else { return }
    let file = try vandal.openFile(Self.lockFile, in: directory, .readWriteCreating)
    defer { vandal.close(file) }
    _ = try bytes.withUnsafeBytes { bytes in
      bytes.isEmpty ? 0 : try vandal.write(file, bytes, at: 0)
    }
  }

  private func removeLockFile(in directory: RawDescriptor) throws {
    let there = disk.volume.tree(at: Self.directory)
    for name in [".mailbox.lock", "second-name"] {
      guard let entry = there.first(where: { $0.path == name }) else { continue }
      let name = FileName(name)
      if entry.content == .directory {
        try vandal.removeDirectory(name, in: directory)
      } else {
        try vandal.remove(name, in: directory)
      }
    }
  }

  private var lockFileContent: [UInt8]? {
    let entry = disk.volume.tree(at: Self.directory).first { $0.path == ".mailbox.lock" }
    if case .file(let bytes) = entry?.content { return bytes } else { return nil }
  }

  /// Everything but the lock file.
  private var others: [SimulatedVolume.Entry] { disk.volume.tree().filter { !$0.path.hasSuffix("/.mailbox.lock") } }

  // MARK: Operations

  /// Carries out an operation, and finds out whether it did what it must.
  mutating func perform(_ operation: Operation, asNewcomer isNewcomer: Bool) {
    let isHolder = [.acknowledge, .release, .extend].contains(operation)
    guard !isHolder || !claims.isEmpty else { return }
    let (before, othersBefore, everything) = (lockFileContent, others, disk.volume.tree())
    story.append("\(isNewcomer && !isHolder ? "newcomer" : "resident"): \(operation)")
    do throws(AppGroupMailboxError) {
      let mailbox = isNewcomer && !isHolder ? try newcomer() : resident
      try carryOut(operation, on: mailbox)
      story.append("  done")
      reached.insert("\(operation) with a lock file that is \(verdict)")
    } catch {
      story.append("  \(error)")
      reached.insert("\(operation) refused for a lock file that is \(verdict)")
      return judge(error, of: operation, isChanged: disk.volume.tree() != everything)
    }
    if verdict == .unsafe || verdict == .unusable, operation != .acknowledge {
      return fail("it works with a lock file that is \(verdict) (SEC-2, LAY-18)")
    }
    // An acknowledge may go without the lock.
    if others != othersBefore, operation != .acknowledge { judgeGeneration(before) }
    // Whoever opened it gave it the permissions that it should have.
    if verdict == .readable || verdict == .writable, operation == .enqueue || operation == .claim { verdict = .sound }
  }

  private mutating func newcomer() throws(AppGroupMailboxError) -> AppGroupMailbox<String> {
    begun += 1
    return try Self.open(disk.process(user: Self.user, identifier: begun), clock, seed: begun)
  }

  private mutating func carryOut(
    _ operation: Operation, on mailbox: AppGroupMailbox<String>
  ) throws(AppGroupMailboxError) {
    switch operation {
    case .enqueue: pending.insert(try mailbox.enqueue("message"))
    case .claim:
      let new = try mailbox.claimPending()
      if Set(new.map(\.id)) != pending { fail("\(new.count) of \(pending.count) messages are claimed (CLM-1)") }
      claims += new
      pending = []
    case .acknowledge:
      try claims[0].acknowledge()
      claims.removeFirst()
    case .release:
      try claims[0].release()
      pending.insert(claims.removeFirst().id)
    case .extend: try claims[0].extend()
    case .maintain: try mailbox.performMaintenance()
    case .statistics:
      let seen = try mailbox.statistics()
      if (seen.pending, seen.claimed) != (pending.count, claims.count) {
        fail("statistics count \(seen.pending) and \(seen.claimed), not \(pending.count) and \(claims.count) (STA-1)")
      }
    case .deadLetters: if !(try mailbox.deadLetters().isEmpty) { fail("dead letters come from nowhere (DLQ-1)") }
    }
  }

  // MARK: Judgement

  private mutating func judge(_ error: AppGroupMailboxError, of operation: Operation, isChanged: Bool) {
    if isChanged { return fail("it fails and changes something (ERR-3, SEC-2)") }
    switch (verdict, error) {
    case (.unsafe, .unsafeFile): break
    // What it is cannot be asked before it is opened.
    case (.unusable, .ioFailure(_, code: ErrorNumber.accessDenied)),
      (.writable, .ioFailure(_, code: ErrorNumber.accessDenied)):
      break
    default: fail("\(operation) fails with a lock file that is \(verdict): \(error) (SEC-2, LAY-18)")
    }
  }

  /// LAY-19, where something was changed.
  private mutating func judgeGeneration(_ before: [UInt8]?) {
    guard verdict == .sound || verdict == .readable else { return }
    guard let after = lockFileContent else { return fail("there is no lock file after a change (LAY-2)") }
    guard let raised = Generation(after) else {
      if verdict == .sound { fail("the generation is still unknown after a change (LAY-19)") }
      return
    }
    guard let before, let first = Generation(before) else { return }
    let isWritable = verdict == .sound
    if raised == first, isWritable { return fail("a change did not raise the generation (LAY-19)") }
    if isWritable, !(1...4 ~= raised.value &- first.value) {
      return fail("the generation went from \(first.value) to \(raised.value) (LAY-19)")
    }
    if after.dropFirst(Generation.length) != before.dropFirst(Generation.length) {
      fail("what follows the generation was changed (section 2.3)")
    }
  }

  private mutating func fail(_ what: String) { failure = failure ?? what }
}
