internal import AppGroupMailbox
internal import Foundation

extension ProgramExecutor {
  func listDeadLetters(by participant: Int) -> (ProgramResult, ProgramResult) {
    let reader = model.participants[participant]
    // Two that look alike from outside differ in their ordinals; the library lists those in order.
    let inOrder = model.deadLetters.sorted { $0.message.name < $1.message.name }
    let predicted = inOrder.map { (listed: ListedDeadLetter($0, for: reader), model: $0) }
      .sorted { ListedDeadLetter.precedes($0.listed, $1.listed) }
    let expected = ProgramResult.deadLetters(predicted.map(\.listed))
    do throws(AppGroupMailboxError) {
      let seen = try mailboxes[participant].deadLetters()
        .sorted { ListedDeadLetter.precedes($0.listed, $1.listed) }
      deadLetters = zip(seen, predicted).map { ($0, $1.model, participant) }
      return (expected, .deadLetters(seen.map(\.listed)))
    } catch {
      return (expected, ProgramResult(error))
    }
  }

  func restore(_ number: Int) -> (ProgramResult, ProgramResult) {
    guard !deadLetters.isEmpty else { return (.skipped, .skipped) }
    let (library, deadLetter, participant) = deadLetters[number % deadLetters.count]
    let size = ProgramBody.restoredSize(date: model.now, payload: deadLetter.message.payload)
    let expected = Self.predict { () throws(ModelError) in
      try model.restore(deadLetter, size: size, by: participant)
      return .done
    }
    return (expected, Self.result(library.restore))
  }

  func removeDeadLetter(_ number: Int) -> (ProgramResult, ProgramResult) {
    guard !deadLetters.isEmpty else { return (.skipped, .skipped) }
    let (library, deadLetter, _) = deadLetters[number % deadLetters.count]
    let expected = Self.predict { () throws(ModelError) in
      try model.removeDeadLetter(deadLetter)
      return .done
    }
    return (expected, Self.result(library.remove))
  }
}

extension ListedDeadLetter {
  fileprivate init(_ deadLetter: ModelDeadLetter, for reader: ModelParticipant) {
    let message = deadLetter.message
    let decodes =
      message.body == .valid && message.size <= reader.maxPayloadBytes && reader.decodes.accepts(message.payload)
    self.init(
      id: message.id, date: message.date, attempts: message.attempts, reason: deadLetter.reason.rawValue,
      payload: decodes ? message.payload : nil)
  }
}
