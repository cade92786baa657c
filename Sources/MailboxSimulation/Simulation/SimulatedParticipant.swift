internal import AppGroupMailbox
internal import Foundation

/// The library in one virtual process, and what it holds.
final class SimulatedParticipant {
  private let world: SimulationWorld
  private let process: Int
  private let mailbox: AppGroupMailbox<String>
  private var claims: [MailboxClaim<String>] = []
  private var letters: [AppGroupMailbox<String>.DeadLetter] = []

  init(
    _ world: SimulationWorld, _ process: Int, _ fileSystem: any FileSystem, _ clock: any MailboxClock, seed: UInt64
  ) throws(AppGroupMailboxError) {
    self.world = world
    self.process = process
    mailbox = try AppGroupMailbox(
      containerPath: SimulationWorld.container, namespace: "inbox", limits: world.settings.limits,
      overflowPolicy: world.settings.discardsOldest ? .discardOldest : .rejectNewest,
      durability: world.settings.durability.ofLibrary,
      environment: MailboxEnvironment(
        fileSystem: fileSystem, clock: clock, identifiers: SeededIdentifiers(seed: seed), doorbell: CountingDoorbell()))
  }

  /// An operation with all it needs, chosen by a tape.
  enum Step {
    case enqueue(UUID, date: Double?)
    case batch([UUID])
    case claim(limit: Int?)
    case acknowledge(Int), release(Int), extend(Int), reject(Int)
    case restore(Int), removeLetter(Int)
    case maintain, deadLetters, statistics
  }

  /// What a planned operation comes to with what is there.
  func step(_ plan: SimulationPlan.Operation) -> Step {
    switch plan.choice {
    case 0..<6: return .enqueue(world.identifier(plan.first), date: nil)
    case 6: return .enqueue(world.identifier(plan.first), date: world.now - Double(plan.second % 200))
    case 7, 8: return .batch([world.identifier(plan.first), world.identifier(plan.second)])
    case 9..<13: return .claim(limit: plan.first % 3 == 0 ? nil : plan.first % 3)
    case 13..<20 where !claims.isEmpty:
      let claim = plan.second % claims.count
      return [.acknowledge(claim), .release(claim), .reject(claim), .extend(claim), .acknowledge(claim)][plan.first % 5]
    case 20 where !letters.isEmpty:
      let letter = plan.second % letters.count
      return plan.first % 2 == 0 ? .restore(letter) : .removeLetter(letter)
    case 20, 21: return .deadLetters
    case 22: return .statistics
    default: return .maintain
    }
  }

  static func payload(_ id: UUID) -> String { "\"message \(id.uuidString.suffix(6))\"" }

  private static func text(_ id: UUID) -> String { "message \(id.uuidString.suffix(6))" }

  /// Does it, and records what came of it unless the process died meanwhile.
  func perform(_ step: Step, isDead: () -> Bool) {
    let call = self.call(step)
    let operation = world.invoke(call, by: process)
    let outcome: HistoryOutcome
    do throws(AppGroupMailboxError) {
      outcome = try carryOut(step)
    } catch {
      outcome = .failed(error: HistoryError(error))
    }
    if !isDead() { world.finish(operation, outcome, by: process) }
  }

  private func call(_ step: Step) -> HistoryCall {
    func message(_ id: UUID) -> HistoryMessage { HistoryMessage(id: id, payload: Self.payload(id)) }
    switch step {
    case .enqueue(let id, let date): return .enqueue(message: message(id), date: date)
    case .batch(let ids): return .batch(messages: ids.map(message))
    case .claim(let limit): return .claim(limit: limit)
    case .acknowledge(let claim): return .acknowledge(token: claims[claim].token)
    case .release(let claim): return .release(token: claims[claim].token)
    case .extend(let claim): return .extend(token: claims[claim].token)
    case .reject(let claim): return .reject(token: claims[claim].token)
    case .restore(let letter): return .restore(id: letters[letter].id, reason: letters[letter].reason.rawValue)
    case .removeLetter(let letter):
      return .removeDeadLetter(id: letters[letter].id, reason: letters[letter].reason.rawValue)
    case .maintain: return .maintain
    case .deadLetters: return .deadLetters
    case .statistics: return .statistics
    }
  }

  private func carryOut(_ step: Step) throws(AppGroupMailboxError) -> HistoryOutcome {
    switch step {
    case .enqueue(let id, let date?):
      let date = Date(timeIntervalSinceReferenceDate: date)
      return .identifiers(ids: [try mailbox.enqueue(Self.text(id), id: id, enqueuedAt: date)])
    case .enqueue(let id, nil): return .identifiers(ids: [try mailbox.enqueue(Self.text(id), id: id)])
    case .batch(let ids):
      return .identifiers(ids: try mailbox.enqueue(contentsOf: ids.map { (id: $0, message: Self.text($0)) }))
    case .claim(let limit):
      let new = try mailbox.claimPending(limit: limit)
      claims += new
      return .claims(claims: new.map(HistoryClaim.init))
    case .acknowledge(let claim): try claims.remove(at: claim).acknowledge()
    case .release(let claim): try claims.remove(at: claim).release()
    case .extend(let claim): try claims[claim].extend()
    case .reject(let claim): try claims.remove(at: claim).reject()
    case .restore(let letter): try mailbox.restore(letters.remove(at: letter))
    case .removeLetter(let letter): try mailbox.remove(letters.remove(at: letter))
    case .maintain: try mailbox.performMaintenance()
    case .deadLetters:
      letters = try mailbox.deadLetters()
      return .deadLetters(letters: letters.map(HistoryDeadLetter.init))
    case .statistics: return .statistics(counts: HistoryStatistics(try mailbox.statistics()))
    }
    return .done
  }

  // MARK: The end

  /// Takes everything that is there, once nobody holds anything any more.
  func drain() throws(AppGroupMailboxError) -> [HistoryClaim] {
    var taken: [HistoryClaim] = []
    // Messages for the last time come one by one.
    for _ in 0..<100 {
      let claims = try world.finally(.claim(limit: nil), by: process) { () throws(AppGroupMailboxError) in
        try mailbox.claimPending()
      } outcome: {
        .claims(claims: $0.map(HistoryClaim.init))
      }
      if claims.isEmpty { break }
      taken += claims.map(HistoryClaim.init)
      for claim in claims {
        try world.finally(.acknowledge(token: claim.token), by: process) { () throws(AppGroupMailboxError) in
          try claim.acknowledge()
        } outcome: {
          .done
        }
      }
    }
    return taken
  }
}

extension HistoryClaim {
  init(_ claim: MailboxClaim<String>) {
    self.init(
      token: claim.token, id: claim.id, payload: "\"\(claim.message)\"",
      date: claim.enqueuedAt.timeIntervalSinceReferenceDate, attempts: claim.attempts)
  }
}

extension HistoryDeadLetter {
  init(_ letter: AppGroupMailbox<String>.DeadLetter) {
    self.init(
      id: letter.id, reason: letter.reason.rawValue, date: letter.enqueuedAt.timeIntervalSinceReferenceDate,
      attempts: letter.attempts, payload: letter.message.map { "\"\($0)\"" })
  }
}

extension HistoryStatistics {
  init(_ statistics: MailboxStatistics) {
    self.init(
      pending: statistics.pending, claimed: statistics.claimed, deadLetters: statistics.deadLetters,
      quarantined: statistics.quarantined, oldestPending: statistics.oldestPending?.timeIntervalSinceReferenceDate)
  }
}
