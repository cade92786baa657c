package import AppGroupMailbox
package import Foundation

/// A mailbox of texts whose every operation is written down before it is called and after it has returned.
///
/// Each operation throws what the mailbox throws, or what the log throws. If the log cannot note the call, nothing is called.
package struct RecordedMailbox<Log: OperationLog> {
  package let mailbox: AppGroupMailbox<String>
  package let log: Log

  /// A mailbox and where its operations are written down.
  package init(_ mailbox: AppGroupMailbox<String>, in log: Log) {
    self.mailbox = mailbox
    self.log = log
  }

  /// The message as a history has it.
  private static func message(_ id: UUID?, _ text: String) -> HistoryMessage {
    HistoryMessage(id: id, payload: "\"\(text)\"")
  }

  /// Leaves it to the mailbox to make an identifier.
  @discardableResult
  package func enqueue(_ text: String) throws -> UUID {
    try perform(.enqueue(message: Self.message(nil, text), date: nil)) { () throws(AppGroupMailboxError) in
      try mailbox.enqueue(text)
    } outcome: {
      .identifiers(ids: [$0])
    }
  }

  @discardableResult
  package func enqueue(_ text: String, id: UUID, enqueuedAt date: Date? = nil) throws -> UUID {
    let call = HistoryCall.enqueue(message: Self.message(id, text), date: date?.timeIntervalSinceReferenceDate)
    return try perform(call) { () throws(AppGroupMailboxError) in
      if let date { try mailbox.enqueue(text, id: id, enqueuedAt: date) } else { try mailbox.enqueue(text, id: id) }
    } outcome: {
      .identifiers(ids: [$0])
    }
  }

  @discardableResult
  package func enqueue(contentsOf messages: [(id: UUID, message: String)]) throws -> [UUID] {
    try perform(.batch(messages: messages.map { Self.message($0.id, $0.message) })) { () throws(AppGroupMailboxError) in
      try mailbox.enqueue(contentsOf: messages)
    } outcome: {
      .identifiers(ids: $0)
    }
  }

  package func claimPending(limit: Int? = nil) throws -> [MailboxClaim<String>] {
    try perform(.claim(limit: limit)) { () throws(AppGroupMailboxError) in
      try mailbox.claimPending(limit: limit)
    } outcome: {
      .claims(claims: $0.map { HistoryClaim($0) })
    }
  }

  package func acknowledge(_ claim: MailboxClaim<String>) throws {
    try perform(.acknowledge(token: claim.token), claim.acknowledge) { .done }
  }

  package func release(_ claim: MailboxClaim<String>) throws {
    try perform(.release(token: claim.token), claim.release) { .done }
  }

  package func extend(_ claim: MailboxClaim<String>) throws {
    try perform(.extend(token: claim.token), claim.extend) { .done }
  }

  package func reject(_ claim: MailboxClaim<String>) throws {
    try perform(.reject(token: claim.token), claim.reject) { .done }
  }

  package func deadLetters() throws -> [MailboxDeadLetter<String>] {
    try perform(.deadLetters, mailbox.deadLetters) { .deadLetters(letters: $0.map { HistoryDeadLetter($0) }) }
  }

  package func restore(_ letter: MailboxDeadLetter<String>) throws {
    try perform(.restore(id: letter.id, reason: letter.reason.rawValue)) { () throws(AppGroupMailboxError) in
      try mailbox.restore(letter)
    } outcome: {
      .done
    }
  }

  package func remove(_ letter: MailboxDeadLetter<String>) throws {
    try perform(.removeDeadLetter(id: letter.id, reason: letter.reason.rawValue)) { () throws(AppGroupMailboxError) in
      try mailbox.remove(letter)
    } outcome: {
      .done
    }
  }

  package func performMaintenance() throws {
    try perform(.maintain, mailbox.performMaintenance) { .done }
  }

  @discardableResult
  package func statistics() throws -> MailboxStatistics {
    try perform(.statistics, mailbox.statistics) { .statistics(counts: HistoryStatistics($0)) }
  }

  private func perform<Value>(
    _ call: HistoryCall, _ body: () throws(AppGroupMailboxError) -> Value, outcome: (Value) -> HistoryOutcome
  ) throws -> Value {
    let operation = try log.invoke(call)
    let result = Result(catching: body)
    switch result {
    case .success(let value): try log.finish(operation, outcome(value))
    case .failure(let error): try log.finish(operation, .failed(error: HistoryError(error)))
    }
    return try result.get()
  }
}
