internal import Foundation

/// Something that has to find its place in the order: an operation, or an event that changes the mailbox.
struct SearchItem {
  enum Content {
    case operation(Int)
    case event(HistoryEvent.Kind)
  }

  var content: Content
  var start: UInt64
  /// From when on it does nothing more.
  var end: UInt64
  /// Whether it must have taken effect; the others may, in whole or in part.
  var isRequired: Bool
  var clock: ClosedRange<Double>
  /// What the date of a message can be that it stores, where it was given none.
  var dates: [Double] = []
  /// Whether a lock that could not be had may have kept it from something.
  var mayHaveMissedTheLock = false
}

/// A history prepared for the search.
struct SearchProblem {
  let history: MailboxHistory
  let items: [SearchItem]
  /// The model's numbers of the tokens that the history names.
  let tokens: [UUID: Int]
  let start: SearchState
  private let claimRound: Int
  /// Identifiers of messages that a power loss may tear, for they were never synchronised (DUR-3).
  let tearable: Set<UUID>
  /// Whether all sizes are known, so that sums of bytes can be compared.
  let knowsSizes: Bool
  let powerLosses: [Int]
  let hasUnknown: Bool

  init(_ unresolved: MailboxHistory, claimRound: Int) {
    let history = unresolved.resolvingIdentifiers()
    self.history = history
    self.claimRound = claimRound
    let timeline = HistoryTimeline(history)
    let dates = SearchDates(history)
    var items: [SearchItem] = history.operations.indices.map { number in
      let operation = history.operations[number]
      let clock = timeline.clock(operation, number: number)
      return SearchItem(
        content: .operation(number), start: operation.invoked, end: timeline.end(number),
        isRequired: operation.outcome != nil, clock: clock,
        dates: dates.candidates(for: operation, clock, until: timeline.end(number)),
        mayHaveMissedTheLock: Self.mayHaveMissedTheLock(number, history, timeline))
    }
    for event in history.events where event.changesMailbox {
      items.append(
        SearchItem(
          content: .event(event.kind), start: event.moment, end: event.moment, isRequired: true,
          clock: timeline.clock(from: event.moment, to: event.moment)))
    }
    items.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    self.items = items
    powerLosses = items.indices.filter { if case .event(.powerLost) = items[$0].content { true } else { false } }
    hasUnknown = items.contains { !$0.isRequired }
    tokens = Self.tokens(history)
    tearable = Set(
      history.operations.filter { history.participants[$0.process].durability == .processCrash }
        .flatMap(\.call.messages).compactMap(\.id))
    knowsSizes =
      history.operations.allSatisfy { $0.call.messages.allSatisfy { $0.size != nil } }
      && history.planted.allSatisfy { $0.size != nil }
    start = Self.start(history, tokens)
  }

  /// How many files a claim takes under one hold of the lock.
  func claimRound(of operation: HistoryOperation) -> Int {
    history.participants[operation.process].claimRound ?? claimRound
  }

  /// Whether it looked without the lock while others may have made changes, so that what it saw was there at no moment.
  func looksAtNoMoment(_ item: Int) -> Bool {
    guard let operation = operation(item), history.participants[operation.process].looksWithoutLock == true else {
      return false
    }
    return items.indices.contains { other in
      other != item && !(self.operation(other)?.call.isReading ?? false)
        && items[other].start <= items[item].end && items[item].start <= items[other].end
    }
  }

  func operation(_ item: Int) -> HistoryOperation? {
    if case .operation(let number) = items[item].content { history.operations[number] } else { nil }
  }

  private static func start(_ history: MailboxHistory, _ tokens: [UUID: Int]) -> SearchState {
    var model = MailboxModel(participants: history.participants.map(\.model), now: 0)
    model.nextToken = tokens.count
    // States that differ only in numbers that nobody sees are one.
    model.ordinalsFollowClock = false
    var state = SearchState(model: model)
    for file in history.planted { state.plant(file, tokens) }
    return state
  }

  private static func tokens(_ history: MailboxHistory) -> [UUID: Int] {
    var tokens: [UUID: Int] = [:]
    func add(_ token: UUID?) {
      if let token, tokens[token] == nil { tokens[token] = tokens.count }
    }
    for operation in history.operations {
      add(operation.call.token)
      for claim in operation.outcome?.claims ?? [] { add(claim.token) }
    }
    let files =
      history.planted + history.events.compactMap { if case .planted(let file) = $0.kind { file } else { nil } }
    for file in files {
      if case .claimed(let token, _) = file.place { add(token) }
    }
    if case .listing(let names) = history.ending { for name in names.claimed { add(name.token) } }
    return tokens
  }
}

extension SearchProblem {
  /// Whether it met, for as long as it waits for the lock, operations of others.
  private static func mayHaveMissedTheLock(
    _ number: Int, _ history: MailboxHistory, _ timeline: HistoryTimeline
  ) -> Bool {
    let operation = history.operations[number]
    let (start, end) = (operation.invoked, timeline.end(number))
    if let timeout = history.participants[operation.process].lockTimeout, end - start < timeout { return false }
    return history.operations.indices.contains { other in
      history.operations[other].process != operation.process && timeline.start(other) <= end
        && timeline.end(other) >= start
    }
  }
}
