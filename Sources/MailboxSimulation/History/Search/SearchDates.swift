internal import Foundation

/// Which dates a message can have that was given none, as far as it is worth trying them.
struct SearchDates {
  /// The dates under which each identifier was seen.
  private var seen: [UUID: Set<Double>] = [:]
  /// How many operations may store each identifier.
  private var uses: [UUID: Int] = [:]
  /// The oldest dates that statistics told; whose they are is not known.
  private var oldest: Set<Double> = []
  /// What the clock showed before and after it was set.
  private var readings: [(moment: UInt64, clock: Double)] = []

  init(_ history: MailboxHistory) {
    for operation in history.operations {
      for id in Self.ids(operation.call) { uses[id, default: 0] += 1 }
      switch operation.outcome {
      case .claims(let claims): for claim in claims { see(claim.id, claim.date) }
      case .deadLetters(let letters): for letter in letters { see(letter.id, letter.date) }
      case .statistics(let counts): if let date = counts.oldestPending { oldest.insert(date) }
      default: break
      }
    }
    for event in history.events {
      guard case .clockMoved(let before, let after) = event.kind else { continue }
      readings += [(event.moment, before), (event.moment, after)]
    }
    switch history.ending {
    case .drained(_, _, let claims): for claim in claims { see(claim.id, claim.date) }
    case .listing(let names):
      for name in names.pending + names.claimed + names.deadLetters { see(name.id, name.date) }
    case nil: break
    }
  }

  private mutating func see(_ id: UUID, _ date: Double) {
    seen[id, default: []].insert(date)
  }

  private static func ids(_ call: HistoryCall) -> [UUID] {
    if case .restore(let id, _) = call { [id] } else { call.messages.compactMap(\.id) }
  }

  /// The dates worth trying for what an operation stores.
  ///
  /// Those under which it was seen. If it was not, or if that can have been another message of the same identifier: what
  /// the clock showed at the invocation, at the return and whenever it was set in between, what statistics told, and
  /// what lies just behind another message's date.
  func candidates(for operation: HistoryOperation, _ clock: ClosedRange<Double>, until end: UInt64) -> [Double] {
    guard operation.call.stores else { return [] }
    if case .enqueue(_, .some(let date)) = operation.call { return [date] }
    if clock.lowerBound == clock.upperBound { return [clock.lowerBound] }
    let ids = Self.ids(operation.call)
    let seen = ids.reduce(into: Set<Double>()) { $0.formUnion(self.seen[$1] ?? []) }.filter(clock.contains).sorted()
    if !seen.isEmpty, ids.allSatisfy({ uses[$0] == 1 }) { return seen }
    var others = [operation.clockInvoked, operation.clockReturned].compactMap(\.self)
    others += readings.filter { operation.invoked <= $0.moment && $0.moment <= end }.map(\.clock)
    others += oldest.filter(clock.contains)
    if seen.isEmpty { others += behind(clock) }
    others += [clock.lowerBound, clock.upperBound]
    var result = seen
    for date in others where !result.contains(date) { result.append(date) }
    return result
  }

  private func behind(_ clock: ClosedRange<Double>) -> [Double] {
    let dates = seen.values.reduce(into: Set<Double>()) { $0.formUnion($1) }
    return Array(dates.filter(clock.contains).map(\.nextUp).sorted().prefix(4))
  }
}
