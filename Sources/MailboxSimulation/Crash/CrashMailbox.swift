internal import AppGroupMailbox
internal import Foundation

/// A process of the exhaustive part, with its mailboxes and what it holds.
final class CrashMailbox {
  static let container = "/container"
  static let directory = "/container/AppGroupMailbox/inbox"
  /// The user that all processes are.
  static let user: UInt32 = 501
  static let claimTimeout = 60.0
  static let maxMessages = 4
  static let lifetime = 86_400.0

  /// What an operation has said to be there.
  struct Outcome {
    var enqueued: [UUID] = []
    /// The dead letter that it restores, whether it says so or not.
    var restored: [UUID] = []
    /// Those that are synchronised in their order at least.
    var stored: [UUID] = []
    /// Those that a power loss does not take either.
    var promised: [UUID] = []
    var error: AppGroupMailboxError?
    /// Whether there was anything to do.
    var applied = true
  }

  private let mailbox: AppGroupMailbox<String>
  private let lazyMailbox: AppGroupMailbox<String>
  private let setting: CrashSetting
  private let clock: SimulatedClock
  private var claims: [MailboxClaim<String>] = []
  private var enqueued: [UUID] = []
  private var number: UInt64
  /// `number` before the last operation.
  private var formerNumber: UInt64

  init(
    _ setting: CrashSetting, _ fileSystem: any FileSystem, _ clock: SimulatedClock, seed: UInt64,
    firstIdentifier: UInt64 = 101
  ) throws(AppGroupMailboxError) {
    self.setting = setting
    self.clock = clock
    number = firstIdentifier - 1
    formerNumber = number
    mailbox = try Self.open(setting, fileSystem, clock, setting.durability.ofLibrary, seed: seed)
    lazyMailbox = try Self.open(setting, fileSystem, clock, .processCrash, seed: seed &+ 1)
  }

  static func open(
    _ setting: CrashSetting, _ fileSystem: any FileSystem, _ clock: SimulatedClock, _ durability: MailboxDurability,
    seed: UInt64
  ) throws(AppGroupMailboxError) -> AppGroupMailbox<String> {
    try AppGroupMailbox(
      containerPath: container, namespace: "inbox",
      limits: MailboxLimits(maxMessages: maxMessages, claimTimeout: claimTimeout, lockTimeout: 0.01),
      overflowPolicy: setting.discardsOldest ? .discardOldest : .rejectNewest, durability: durability,
      environment: MailboxEnvironment(
        fileSystem: fileSystem, clock: clock, identifiers: SeededIdentifiers(seed: seed), doorbell: CountingDoorbell(),
        // Half of all settings list without the lock first.
        manyMessages: setting.discardsOldest ? 0 : ListingAhead.many))
  }

  /// Identifiers of messages that the start has are below 100.
  static func identifier(_ number: UInt64) -> UUID { UUID(high: 0x4000, low: 1 << 63 | number) }

  static func text(_ id: UUID) -> String { "message \(id.uuidString.suffix(4))" }

  private func nextIdentifier() -> UUID {
    number += 1
    return Self.identifier(number)
  }

  /// The tokens of the claims that it holds.
  var held: Set<UUID> { Set(claims.map(\.token)) }

  /// Does the last operation once more, with the same identifiers.
  func performAgain(_ operation: CrashOperation, known: [UUID]) -> Outcome {
    number = formerNumber
    return perform(operation, known: known)
  }

  func perform(_ operation: CrashOperation, known: [UUID]) -> Outcome {
    formerNumber = number
    var outcome = Outcome()
    do throws(AppGroupMailboxError) {
      try perform(operation, known, &outcome)
    } catch {
      outcome.error = error
    }
    enqueued += outcome.enqueued
    return outcome
  }

  private func perform(
    _ operation: CrashOperation, _ known: [UUID], _ outcome: inout Outcome
  ) throws(AppGroupMailboxError) {
    switch operation {
    case .enqueue:
      let id = nextIdentifier()
      try mailbox.enqueue(Self.text(id), id: id)
      promise([id], &outcome)
    case .enqueueRepeated:
      guard let id = (enqueued + known).first else { return outcome.applied = false }
      try mailbox.enqueue(Self.text(id), id: id)
      promise([id], &outcome)
    case .enqueueImported:
      let id = nextIdentifier()
      try mailbox.enqueue(Self.text(id), id: id, enqueuedAt: clock.now - 40)
      promise([id], &outcome)
    case .enqueueBatch:
      try enqueue([nextIdentifier()] + (enqueued + known).prefix(1) + [nextIdentifier()], &outcome)
    case .enqueueLongBatch: try enqueue([nextIdentifier(), nextIdentifier(), nextIdentifier()], &outcome)
    case .enqueueLazily:
      let id = nextIdentifier()
      try lazyMailbox.enqueue(Self.text(id), id: id)
      outcome.enqueued = [id]
    case .claimOne: claims += try mailbox.claimPending(limit: 1)
    case .claimAll: claims += try mailbox.claimPending()
    case .acknowledge, .release, .extend, .reject:
      guard let claim = claims.first else { return outcome.applied = false }
      try settle(claim, operation)
      // After a failure it is held still.
      if operation != .extend { claims.removeFirst() }
    case .restore, .removeLetter:
      guard let letter = try mailbox.deadLetters().first else { return outcome.applied = false }
      if operation == .removeLetter { return try mailbox.remove(letter) }
      outcome.restored = [letter.id]
      try mailbox.restore(letter)
      promise([letter.id], &outcome)
    case .maintain: try mailbox.performMaintenance()
    }
  }

  private func enqueue(_ ids: [UUID], _ outcome: inout Outcome) throws(AppGroupMailboxError) {
    try mailbox.enqueue(contentsOf: ids.map { (id: $0, message: Self.text($0)) })
    promise(ids, &outcome)
  }

  private func promise(_ ids: [UUID], _ outcome: inout Outcome) {
    outcome.enqueued = ids
    if setting.durability != .processCrash { outcome.stored = ids }
    if setting.durability == .powerLoss { outcome.promised = ids }
  }

  private func settle(_ claim: MailboxClaim<String>, _ operation: CrashOperation) throws(AppGroupMailboxError) {
    switch operation {
    case .acknowledge: try claim.acknowledge()
    case .release: try claim.release()
    case .extend: try claim.extend()
    default: try claim.reject()
    }
  }
}
