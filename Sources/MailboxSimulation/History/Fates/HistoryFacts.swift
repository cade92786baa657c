internal import Foundation

/// A history sorted by messages and tokens, in one pass.
struct HistoryFacts {
  let history: MailboxHistory
  let timeline: HistoryTimeline
  private(set) var fates: [MessageFate] = []
  private(set) var positions: [UUID: Int] = [:]
  private(set) var tokens: [UUID: TokenFate] = [:]
  /// The claims whose outcome nobody knows.
  private(set) var unknownClaims: [Int] = []
  /// Tokens of claims that were planted.
  private(set) var plantedTokens: Set<UUID> = []
  private(set) var hostileFiles = 0
  /// When files appeared that hold no message for a reader, and count as one until they are found out (LIM-5, section 5.2).
  private(set) var fillers: [UInt64] = []
  /// Files that are not hostile, unless a power loss tears them.
  private(set) var laterFormats = 0
  /// Identifiers of planted files that hold no message for a reader.
  private(set) var unreadable: Set<UUID> = []
  private(set) var powerLosses: [UInt64] = []
  private(set) var removals: [UInt64] = []
  private(set) var hasLostLock = false
  /// What may have evicted, by invocation, with the latest end so far.
  private var evictions: [(start: UInt64, latestEnd: UInt64)] = []

  init(_ history: MailboxHistory) {
    let history = history.resolvingIdentifiers()
    self.history = history
    timeline = HistoryTimeline(history)
    for file in history.planted { plant(file, at: 0, isDurable: true) }
    for event in history.events { add(event) }
    for (number, operation) in history.operations.enumerated() { add(operation, number) }
    if case .drained(let process, let clock, let claims) = history.ending {
      for claim in claims {
        deliver(
          MessageFate.Delivery(
            operation: nil, process: process, start: .max, end: .max, clock: clock...clock, claim: claim))
      }
    }
    findEvictions()
  }

  /// How often a message can have been stored.
  var mostStored: Int { fates.reduce(fillers.count) { $0 + $1.sources.count } }

  /// Whether something may have been evicted between two moments (OVF-1).
  func mayHaveEvicted(from first: UInt64, to last: UInt64) -> Bool {
    var (low, high) = (0, evictions.count)
    while low < high {
      let middle = (low + high) / 2
      if evictions[middle].start <= last { low = middle + 1 } else { high = middle }
    }
    return low > 0 && evictions[low - 1].latestEnd >= first
  }

  /// Who discards the oldest, stored something, and can have met more than it allows.
  private mutating func findEvictions() {
    let stored = mostStored
    let numbers = operations.indices.filter { number in
      let participant = history.participants[operations[number].process]
      return participant.discardsOldest && operations[number].call.stores && operations[number].mayHaveSucceeded
        && stored > participant.maxMessages
    }
    var latest: UInt64 = 0
    for number in numbers.sorted(by: { timeline.start($0) < timeline.start($1) }) {
      latest = max(latest, timeline.end(number))
      evictions.append((timeline.start(number), latest))
    }
  }

  var operations: [HistoryOperation] { history.operations }

  /// The fate of an identifier, if the history mentions it.
  func fate(of id: UUID) -> MessageFate? { positions[id].map { fates[$0] } }

  /// Whether power was lost, or the directory removed, between two moments.
  func wasReset(from first: UInt64, to last: UInt64) -> Bool {
    removals.contains { first <= $0 && $0 <= last } || lostPower(from: first, to: last)
  }

  func lostPower(from first: UInt64, to last: UInt64) -> Bool {
    powerLosses.contains { first <= $0 && $0 <= last }
  }

  private mutating func position(of id: UUID) -> Int {
    if let position = positions[id] { return position }
    positions[id] = fates.count
    fates.append(MessageFate(id: id))
    return fates.count - 1
  }

  private mutating func add(_ event: HistoryEvent) {
    switch event.kind {
    case .planted(let file): plant(file, at: event.moment, isDurable: false)
    case .powerLost: powerLosses.append(event.moment)
    case .directoryRemoved: removals.append(event.moment)
    case .lockFileRemoved: hasLostLock = true
    case .clockMoved, .killed, .stopped, .resumed: break
    }
  }

  private mutating func plant(_ file: HistoryPlanted, at moment: UInt64, isDurable: Bool) {
    if file.isHostile { hostileFiles += 1 }
    if file.body == .newerFormat, !isDurable { laterFormats += 1 }
    if file.countsAsDepth, file.body != .valid { fillers.append(moment) }
    guard !file.isHostile, file.body == .valid else {
      unreadable.insert(file.id)
      return
    }
    if case .claimed(let token, _) = file.place { plantedTokens.insert(token) }
    let isDeadLetter = if case .deadLetter = file.place { true } else { false }
    let place = position(of: file.id)
    fates[place].sources.append(
      MessageFate.Source(
        operation: nil, start: moment, end: moment, payload: file.payload, date: file.date...file.date,
        isCertain: !isDeadLetter, durability: isDurable ? .powerLoss : .processCrash, attempts: file.attempts,
        size: file.size, isUnreadable: file.isUnreadable ?? false))
  }

  private mutating func add(_ operation: HistoryOperation, _ number: Int) {
    switch operation.call {
    case .enqueue, .batch: enqueue(operation, number)
    case .claim: claim(operation, number)
    case .acknowledge(let token), .release(let token), .reject(let token):
      tokens[token, default: TokenFate()].endings.append(number)
    case .extend(let token): tokens[token, default: TokenFate()].renewals.append(number)
    case .restore(let id, _): restore(id, operation, number)
    case .removeDeadLetter(let id, _):
      if operation.mayHaveSucceeded { fates[position(of: id)].removals.append(number) }
    case .maintain, .deadLetters, .statistics: break
    }
  }

  private mutating func enqueue(_ operation: HistoryOperation, _ number: Int) {
    var dates: ClosedRange<Double>?
    if case .enqueue(_, .some(let date)) = operation.call { dates = date.isNaN ? nil : date...date }
    for message in operation.call.messages {
      guard let id = message.id else { continue }
      let place = position(of: id)
      guard operation.mayHaveSucceeded else {
        fates[place].failedEnqueues.append(number)
        continue
      }
      fates[place].sources.append(
        MessageFate.Source(
          operation: number, start: operation.invoked, end: timeline.end(number), payload: message.payload,
          date: dates ?? timeline.clock(operation, number: number), isCertain: operation.succeeded,
          durability: durability(of: operation), size: message.size))
    }
  }

  private mutating func restore(_ id: UUID, _ operation: HistoryOperation, _ number: Int) {
    guard operation.mayHaveSucceeded else { return }
    let place = position(of: id)
    fates[place].removals.append(number)
    fates[place].sources.append(
      MessageFate.Source(
        operation: number, start: operation.invoked, end: timeline.end(number), payload: nil,
        date: timeline.clock(operation, number: number), isCertain: operation.succeeded,
        durability: durability(of: operation)))
  }

  /// What was stored and is `notDurable` is no safer than what nobody synchronised (DUR-5).
  private func durability(of operation: HistoryOperation) -> HistoryDurability {
    operation.outcome?.error == .notDurable
      ? .processCrash : history.participants[operation.process].durability
  }

  private mutating func claim(_ operation: HistoryOperation, _ number: Int) {
    guard let outcome = operation.outcome else {
      unknownClaims.append(number)
      return
    }
    // It may have taken what it could neither return nor put back.
    // And what it took too long about, another may have taken over before it was told.
    let clock = timeline.clock(operation, number: number)
    let timeout = history.participants.map(\.claimTimeout).min() ?? .infinity
    if operation.hasFaults || clock.upperBound - clock.lowerBound > timeout { unknownClaims.append(number) }
    for claim in outcome.claims {
      deliver(
        MessageFate.Delivery(
          operation: number, process: operation.process, start: operation.invoked, end: timeline.end(number),
          clock: timeline.clock(operation, number: number), claim: claim))
    }
  }

  private mutating func deliver(_ delivery: MessageFate.Delivery) {
    let place = position(of: delivery.claim.id)
    fates[place].deliveries.append(delivery)
    if tokens[delivery.claim.token]?.delivery == nil {
      tokens[delivery.claim.token, default: TokenFate()].delivery = (place, fates[place].deliveries.count - 1)
    }
  }
}
