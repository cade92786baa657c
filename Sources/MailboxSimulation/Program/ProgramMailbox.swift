internal import AppGroupMailbox
internal import Foundation

/// A mailbox of the library as a program uses it, whatever its type of message.
protocol ProgramMailbox {
  func enqueue(_ message: ProgramMessage, id: UUID?, date: Double?) throws(AppGroupMailboxError) -> UUID
  func enqueue(contentsOf messages: [ProgramMessage]) throws(AppGroupMailboxError) -> [UUID]
  func enqueue(contentsOf batch: [(id: UUID, message: ProgramMessage)]) throws(AppGroupMailboxError) -> [UUID]
  func claimPending(limit: Int?) throws(AppGroupMailboxError) -> [ProgramClaim]
  func performMaintenance() throws(AppGroupMailboxError)
  func deadLetters() throws(AppGroupMailboxError) -> [ProgramDeadLetter]
  func statistics() throws(AppGroupMailboxError) -> MailboxStatistics
}

/// A claim of the library without its type.
struct ProgramClaim {
  var delivered: DeliveredMessage
  var acknowledge: () throws(AppGroupMailboxError) -> Void
  var release: () throws(AppGroupMailboxError) -> Void
  var extend: () throws(AppGroupMailboxError) -> Void
  var reject: () throws(AppGroupMailboxError) -> Void
}

/// A dead letter of the library without its type.
struct ProgramDeadLetter {
  var listed: ListedDeadLetter
  var restore: () throws(AppGroupMailboxError) -> Void
  var remove: () throws(AppGroupMailboxError) -> Void
}

/// The library's mailbox for one type of message.
struct LibraryMailbox<Message: ProgramMessageType>: ProgramMailbox {
  let mailbox: AppGroupMailbox<Message>

  func enqueue(_ message: ProgramMessage, id: UUID?, date: Double?) throws(AppGroupMailboxError) -> UUID {
    let message = typed(message)
    guard let date else {
      guard let id else { return try mailbox.enqueue(message) }
      return try mailbox.enqueue(message, id: id)
    }
    return try mailbox.enqueue(
      message, id: id ?? UUID(), enqueuedAt: Date(timeIntervalSinceReferenceDate: date))
  }

  func enqueue(contentsOf messages: [ProgramMessage]) throws(AppGroupMailboxError) -> [UUID] {
    try mailbox.enqueue(contentsOf: messages.map(typed))
  }

  func enqueue(contentsOf batch: [(id: UUID, message: ProgramMessage)]) throws(AppGroupMailboxError) -> [UUID] {
    try mailbox.enqueue(contentsOf: batch.map { (id: $0.id, message: typed($0.message)) })
  }

  func claimPending(limit: Int?) throws(AppGroupMailboxError) -> [ProgramClaim] {
    try mailbox.claimPending(limit: limit).map { claim in
      ProgramClaim(
        delivered: DeliveredMessage(
          id: claim.id, date: claim.enqueuedAt.timeIntervalSinceReferenceDate, attempts: claim.attempts,
          payload: ProgramBody.json(claim.message)),
        acknowledge: claim.acknowledge, release: claim.release, extend: claim.extend, reject: claim.reject)
    }
  }

  func performMaintenance() throws(AppGroupMailboxError) {
    try mailbox.performMaintenance()
  }

  func deadLetters() throws(AppGroupMailboxError) -> [ProgramDeadLetter] {
    try mailbox.deadLetters().map { deadLetter in
      ProgramDeadLetter(
        listed: ListedDeadLetter(
          id: deadLetter.id, date: deadLetter.enqueuedAt.timeIntervalSinceReferenceDate,
          attempts: deadLetter.attempts, reason: deadLetter.reason.rawValue,
          payload: deadLetter.message.map { ProgramBody.json($0) }),
        restore: { () throws(AppGroupMailboxError) in try mailbox.restore(deadLetter) },
        remove: { () throws(AppGroupMailboxError) in try mailbox.remove(deadLetter) })
    }
  }

  func statistics() throws(AppGroupMailboxError) -> MailboxStatistics {
    try mailbox.statistics()
  }

  private func typed(_ message: ProgramMessage) -> Message {
    guard let message = Message(message) else { preconditionFailure("the executor resolves messages first") }
    return message
  }
}
