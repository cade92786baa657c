/// Where hints come from that something became pending (clauses WKE-5, WKE-6).
package protocol WakeUpSource: Sendable {
  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - directory: The mailbox directory, open now; it may be closed while the watch goes on.
  ///   - lock: The lock file in it, likewise: where it goes, the mailbox goes.
  ///   - notificationName: What other processes post where there are notifications.
  ///   - report: Called on any thread, until the watch is closed.
  /// - Returns: The watch; `nil` if there is none to be had, now or ever: consumption then goes on without.
  func watch(
    _ directory: RawDescriptor, lock: RawDescriptor, notificationName: String?,
    report: @escaping @Sendable (WakeUpEvent) -> Void
  ) -> (any WakeUpWatch)?
}

/// What a watch tells.
package enum WakeUpEvent: Sendable {
  /// Something may have become pending.
  case hint
  /// The directory is not at its path any more, and this watch is of no use.
  case ended
}

/// A watch that goes on until it is closed.
package protocol WakeUpWatch: Sendable {
  func close()
}

/// Which changes of a directory are hints, where the system tells them apart.
package enum WakeUpScope: Sendable {
  /// Those by which a message becomes pending.
  case pending
  /// All, for those who watch what happens.
  case everyChange
}

/// The system's own: notifications or changes of the directory, whichever there are.
package struct SystemWakeUpSource: WakeUpSource {
  private let scope: WakeUpScope

  package init(_ scope: WakeUpScope = .pending) {
    self.scope = scope
  }

  package func watch(
    _ directory: RawDescriptor, lock: RawDescriptor, notificationName: String?,
    report: @escaping @Sendable (WakeUpEvent) -> Void
  ) -> (any WakeUpWatch)? {
    #if canImport(Darwin)
      if let notificationName { return NotificationWatch(notificationName, report: report) }
    #endif
    return DirectoryWatch(directory, lock: lock, scope, report: report)
  }
}
