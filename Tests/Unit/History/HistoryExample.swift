import Foundation
import MailboxSimulation

/// A history written by hand: operations follow each other unless moments are given, and everything has short names.
final class HistoryExample {
  /// The clock at the beginning, in seconds since 2001.
  static let start: Double = 1_000

  var history: MailboxHistory
  /// The clock from here on.
  private(set) var clock = HistoryExample.start
  private var moment: UInt64 = 0
  private var dates: [Int: Double] = [:]

  /// Processes with these participants; two with the defaults if none is given.
  init(_ participants: HistoryParticipant...) {
    history = MailboxHistory(
      participants: participants.isEmpty ? [HistoryParticipant(), HistoryParticipant()] : participants)
  }

  static func id(_ number: Int) -> UUID { UUID(high: 0x4000, low: 1 << 63 | UInt64(number)) }
  static func token(_ number: Int) -> UUID { UUID(high: 0x4001, low: 1 << 63 | UInt64(number)) }

  static func message(_ number: Int, _ payload: String? = nil) -> HistoryMessage {
    HistoryMessage(id: id(number), payload: payload ?? "\"\(number)\"", size: 100)
  }

  /// Adds an operation.
  ///
  /// - Parameters:
  ///   - call: What it calls.
  ///   - outcome: What it returns; `nil` if nobody knows.
  ///   - moments: From the invocation to the return; by default after everything before.
  ///   - process: Who calls.
  /// - Returns: Its position.
  @discardableResult
  func add(
    _ call: HistoryCall, _ outcome: HistoryOutcome?, at moments: ClosedRange<UInt64>? = nil, by process: Int = 0
  ) -> Int {
    let moments = moments ?? moment + 5...moment + 6
    moment = max(moment, moments.upperBound)
    let number = history.invoke(call, by: process, at: moments.lowerBound, clock: clock)
    if let outcome { history.finish(number, outcome, at: moments.upperBound, clock: clock) }
    return number
  }

  func happen(_ kind: HistoryEvent.Kind, at moment: UInt64? = nil) {
    let moment = moment ?? self.moment + 5
    self.moment = max(self.moment, moment)
    history.events.append(HistoryEvent(kind, at: moment))
  }

  func moveClock(by seconds: Double, at moment: UInt64? = nil) {
    happen(.clockMoved(from: clock, to: clock + seconds), at: moment)
    clock += seconds
  }

  func plant(_ number: Int, date: Double? = nil, attempts: Int = 0, body: HistoryPlanted.Body = .valid) {
    dates[number] = date ?? clock
    history.planted.append(
      HistoryPlanted(
        id: Self.id(number), payload: "\"\(number)\"", size: 100, date: date ?? clock, ordinal: UInt64(number),
        attempts: attempts, body: body))
  }

  /// A good file appears that nobody enqueued.
  func appear(_ number: Int) {
    happen(
      .planted(
        file: HistoryPlanted(id: Self.id(number), payload: "\"\(number)\"", size: 100, date: clock, ordinal: 9)))
  }

  // MARK: Enqueue

  func enqueue(
    _ number: Int, _ payload: String? = nil, date: Double? = nil, at moments: ClosedRange<UInt64>? = nil,
    by process: Int = 0, fails error: HistoryError? = nil, isKnown: Bool = true, isFaulted: Bool = false
  ) {
    // A repeated one leaves the earlier date; what is delivered with another date says so.
    if error == nil, dates[number] == nil { dates[number] = date ?? clock }
    let outcome = error.map { HistoryOutcome.failed(error: $0) } ?? .identifiers(ids: [Self.id(number)])
    let place = add(
      .enqueue(message: Self.message(number, payload), date: date), isKnown ? outcome : nil, at: moments, by: process)
    if isFaulted { history.operations[place].isFaulted = true }
  }

  func batch(
    _ numbers: [Int], at moments: ClosedRange<UInt64>? = nil, by process: Int = 0, fails error: HistoryError? = nil,
    isKnown: Bool = true
  ) {
    for number in numbers where dates[number] == nil { dates[number] = clock }
    let outcome = error.map { HistoryOutcome.failed(error: $0) } ?? .identifiers(ids: numbers.map(Self.id))
    add(.batch(messages: numbers.map { Self.message($0) }), isKnown ? outcome : nil, at: moments, by: process)
  }

  // MARK: Claims

  /// One delivery: a message with the token of the same number, unless something else is said.
  struct Delivery: ExpressibleByIntegerLiteral {
    var number: Int
    var token: Int
    var payload: String?
    var date: Double?
    var attempts: Int

    init(
      _ number: Int, token: Int? = nil, payload: String? = nil, date: Double? = nil, attempts: Int = 0
    ) {
      self.number = number
      self.token = token ?? number
      self.payload = payload
      self.date = date
      self.attempts = attempts
    }

    init(integerLiteral number: Int) { self.init(number) }
  }

  func claim(
    _ deliveries: Delivery..., limit: Int? = nil, at moments: ClosedRange<UInt64>? = nil, by process: Int = 0
  ) {
    add(.claim(limit: limit), .claims(claims: deliveries.map(delivered)), at: moments, by: process)
  }

  /// A claim that never returned.
  func claimUnknown(limit: Int? = nil, at moments: ClosedRange<UInt64>? = nil, by process: Int = 0) {
    add(.claim(limit: limit), nil, at: moments, by: process)
  }

  func delivered(_ delivery: Delivery) -> HistoryClaim {
    HistoryClaim(
      token: Self.token(delivery.token), id: Self.id(delivery.number),
      payload: delivery.payload ?? "\"\(delivery.number)\"", date: delivery.date ?? dates[delivery.number] ?? clock,
      attempts: delivery.attempts)
  }

  enum Settling {
    case acknowledge, release, extend, reject
  }

  func settle(
    _ settling: Settling, _ token: Int, at moments: ClosedRange<UInt64>? = nil, by process: Int = 0,
    fails error: HistoryError? = nil, isKnown: Bool = true
  ) {
    let token = Self.token(token)
    let call: HistoryCall =
      switch settling {
      case .acknowledge: .acknowledge(token: token)
      case .release: .release(token: token)
      case .extend: .extend(token: token)
      case .reject: .reject(token: token)
      }
    add(call, isKnown ? error.map { .failed(error: $0) } ?? .done : nil, at: moments, by: process)
  }

  // MARK: The end

  func statistics(pending: Int = 0, claimed: Int = 0, deadLetters: Int = 0, quarantined: Int = 0, oldest: Double? = nil)
  {
    add(
      .statistics,
      .statistics(
        counts: HistoryStatistics(
          pending: pending, claimed: claimed, deadLetters: deadLetters, quarantined: quarantined,
          oldestPending: oldest)))
  }

  func listDeadLetters(_ letters: (number: Int, reason: String, attempts: Int)...) {
    add(
      .deadLetters,
      .deadLetters(
        letters: letters.map { letter in
          HistoryDeadLetter(
            id: Self.id(letter.number), reason: letter.reason, date: dates[letter.number] ?? clock,
            attempts: letter.attempts, payload: "\"\(letter.number)\"")
        }))
  }

  /// A list with one dead letter, without its message.
  func listUnread(_ number: Int, reason: String, attempts: Int = 0, isFaulted: Bool) {
    let letter = HistoryDeadLetter(
      id: Self.id(number), reason: reason, date: dates[number] ?? clock, attempts: attempts, payload: nil)
    let place = add(.deadLetters, .deadLetters(letters: [letter]))
    if isFaulted { history.operations[place].isFaulted = true }
  }

  func end(pending: [Int] = [], claimed: [Int] = [], deadLetters: [Int: String] = [:], quarantined: Int = 0) {
    history.ending = .listing(
      names: HistoryListing(
        pending: pending.map { name($0, 0) },
        claimed: claimed.map { number in
          var name = name(number, 1)
          name.token = Self.token(number)
          return name
        },
        deadLetters: deadLetters.map { number, reason in
          var name = name(number, 0)
          name.reason = reason
          return name
        }, quarantined: quarantined))
  }

  func endDraining(_ deliveries: Delivery..., by process: Int = 0) {
    history.ending = .drained(process: process, clock: clock, claims: deliveries.map(delivered))
  }

  private func name(_ number: Int, _ attempts: Int) -> HistoryListing.Name {
    HistoryListing.Name(id: Self.id(number), date: dates[number] ?? clock, attempts: attempts)
  }
}
