internal import AppGroupMailbox
internal import Foundation

extension ProgramExecutor {
  /// The identifiers that programs choose from.
  static func pooledIdentifier(_ number: Int) -> UUID {
    UUID(high: 0x4000, low: 1 << 63 | UInt64(number))
  }

  func enqueue(
    _ submission: ProgramSubmission, date: ProgramDate, by participant: Int
  ) -> (ProgramResult, ProgramResult) {
    let date = date.seconds(at: model.now)
    let message = resolve(submission.message, date: date ?? model.now, participant)
    var id = submission.id.map(Self.pooledIdentifier)
    let seen: ProgramResult
    do throws(AppGroupMailboxError) {
      let stored = try mailboxes[participant].enqueue(message, id: id, date: date)
      seen = .identifiers([stored])
      // An identifier of the mailbox's own making is not predicted; that it is new is.
      id = id ?? stored
    } catch {
      seen = ProgramResult(error)
    }
    let submission = predicted(message, id: id ?? identifiers.makeIdentifier(), date: date ?? model.now)
    let expected = Self.predict { () throws(ModelError) in
      .identifiers([try model.enqueue(submission, enqueuedAt: date, by: participant)])
    }
    return (expected, seen)
  }

  func enqueue(_ batch: [ProgramSubmission], by participant: Int) -> (ProgramResult, ProgramResult) {
    let messages = batch.map { resolve($0.message, date: model.now, participant) }
    var ids = batch.map { $0.id.map(Self.pooledIdentifier) ?? identifiers.makeIdentifier() }
    let seen: ProgramResult
    do throws(AppGroupMailboxError) {
      if batch.allSatisfy({ $0.id == nil }) {
        ids = try mailboxes[participant].enqueue(contentsOf: messages)
        seen = .identifiers(ids)
      } else {
        let pairs = zip(ids, messages).map { (id: $0, message: $1) }
        seen = .identifiers(try mailboxes[participant].enqueue(contentsOf: pairs))
      }
    } catch {
      seen = ProgramResult(error)
    }
    let submissions = zip(messages, ids).map { predicted($0, id: $1, date: model.now) }
    let expected = Self.predict { () throws(ModelError) in
      .identifiers(try model.enqueue(contentsOf: submissions, by: participant))
    }
    return (expected, seen)
  }

  private func predicted(_ message: ProgramMessage, id: UUID, date: Double) -> ModelSubmission {
    let payload = message.json
    // A date that is not finite has no size, and is refused before one is looked at.
    let size = date.isFinite ? ProgramBody.size(date: date, payload: payload) : 0
    return ModelSubmission(id: id, payload: payload, size: size)
  }

  /// Makes a message into one that the participant's mailbox can carry.
  private func resolve(_ message: ProgramMessage, date: Double, _ participant: Int) -> ProgramMessage {
    let limits = model.participants[participant]
    switch message {
    case .number(let number) where limits.decodes == .text:
      return .text(String(number))
    case .filling(let excess):
      let empty = date.isFinite ? ProgramBody.size(date: date, payload: "\"\"") : 0
      return .text(String(repeating: "f", count: max(limits.maxPayloadBytes - empty + excess, 0)))
    case .text, .number:
      return message
    }
  }
}

extension ProgramMessage {
  /// The message as JSON text.
  fileprivate var json: String {
    switch self {
    case .text(let text): ProgramBody.json(text)
    case .number(let number): ProgramBody.json(number)
    case .filling: preconditionFailure("the executor resolves messages first")
    }
  }
}
