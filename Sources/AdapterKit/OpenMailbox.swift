import AppGroupMailbox
import Foundation

/// A mailbox that the other side opened, whatever its consumer decodes.
protocol OpenMailbox {
  func enqueue(_ message: JSONValue, id: UUID?, enqueuedAt: Date?) throws(AppGroupMailboxError) -> UUID
  func enqueue(contentsOf messages: [(id: UUID, message: JSONValue)]) throws(AppGroupMailboxError) -> [UUID]
  func claim(limit: Int?) throws(AppGroupMailboxError) -> [HeldClaim]
  func maintain() throws(AppGroupMailboxError)
  func deadLetters() throws(AppGroupMailboxError) -> [ListedLetter]
  func statistics() throws(AppGroupMailboxError) -> MailboxStatistics
}

/// A claim and what can be done with it.
struct HeldClaim {
  typealias Action = () throws(AppGroupMailboxError) -> Void

  let id: UUID
  let token: UUID
  let message: JSONValue
  let enqueuedAt: Date
  let attempts: Int
  let acknowledge, release, extend, reject: Action

  init<Message: AdapterMessage>(_ claim: MailboxClaim<Message>) {
    id = claim.id
    token = claim.token
    message = claim.message.value
    enqueuedAt = claim.enqueuedAt
    attempts = claim.attempts
    acknowledge = claim.acknowledge
    release = claim.release
    extend = claim.extend
    reject = claim.reject
  }
}

/// A dead letter and what can be done with it.
struct ListedLetter {
  let id: UUID
  let message: JSONValue?
  let enqueuedAt: Date
  let attempts: Int
  let reason: String
  let restore, remove: HeldClaim.Action
}

/// A mailbox of the library, for a consumer of one type.
struct TypedMailbox<Message: AdapterMessage>: OpenMailbox {
  private let mailbox: AppGroupMailbox<Message>

  init(_ mailbox: AppGroupMailbox<Message>) {
    self.mailbox = mailbox
  }

  func enqueue(_ message: JSONValue, id: UUID?, enqueuedAt: Date?) throws(AppGroupMailboxError) -> UUID {
    switch (id, enqueuedAt) {
    case (nil, nil): try mailbox.enqueue(Message(message))
    case (let id?, nil): try mailbox.enqueue(Message(message), id: id)
    case (let id, let date?): try mailbox.enqueue(Message(message), id: id ?? UUID(), enqueuedAt: date)
    }
  }

  func enqueue(contentsOf messages: [(id: UUID, message: JSONValue)]) throws(AppGroupMailboxError) -> [UUID] {
    try mailbox.enqueue(contentsOf: messages.map { (id: $0.id, message: Message($0.message)) })
  }

  func claim(limit: Int?) throws(AppGroupMailboxError) -> [HeldClaim] {
    try mailbox.claimPending(limit: limit).map(HeldClaim.init)
  }

  func maintain() throws(AppGroupMailboxError) {
    try mailbox.performMaintenance()
  }

  func deadLetters() throws(AppGroupMailboxError) -> [ListedLetter] {
    try mailbox.deadLetters().map { letter in
      ListedLetter(
        id: letter.id, message: letter.message?.value, enqueuedAt: letter.enqueuedAt, attempts: letter.attempts,
        reason: letter.reason.rawValue,
        restore: { () throws(AppGroupMailboxError) in try mailbox.restore(letter) },
        remove: { () throws(AppGroupMailboxError) in try mailbox.remove(letter) })
    }
  }

  func statistics() throws(AppGroupMailboxError) -> MailboxStatistics {
    try mailbox.statistics()
  }
}
