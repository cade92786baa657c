#if canImport(Darwin)
  internal import Foundation
#endif

extension AppGroupMailbox {
  /// Opens a mailbox in the container of an app group.
  ///
  /// - Parameters:
  ///   - appGroupIdentifier: The identifier in the entitlement, such as `group.com.example.product`.
  ///   - namespace: The name of the mailbox: 1 to 64 of ASCII letters, digits, `.`, `_` and `-`, neither `.` nor `..`.
  ///   - limits: The bounds that this instance keeps to.
  ///   - overflowPolicy: What happens to a message that finds the mailbox full.
  ///   - durability: What a message survives once `enqueue` has returned.
  ///   - notificationName: The Darwin notification to post when a message becomes pending; it carries no payload.
  ///   - diagnostic: Told what the mailbox does on the way, after each operation, on its thread, with no lock held.
  /// - Throws: ``AppGroupMailboxError/containerUnavailable`` without such an entitlement and on systems other than Apple's (clause ERR-5), and what
  ///   ``init(containerURL:namespace:limits:overflowPolicy:durability:notificationName:diagnostic:)`` throws.
  public convenience init(
    appGroupIdentifier: String, namespace: String, limits: Limits = .init(),
    overflowPolicy: OverflowPolicy = .rejectNewest, durability: Durability = .powerLoss,
    notificationName: String? = nil, diagnostic: (@Sendable (Diagnostic) -> Void)? = nil
  ) throws(AppGroupMailboxError) {
    #if canImport(Darwin)
      guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroupIdentifier)
      else { throw .containerUnavailable }
      try self.init(
        containerURL: container, namespace: namespace, limits: limits, overflowPolicy: overflowPolicy,
        durability: durability, notificationName: notificationName, diagnostic: diagnostic)
    #else
      throw .containerUnavailable
    #endif
  }
}
