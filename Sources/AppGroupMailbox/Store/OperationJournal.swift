#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What one operation has to tell when it is over: diagnostics in order, the first failure, whether a bell must ring.
///
/// Local to one call of one thread.
final class OperationJournal {
  /// How long the operation waits for the lock, in seconds: 0 for not at all, `nil` for as long as the limits say.
  let lockTimeout: Double?
  private(set) var diagnostics: [MailboxDiagnostic] = []
  private(set) var firstFailure: SystemError?
  private(set) var failuresInARow = 0
  /// Whether the operation must not touch further files (clauses CLM-9, CLM-10).
  private(set) var mustStop = false
  private(set) var somethingBecamePending = false
  private(set) var newerFormat: [PendingName] = []
  /// Messages that the operation claimed, or tried to, and could not deliver: they may wait still.
  private(set) var undelivered: Set<UUID> = []

  /// How many failures in a row end an operation (clause CLM-10).
  static let patience = 8

  init(lockTimeout: Double? = nil) {
    self.lockTimeout = lockTimeout
  }

  func note(_ diagnostic: MailboxDiagnostic) {
    diagnostics.append(diagnostic)
  }

  func noteBecamePending() {
    somethingBecamePending = true
  }

  /// A call failed for one file, which is as it was.
  func noteSkipped(_ error: SystemError) {
    note(.fileSkipped(call: error.call, code: error.code))
    if firstFailure == nil { firstFailure = error }
    failuresInARow += 1
    if error.concernsEverything || failuresInARow >= Self.patience { mustStop = true }
  }

  /// A message is for a later version: this instance does not offer it again (clause CLM-12).
  func noteNewerFormat(_ name: PendingName) {
    note(.newerFormatSkipped)
    newerFormat.append(name)
  }

  func noteUndelivered(_ name: PendingName) {
    undelivered.insert(name.id)
  }

  func noteSuccess() {
    failuresInARow = 0
  }

  /// A call failed for which it is too late to fail (clause ERR-4).
  func noteCleanupFailed(_ error: SystemError) {
    note(.cleanupFailed(call: error.call, code: error.code))
  }
}
