internal import AppGroupMailbox
internal import Foundation

/// What model and library make of each operation.
extension ProgramExecutor {
  func perform(
    _ operation: ProgramOperation, by participant: Int
  ) throws -> (expected: ProgramResult, seen: ProgramResult) {
    switch operation {
    case .enqueue(let submission, let date): return enqueue(submission, date: date, by: participant)
    case .enqueueBatch(let batch): return enqueue(batch, by: participant)
    case .claim(let limit): return claim(limit: limit, by: participant)
    case .acknowledge(let number):
      return settleClaim(number, \.acknowledge) { model, claim throws(ModelError) in
        try model.acknowledge(token: claim.token)
      }
    case .release(let number):
      return settleClaim(number, \.release) { model, claim throws(ModelError) in
        try model.release(token: claim.token, by: claim.participant)
      }
    case .extend(let number):
      return settleClaim(number, \.extend) { model, claim throws(ModelError) in
        try model.extend(token: claim.token)
      }
    case .reject(let number):
      return settleClaim(number, \.reject) { model, claim throws(ModelError) in
        try model.reject(token: claim.token, by: claim.participant)
      }
    case .performMaintenance:
      model.performMaintenance(by: participant)
      let mailbox = mailboxes[participant]
      return (.done, Self.result { () throws(AppGroupMailboxError) in try mailbox.performMaintenance() })
    case .listDeadLetters: return listDeadLetters(by: participant)
    case .restore(let number): return restore(number)
    case .removeDeadLetter(let number): return removeDeadLetter(number)
    case .statistics: return statistics(by: participant)
    case .moveClock(let seconds):
      clock.move(by: seconds)
      model.moveClock(by: seconds)
      return (.skipped, .skipped)
    case .plant(let plant):
      try self.plant(plant)
      return (.skipped, .skipped)
    case .removeDirectory(let removed):
      try remove(removed)
      return (.skipped, .skipped)
    }
  }

  private func claim(limit: Int?, by participant: Int) -> (ProgramResult, ProgramResult) {
    var predicted: [ModelClaim] = []
    let expected = Self.predict { () throws(ModelError) in
      predicted = try model.claimPending(limit: limit, by: participant)
      return .claims(predicted.map { DeliveredMessage($0) })
    }
    do throws(AppGroupMailboxError) {
      let taken = try mailboxes[participant].claimPending(limit: limit)
      claims += zip(taken, predicted).map { ($0, $1.token, participant) }
      return (expected, .claims(taken.map(\.delivered)))
    } catch {
      return (expected, ProgramResult(error))
    }
  }

  private func settleClaim(
    _ number: Int, _ operation: KeyPath<ProgramClaim, () throws(AppGroupMailboxError) -> Void>,
    _ predict: (inout MailboxModel, (token: Int, participant: Int)) throws(ModelError) -> Void
  ) -> (ProgramResult, ProgramResult) {
    guard !claims.isEmpty else { return (.skipped, .skipped) }
    let claim = claims[claims.count - 1 - number % claims.count]
    let expected = Self.predict { () throws(ModelError) in
      try predict(&model, (claim.token, claim.participant))
      return .done
    }
    return (expected, Self.result(claim.library[keyPath: operation]))
  }

  private func statistics(by participant: Int) -> (ProgramResult, ProgramResult) {
    let expected = ProgramResult.statistics(model.statistics())
    do throws(AppGroupMailboxError) {
      let seen = try mailboxes[participant].statistics()
      let statistics = ModelStatistics(
        pending: seen.pending, claimed: seen.claimed, deadLetters: seen.deadLetters, quarantined: seen.quarantined,
        oldestPending: seen.oldestPending?.timeIntervalSinceReferenceDate, bytes: Int(seen.bytes))
      return (expected, .statistics(statistics))
    } catch {
      return (expected, ProgramResult(error))
    }
  }

  static func predict(_ body: () throws(ModelError) -> ProgramResult) -> ProgramResult {
    do throws(ModelError) {
      return try body()
    } catch {
      return .failed(error)
    }
  }

  static func result(_ body: () throws(AppGroupMailboxError) -> Void) -> ProgramResult {
    do throws(AppGroupMailboxError) {
      try body()
      return .done
    } catch {
      return ProgramResult(error)
    }
  }
}

extension DeliveredMessage {
  fileprivate init(_ claim: ModelClaim) {
    self.init(
      id: claim.message.id, date: claim.message.date, attempts: claim.attemptsBefore,
      payload: claim.message.payload)
  }
}
