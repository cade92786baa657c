import AppGroupMailbox
import MailboxTestSupport

/// What a handler in a test throws.
struct HandlerFailed: Error {}

/// A handler that tells when it begins, and ends as it is told to.
final class HeldHandler: Sendable {
  let begun = Inbox<MailboxClaim<MailboxBench.Note>>()
  let cancelled = Inbox<String>()
  private let ends = StateLock<[String: Inbox<Result<Void, HandlerFailed>>]>([:])

  func handle(_ claim: MailboxClaim<MailboxBench.Note>) async throws {
    let end = Inbox<Result<Void, HandlerFailed>>()
    ends.withLock { $0[claim.message.text] = end }
    begun.put(claim)
    // It goes on when it is cancelled, as handlers may.
    let result = try await withTaskCancellationHandler {
      try await Task { try await end.next() }.value
    } onCancel: {
      cancelled.put(claim.message.text)
    }
    try result?.get()
  }

  func end(_ text: String, _ result: Result<Void, HandlerFailed> = .success(())) {
    ends.withLock { $0[text] }?.put(result)
  }
}
