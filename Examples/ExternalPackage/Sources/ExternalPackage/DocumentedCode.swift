import AppGroupMailbox
import Foundation

/// The code of release 0.1's documentation, which must compile as it is.
///
/// It runs only where there is an app group; elsewhere opening fails, and that is shown.
enum DocumentedCode {
  static func run(
    itemID: UUID, action: WidgetAction, legacyRecordID: UUID, legacyEnqueuedAt: Date,
    handle: (WidgetAction) async throws -> Void
  ) async throws {
    let mailbox = try AppGroupMailbox<WidgetAction>(
      appGroupIdentifier: "group.com.example.product", namespace: "widget-actions",
      limits: .init(maxMessages: 100, maxPayloadBytes: 65_536),
      notificationName: "group.com.example.product.widget-action-enqueued")
    try mailbox.enqueue(.selectItem(id: itemID))
    try mailbox.enqueue(action, id: legacyRecordID, enqueuedAt: legacyEnqueuedAt)
    for claim in try mailbox.claimPending() {
      do { try await handle(claim.message); try claim.acknowledge() } catch { try claim.release() }
    }
  }
}

/// What else code written against release 0.1 names.
enum DocumentedNames {
  typealias Mailbox = AppGroupMailbox<WidgetAction>

  static let limits = Mailbox.Limits(
    maxMessages: 3, maxPayloadBytes: 65_536, messageLifetime: 86_400, claimTimeout: 600, maxQuarantinedFiles: 20)

  static func open(_ container: URL, policy: Mailbox.OverflowPolicy = .rejectNewest) throws -> Mailbox {
    try AppGroupMailbox(
      containerURL: container, namespace: "widget-actions", limits: limits, overflowPolicy: policy,
      notificationName: nil, diagnostic: { say("  diagnostic: \(describe($0))") })
  }

  static func describe(_ diagnostic: Mailbox.Diagnostic) -> String {
    switch diagnostic {
    case .expiredMessageRemoved: "a message expired"
    case .abandonedClaimRecovered: "a claim was recovered"
    case .unsafeFileQuarantined, .malformedMessageQuarantined: "a file was quarantined"
    case .oldestMessageDiscarded: "the oldest message made room"
    default: "\(diagnostic)"
    }
  }

  static func describe(_ error: any Error) -> String {
    do {
      throw error
    } catch AppGroupMailbox<WidgetAction>.MailboxError.mailboxFull {
      return "full"
    } catch AppGroupMailbox<WidgetAction>.MailboxError.payloadTooLarge(let actualBytes, let maximumBytes) {
      return "too large: \(actualBytes) of \(maximumBytes) bytes"
    } catch AppGroupMailbox<WidgetAction>.MailboxError.invalidLimit(let name) {
      return "a bad \(name)"
    } catch AppGroupMailbox<WidgetAction>.MailboxError.ioFailure {
      return "a system call failed"
    } catch let error as AppGroupMailbox<WidgetAction>.MailboxError where error == .containerUnavailable {
      return "no such app group"
    } catch let error as AppGroupMailbox<WidgetAction>.MailboxError {
      switch error {
      case .invalidNamespace, .unsafeFile, .claimNoLongerExists, .encodingFailure, .decodingFailure: return "\(error)"
      default: return "something newer: \(error)"
      }
    } catch {
      return "unexpected: \(error)"
    }
  }

  /// Settles a claim by hand, with everything that it had.
  static func settle(_ claim: Mailbox.Claim, keep: Bool) throws -> (UUID, WidgetAction, Date) {
    if keep { try claim.release() } else { try claim.acknowledge() }
    return (claim.id, claim.message, claim.enqueuedAt)
  }
}
