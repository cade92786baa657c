#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The engine of a mailbox: bytes in, bytes out.
///
/// What the bytes mean is the public face's business.
///
/// Every operation has one ``OperationJournal``, does its work, and ``finish(_:)``es: only then are bells rung and diagnostics
/// delivered, with nothing held (clause DIA-3).
package final class MailboxStore: Sendable {
  let location: MailboxLocation
  package let limits: MailboxLimits
  let policy: MailboxOverflowPolicy
  let durability: MailboxDurability
  let environment: MailboxEnvironment
  let notificationName: String?
  private let diagnostic: (@Sendable (MailboxDiagnostic) -> Void)?
  let state: StateLock<InstanceState>

  package init(
    location: MailboxLocation, limits: MailboxLimits, policy: MailboxOverflowPolicy, durability: MailboxDurability,
    notificationName: String?, environment: MailboxEnvironment, diagnostic: (@Sendable (MailboxDiagnostic) -> Void)?
  ) throws(AppGroupMailboxError) {
    try limits.validate()
    self.location = location
    self.limits = limits
    self.policy = policy
    self.durability = durability
    self.environment = environment
    self.notificationName = notificationName
    self.diagnostic = diagnostic
    state = StateLock(InstanceState(processIdentifier: environment.fileSystem.processIdentifier))
    // An unusable directory is found now, and not when the first message is to be stored (clause LCK-9).
    try withInstance { (_: MailboxDirectories) in }
  }

  var fileSystem: any FileSystem { environment.fileSystem }

  /// The end of every operation, whether it threw or not.
  func finish(_ journal: OperationJournal) {
    if !journal.newerFormat.isEmpty {
      state.withLock { $0.newerFormat.formUnion(journal.newerFormat) }
    }
    if journal.somethingBecamePending, let notificationName { environment.doorbell.ring(notificationName) }
    guard let diagnostic else { return }
    for event in journal.diagnostics { diagnostic(event) }
  }
}

/// What one instance remembers between operations.
struct InstanceState {
  /// Whose descriptors these are: a forked child must not use its parent's (clause LCK-6).
  var processIdentifier: Int32
  /// Whether a thread is at work on the mailbox (clause LCK-5).
  var isBusy = false
  var directories: MailboxDirectories?
  /// What is in the directory, while no operation is at work on it.
  var index: KeptIndex?
  /// How often this instance changed the mailbox without its lock.
  var changesWithoutLock = 0
  /// Messages of a later format that this instance has met (clause CLM-12).
  var newerFormat: Set<PendingName> = []
  /// Whether files without a name can be created and named here; found out by trying.
  var hasUnnamedFiles = true
  /// When temporaries are swept next, on the monotonic clock.
  var nextSweep: UInt64 = 0

  init(processIdentifier: Int32) {
    self.processIdentifier = processIdentifier
  }
}
