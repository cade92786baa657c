package import AppGroupMailbox

/// Keeps the diagnostics of a mailbox until they are looked at.
package final class DiagnosticLog: Sendable {
  private let entries: StateLock<[MailboxDiagnostic]> = StateLock([])

  /// An empty log.
  package init() {}

  /// Notes a diagnostic; to be given to a mailbox.
  package func append(_ diagnostic: MailboxDiagnostic) {
    entries.withLock { $0.append(diagnostic) }
  }

  /// The diagnostics since they were last taken.
  package func take() -> [MailboxDiagnostic] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
