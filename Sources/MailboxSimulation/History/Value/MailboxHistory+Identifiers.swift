internal import Foundation

extension MailboxHistory {
  /// The history with an identifier for every message that was enqueued.
  ///
  /// One that the mailbox made is told by the outcome. If that is unknown, the message is taken to be one that was seen,
  /// under an identifier of which nothing else is known, with the same payload; otherwise it was never seen.
  func resolvingIdentifiers() -> MailboxHistory {
    guard operations.contains(where: { $0.call.messages.contains { $0.id == nil } }) else { return self }
    var result = self
    for position in operations.indices {
      if case .identifiers(let ids) = operations[position].outcome {
        result.operations[position].call.fillIn(ids[...])
      }
    }
    var orphans = result.orphans()
    for position in result.operations.indices {
      let ids = result.operations[position].call.messages.map { message in
        if let id = message.id { return id }
        guard let place = orphans.firstIndex(where: { $0.payload == message.payload }) else { return UUID() }
        return orphans.remove(at: place).id
      }
      result.operations[position].call.fillIn(ids[...])
    }
    return result
  }

  /// What was delivered and has an identifier that no call gave.
  private func orphans() -> [HistoryClaim] {
    var known = Set(planted.map(\.id))
    for event in events {
      if case .planted(let file) = event.kind { known.insert(file.id) }
    }
    for operation in operations { known.formUnion(operation.call.messages.compactMap(\.id)) }
    var claims = operations.flatMap { $0.outcome?.claims ?? [] }
    if case .drained(_, _, let drained) = ending { claims += drained }
    return claims.filter { known.insert($0.id).inserted }
  }
}

extension HistoryCall {
  fileprivate mutating func fillIn(_ ids: ArraySlice<UUID>) {
    func filled(_ message: HistoryMessage, _ id: UUID) -> HistoryMessage {
      HistoryMessage(id: message.id ?? id, payload: message.payload, size: message.size)
    }
    switch self {
    case .enqueue(let message, let date):
      guard let id = ids.first else { return }
      self = .enqueue(message: filled(message, id), date: date)
    case .batch(let messages) where messages.count == ids.count:
      self = .batch(messages: zip(messages, ids).map(filled))
    default: break
    }
  }
}
