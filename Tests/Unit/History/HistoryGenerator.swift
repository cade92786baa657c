import Foundation
import MailboxSimulation

/// Makes histories by running random operations on the model, so that they are right by construction.
///
/// Every operation happens at one moment. Afterwards its invocation and return are moved apart, up to what its process
/// did before and after, so that operations of different processes overlap.
struct HistoryGenerator {
  /// What a generated history has in it.
  enum Style {
    /// One operation after the other, all with their outcomes.
    case sequential
    /// Overlapping operations, all with their outcomes.
    case interleaved
    /// Overlapping operations of processes that are killed in them.
    case killed
  }

  private let tape: ChoiceTape
  private let style: Style
  private var model: MailboxModel
  private var history: MailboxHistory
  /// The process that acts for each opened mailbox; a killed one is followed by another.
  private var living: [Int]
  /// When each operation happens.
  private var moments: [UInt64] = []
  private var claims: [Int] = []
  private var clocks: [(moment: UInt64, clock: Double)] = [(0, 1_000)]

  /// Moments between two operations.
  static let pace: UInt64 = 1_000

  static func history(_ tape: ChoiceTape, _ style: Style, length: Int = 40) -> MailboxHistory {
    var generator = HistoryGenerator(tape, style)
    for number in 1...UInt64(length) {
      generator.step(at: number * pace)
    }
    return generator.finished()
  }

  private init(_ tape: ChoiceTape, _ style: Style) {
    self.tape = tape
    self.style = style
    let first = Self.limits(tape)
    let others = (0..<tape.integer(in: 1...2)).map { _ in
      tape.chance(1, in: 3) ? Self.limits(tape) : first
    }
    model = MailboxModel(participants: [first] + others, now: 1_000)
    history = MailboxHistory(participants: ([first] + others).map { HistoryParticipant($0) })
    living = Array(history.participants.indices)
  }

  private static func limits(_ tape: ChoiceTape) -> ModelParticipant {
    ModelParticipant(
      maxMessages: tape.pick(from: [100, 1, 2, 3, 5]), messageLifetime: tape.pick(from: [86_400, 60]),
      claimTimeout: tape.pick(from: [600, 10]), maxAttempts: tape.pick(from: [5, nil, 1, 2]),
      maxDeadLetters: tape.pick(from: [100, 0, 1]), discardsOldest: tape.chance(1, in: 3),
      decodes: tape.chance(1, in: 6) ? .text : .anything)
  }

  // MARK: Steps

  private mutating func step(at moment: UInt64) {
    if tape.chance(1, in: 8) { moveClock(at: moment - Self.pace / 2) }
    let participant = tape.choose(below: living.count)
    let process = living[participant]
    let isKilled = style == .killed && tape.chance(1, in: 8)
    let before = model
    let (call, outcome) = perform(by: participant, cutOff: isKilled)
    history.operations.append(
      HistoryOperation(
        process: process, call: call, invoked: moment, returned: isKilled ? nil : moment, clockInvoked: model.now,
        outcome: isKilled ? nil : outcome))
    moments.append(moment)
    guard isKilled else { return }
    if tape.chance(1, in: 3) { model = before }
    let death = moment + tape.choose(below: 3 * Self.pace)
    history.events.append(HistoryEvent(.killed(process: process), at: death))
    history.participants.append(history.participants[process])
    living[participant] = history.participants.count - 1
  }

  private mutating func moveClock(at moment: UInt64) {
    let seconds = tape.pick(from: [1, 0.125, 10, 10.125, 60, 60.125, 600.125, -1, -10.125])
    history.events.append(HistoryEvent(.clockMoved(from: model.now, to: model.now + seconds), at: moment))
    model.moveClock(by: seconds)
    clocks.append((moment, model.now))
  }

  private func submission() -> ModelSubmission {
    let number = tape.choose(below: 12)
    let payload = tape.chance(1, in: 8) ? "\(number)" : "\"\(number).\(moments.count)\""
    return ModelSubmission(id: HistoryExample.id(number), payload: payload, size: 100)
  }

  private mutating func perform(by participant: Int, cutOff: Bool) -> (HistoryCall, HistoryOutcome) {
    switch tape.choose(below: 20) {
    case 0..<6: return enqueue(by: participant)
    case 6..<8: return batch(by: participant, cutOff: cutOff)
    case 8..<12: return claim(by: participant, cutOff: cutOff)
    case 12..<16: return settle(by: participant)
    case 16:
      model.performMaintenance(by: participant)
      return (.maintain, .done)
    case 17: return (.statistics, .statistics(counts: statistics))
    default: return deadLetter(by: participant)
    }
  }

  private mutating func enqueue(by participant: Int) -> (HistoryCall, HistoryOutcome) {
    let submission = submission()
    let date = tape.pick(from: [nil, nil, nil, model.now - 1, model.now, model.now + 100])
    let call = HistoryCall.enqueue(message: HistoryMessage(submission), date: date)
    return (
      call,
      Self.outcome { () throws(ModelError) in
        .identifiers(ids: [try model.enqueue(submission, enqueuedAt: date, by: participant)])
      }
    )
  }

  private mutating func batch(by participant: Int, cutOff: Bool) -> (HistoryCall, HistoryOutcome) {
    let batch = (0..<tape.integer(in: 1...4)).map { _ in submission() }
    let call = HistoryCall.batch(messages: batch.map(HistoryMessage.init))
    let before = model
    let outcome = Self.outcome { () throws(ModelError) in
      .identifiers(ids: try model.enqueue(contentsOf: batch, by: participant))
    }
    // A beginning of what is admitted as a whole; of evictions a beginning has none.
    if cutOff, outcome.error == nil, !model.participants[participant].discardsOldest {
      model = before
      _ = try? model.enqueue(contentsOf: Array(batch.prefix(tape.choose(below: batch.count + 1))), by: participant)
    }
    return (call, outcome)
  }

  private mutating func claim(by participant: Int, cutOff: Bool) -> (HistoryCall, HistoryOutcome) {
    let limit = tape.pick(from: [nil, 1, 2, 0])
    let taken = cutOff ? tape.pick(from: [limit, 1, 2]) : limit
    let outcome = Self.outcome { () throws(ModelError) in
      let claims = try model.claimPending(limit: limit.map { min($0, taken ?? $0) } ?? taken, by: participant)
      if !cutOff { self.claims += claims.map(\.token) }
      return .claims(claims: claims.map { HistoryClaim($0) })
    }
    return (.claim(limit: limit), outcome)
  }

  private mutating func settle(by participant: Int) -> (HistoryCall, HistoryOutcome) {
    // Mostly one of the last, for older ones have ended.
    guard let token = claims.dropLast(tape.pick(from: [0, 0, 1, 2, 4])).last else {
      return (.maintain, maintained(participant))
    }
    let name = HistoryExample.token(token)
    switch tape.choose(below: 6) {
    case 0..<3:
      return (
        .acknowledge(token: name),
        Self.outcome { () throws(ModelError) in
          try model.acknowledge(token: token)
          return .done
        }
      )
    case 3:
      return (
        .release(token: name),
        Self.outcome { () throws(ModelError) in
          try model.release(token: token, by: participant)
          return .done
        }
      )
    case 4:
      return (
        .extend(token: name),
        Self.outcome { () throws(ModelError) in
          try model.extend(token: token)
          return .done
        }
      )
    default:
      return (
        .reject(token: name),
        Self.outcome { () throws(ModelError) in
          try model.reject(token: token, by: participant)
          return .done
        }
      )
    }
  }

  private mutating func maintained(_ participant: Int) -> HistoryOutcome {
    model.performMaintenance(by: participant)
    return .done
  }

  private mutating func deadLetter(by participant: Int) -> (HistoryCall, HistoryOutcome) {
    guard let letter = model.deadLetters.first, tape.chance(2, in: 3) else {
      let decodes = model.participants[participant].decodes
      return (.deadLetters, .deadLetters(letters: model.deadLetters.map { HistoryDeadLetter($0, for: decodes) }))
    }
    let (id, reason) = (letter.message.id, letter.reason.rawValue)
    // The checker knows a dead letter by identifier and reason.
    guard model.deadLetters.count(where: { $0.message.id == id && $0.reason == letter.reason }) == 1 else {
      return (.maintain, maintained(participant))
    }
    if tape.chance(1, in: 2) {
      return (
        .restore(id: id, reason: reason),
        Self.outcome { () throws(ModelError) in
          try model.restore(letter, size: 100, by: participant)
          return .done
        }
      )
    }
    return (
      .removeDeadLetter(id: id, reason: reason),
      Self.outcome { () throws(ModelError) in
        try model.removeDeadLetter(letter)
        return .done
      }
    )
  }

  private var statistics: HistoryStatistics {
    let counts = model.statistics()
    return HistoryStatistics(
      pending: counts.pending, claimed: counts.claimed, deadLetters: counts.deadLetters,
      quarantined: counts.quarantined, oldestPending: counts.oldestPending, bytes: counts.bytes)
  }

  private static func outcome(_ body: () throws(ModelError) -> HistoryOutcome) -> HistoryOutcome {
    do throws(ModelError) {
      return try body()
    } catch {
      return .failed(error: HistoryError(rawValue: "\(error)".prefix { $0 != "(" }.description)!)
    }
  }

  // MARK: Intervals

  private mutating func finished() -> MailboxHistory {
    history.ending = .listing(names: HistoryListing(model, tokens: claims))
    for process in history.participants.indices { spread(process) }
    for number in history.operations.indices {
      history.operations[number].clockInvoked = clock(at: history.operations[number].invoked)
      history.operations[number].clockReturned = history.operations[number].returned.map(clock)
    }
    return history
  }

  /// Moves the invocations and returns of one process apart.
  private mutating func spread(_ process: Int) {
    let own = history.operations.indices.filter { history.operations[$0].process == process }
    var free = own.first.map { moments[$0] > 3 * Self.pace ? moments[$0] - 3 * Self.pace : 0 } ?? 0
    for (position, number) in own.enumerated() {
      let moment = moments[number]
      let next = position + 1 < own.count ? moments[own[position + 1]] : moment + 3 * Self.pace
      let early = style == .sequential ? 10 : tape.choose(below: moment - free)
      let late = style == .sequential ? 10 : tape.choose(below: next - moment - 1)
      history.operations[number].invoked = moment - early
      if history.operations[number].returned != nil { history.operations[number].returned = moment + late }
      free = moment + late
    }
  }

  private func clock(at moment: UInt64) -> Double {
    clocks.last { $0.moment <= moment }?.clock ?? 1_000
  }
}
