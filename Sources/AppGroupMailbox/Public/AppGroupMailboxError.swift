#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why an operation of a mailbox did not happen.
///
/// No case carries a path, a file name or a byte of a message, so any of them may be logged (clause SEC-7). Unless a case says
/// otherwise, nothing was stored, claimed or removed (clause ERR-3).
public enum AppGroupMailboxError: Error, Equatable, Sendable {
  /// The namespace is not 1 to 64 of ASCII letters, digits, `.`, `_` and `-`, or is `.` or `..`.
  case invalidNamespace
  /// The limit of this name is out of its range.
  case invalidLimit(String)
  /// A date is not finite.
  case invalidDate
  /// There is no such app group, or the container is no directory.
  case containerUnavailable
  /// The mailbox holds as many messages as it may. Try again after a consumer has acknowledged some.
  case mailboxFull
  /// The encoded message is too large. Sizes in bytes; trying again cannot succeed.
  case payloadTooLarge(actualBytes: Int, maximumBytes: Int)
  /// The batch holds more messages than the mailbox ever may. Split it; trying again cannot succeed.
  case batchTooLarge(actualCount: Int, maximumCount: Int)
  /// The mailbox directory, one above it or the lock file is a link, of a wrong type or another user's.
  case unsafeFile
  /// The claim was acknowledged, released or rejected before, or timed out and was recovered. The message is not this consumer's any more.
  case claimNoLongerExists
  /// A system call failed with this `errno`.
  case ioFailure(call: MailboxSystemCall, code: Int32)
  /// The message's own encoding failed.
  case encodingFailure
  /// A stored message is of a format that this version cannot rewrite.
  case decodingFailure
  /// Another process or thread kept the lock for longer than ``MailboxLimits/lockTimeout``. Try again later.
  case busy
  /// The message **is** stored and will be delivered, but the directory could not be synchronised: a power loss may take it.
  /// Enqueue the same identifier again to synchronise again. Of a batch, the first identifier.
  case notDurable(id: UUID)
  /// There are ``MailboxLimits/maxDeadLetters`` dead letters; remove or restore some. The claim is still held.
  case deadLettersFull
  /// The dead letter was restored or removed by somebody else.
  case deadLetterNoLongerExists
  /// A message with the dead letter's identifier is pending or claimed.
  case duplicateMessage
}

extension AppGroupMailboxError: CustomStringConvertible {
  /// What happened and what to do about it, in one English sentence.
  public var description: String {
    switch self {
    case .invalidNamespace:
      "The namespace must be 1 to 64 ASCII letters, digits, '.', '_' or '-', and neither '.' nor '..'."
    case .invalidLimit(let name): "The limit '\(name)' is out of its range."
    case .invalidDate: "The date must be finite."
    case .containerUnavailable: "The container is not available: check the app group's entitlement and identifier."
    case .mailboxFull: "The mailbox is full: try again after a consumer has acknowledged messages."
    case .payloadTooLarge(let actual, let maximum):
      "The encoded message has \(actual) bytes and at most \(maximum) are allowed."
    case .batchTooLarge(let actual, let maximum):
      "The batch has \(actual) messages and the mailbox holds at most \(maximum): split it."
    case .unsafeFile:
      "The mailbox's directory or lock file is a link, of a wrong type or another user's: nothing was touched."
    case .claimNoLongerExists: "The claim has ended: the message was settled before, or its lease ran out."
    case .ioFailure(let call, let code): "The system call '\(call.rawValue)' failed with errno \(code)."
    case .encodingFailure: "The message could not be encoded."
    case .decodingFailure: "The stored message is of a format that this version cannot rewrite."
    case .busy: "Another process or thread holds the mailbox's lock: try again later."
    case .notDurable(let id):
      "The message \(id) is stored but not yet safe from a power loss: enqueue it again with the same identifier."
    case .deadLettersFull: "There are as many dead letters as allowed: restore or remove some."
    case .deadLetterNoLongerExists: "The dead letter was restored or removed before."
    case .duplicateMessage: "A message with this identifier is waiting or claimed already."
    }
  }
}

extension AppGroupMailboxError {
  init(_ error: SystemError) {
    self = .ioFailure(call: error.call, code: error.code)
  }
}

/// Reports a failing system call as the mailbox's error (clause ERR-1).
func reporting<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(AppGroupMailboxError) -> Result {
  do {
    return try body()
  } catch {
    throw AppGroupMailboxError(error)
  }
}
