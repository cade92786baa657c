import AppGroupMailbox

/// Enqueues numbered messages, one at a time or in batches, and tries again when there is no room.
struct Producer {
  private let settings: RaceSettings
  private let producer: Int
  private let count: Int
  private let batch: Int

  init(_ arguments: inout CommandArguments) throws {
    producer = try arguments.take("producer")
    count = try arguments.take("count")
    batch = try arguments.takeIfThere("batch") ?? 1
    settings = try RaceSettings(&arguments, helper: producer)
    try arguments.finish()
  }

  func run() throws {
    try StartingLine.wait()
    for first in stride(from: 0, to: count, by: batch) {
      let messages = (first..<min(first + batch, count)).map { RaceMessage(producer: producer, number: $0) }
      while try !enqueue(messages) { Idling.pause() }
    }
  }

  private func enqueue(_ messages: [RaceMessage]) throws -> Bool {
    let done: Void? = try settings.record.performing(.enqueue, messages, outcome: { _ in messages }) {
      () throws(AppGroupMailboxError) in
      if messages.count == 1 {
        try settings.mailbox.enqueue(messages[0])
      } else {
        try settings.mailbox.enqueue(contentsOf: messages)
      }
    }
    return done != nil
  }
}
