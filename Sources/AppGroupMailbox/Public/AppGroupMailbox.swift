#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A bounded mailbox in a directory that several processes share: an app, its widget, its intents.
///
/// Messages are delivered in order of their dates, at least once, and survive the death of any process. Any number of instances, in
/// any number of processes, may use the same mailbox. Nothing is locked between operations, and no operation waits longer than
/// ``MailboxLimits/lockTimeout`` for another one. All methods may be called from any thread; they do file work, so not from one that
/// draws. What each must do is written down, clause by clause, in SPEC.md.
///
/// ```swift
/// try mailbox.enqueue(action)
/// for claim in try mailbox.claimPending() {
///   do {
///     try await handle(claim.message)
///     try claim.acknowledge()
///   } catch {
///     try claim.release()
///   }
/// }
/// ```
public final class AppGroupMailbox<Message: Codable & Sendable>: Sendable {
  /// A message that this consumer holds.
  public typealias Claim = MailboxClaim<Message>
  /// The bounds of a mailbox.
  public typealias Limits = MailboxLimits
  /// What happens to a message that finds the mailbox full.
  public typealias OverflowPolicy = MailboxOverflowPolicy
  /// What a message survives once it is enqueued.
  public typealias Durability = MailboxDurability
  /// Something the mailbox did or noticed on the way.
  public typealias Diagnostic = MailboxDiagnostic
  /// Why an operation did not happen.
  public typealias MailboxError = AppGroupMailboxError
  /// What a mailbox holds at one moment.
  public typealias Statistics = MailboxStatistics
  /// A message that could not be delivered.
  public typealias DeadLetter = MailboxDeadLetter<Message>

  let store: MailboxStore
  /// Those of this instance who consume asynchronously.
  package let consumers: Consumers

  /// Opens a mailbox below a directory, creating it if it is missing.
  ///
  /// - Parameters:
  ///   - containerURL: The shared directory, a file URL. It is trusted: its own path may contain links. Created if it is missing.
  ///   - namespace: The name of the mailbox in it: 1 to 64 of ASCII letters, digits, `.`, `_` and `-`, neither `.` nor `..`.
  ///     Names that differ only in case are one mailbox on a volume that does not tell them apart.
  ///   - limits: The bounds that this instance keeps to.
  ///   - overflowPolicy: What happens to a message that finds the mailbox full.
  ///   - durability: What a message survives once `enqueue` has returned.
  ///   - notificationName: The Darwin notification to post when a message becomes pending; it carries no payload. Ignored elsewhere.
  ///   - diagnostic: Told what the mailbox does on the way, after each operation, on its thread, with no lock held.
  /// - Throws: ``AppGroupMailboxError/invalidNamespace``, ``AppGroupMailboxError/invalidLimit(_:)``,
  ///   ``AppGroupMailboxError/containerUnavailable`` if the container is no directory, ``AppGroupMailboxError/unsafeFile`` if something below
  ///   it is a link or another user's, ``AppGroupMailboxError/ioFailure(call:code:)`` if it cannot be created or written.
  ///   Never because of what is in the mailbox.
  public convenience init(
    containerURL: URL, namespace: String, limits: Limits = .init(), overflowPolicy: OverflowPolicy = .rejectNewest,
    durability: Durability = .powerLoss, notificationName: String? = nil,
    diagnostic: (@Sendable (Diagnostic) -> Void)? = nil
  ) throws(AppGroupMailboxError) {
    guard containerURL.isFileURL else { throw .containerUnavailable }
    try self.init(
      containerPath: containerURL.path(percentEncoded: false), namespace: namespace, limits: limits,
      overflowPolicy: overflowPolicy, durability: durability, notificationName: notificationName,
      environment: .system, diagnostic: diagnostic)
  }

  package init(
    containerPath: String, namespace: String, limits: Limits = .init(), overflowPolicy: OverflowPolicy = .rejectNewest,
    durability: Durability = .powerLoss, notificationName: String? = nil, environment: MailboxEnvironment,
    diagnostic: (@Sendable (Diagnostic) -> Void)? = nil
  ) throws(AppGroupMailboxError) {
    guard let namespace = NamespaceName(namespace) else { throw .invalidNamespace }
    guard !containerPath.isEmpty, !containerPath.utf8.contains(0) else { throw .containerUnavailable }
    store = try MailboxStore(
      location: MailboxLocation(containerPath: containerPath, namespace: namespace), limits: limits,
      policy: overflowPolicy, durability: durability, notificationName: notificationName, environment: environment,
      diagnostic: diagnostic)
    consumers = Consumers(store)
  }

  // MARK: Maintenance

  /// Does now what other operations do on the way: recovers abandoned claims, removes expired messages, quarantines broken files, sets aside
  /// exhausted messages, sweeps temporaries of dead processes.
  ///
  /// - Throws: The first failure, after everything else was done; ``AppGroupMailboxError/busy``.
  /// - Complexity: O(*n*) in the number of entries of the directory.
  public func performMaintenance() throws(AppGroupMailboxError) {
    try store.performMaintenance()
  }

  /// Counts what is in the mailbox, by names, without changing anything.
  ///
  /// - Returns: How many messages wait, are claimed and are set aside, and how large they are.
  /// - Throws: ``AppGroupMailboxError/busy``, ``AppGroupMailboxError/ioFailure(call:code:)``.
  /// - Complexity: O(*n*) in the number of entries of the directory.
  public func statistics() throws(AppGroupMailboxError) -> Statistics {
    try store.statistics()
  }
}
