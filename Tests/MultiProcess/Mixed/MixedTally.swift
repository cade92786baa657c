import Foundation
import MailboxSimulation

/// What was seen in races of several implementations.
struct MixedTally {
  private(set) var races = 0
  private(set) var operations = 0
  private(set) var kills = 0
  /// Deliveries, by who got them.
  private(set) var delivered: [Implementation: Int] = [:]
  /// Deliveries of what release 0.1 wrote, by who got them.
  private(set) var legacy: [Implementation: Int] = [:]
  /// Deliveries of what the other implementation wrote, by who got them.
  private(set) var exchanged: [Implementation: Int] = [:]
  /// Deliveries of what was the other implementation's until it was recovered, by who got them.
  private(set) var inherited: [Implementation: Int] = [:]
  /// Operations of the second implementation during which the first was at work too.
  private(set) var overlapping = 0
  /// Races of which the whole order was asked for and found.
  private(set) var explained = 0

  /// - Parameter kinds: Who each participant is by.
  mutating func add(_ history: MailboxHistory, _ kinds: [Implementation]) {
    races += 1
    operations += history.operations.count
    kills += history.events.count { if case .killed = $0.kind { true } else { false } }
    overlapping += Self.overlapping(history, kinds)
    let isSearched = history.operations.count <= HistoryFinding.longestSearch
    if isSearched, HistoryFinding(judging: history).search == .explained { explained += 1 }

    var writers: [UUID: Implementation] = [:]
    for operation in history.operations {
      for id in operation.call.enqueued { writers[id] = writers[id] ?? kinds[operation.process] }
    }
    var holders: [UUID: Implementation] = [:]
    for operation in history.operations {
      let kind = kinds[operation.process]
      for claim in operation.outcome?.claims ?? [] {
        delivered[kind, default: 0] += 1
        if writers[claim.id] == .legacy { legacy[kind, default: 0] += 1 }
        if writers[claim.id] == kind.other { exchanged[kind, default: 0] += 1 }
        if claim.attempts > 0, holders[claim.id] == kind.other { inherited[kind, default: 0] += 1 }
        holders[claim.id] = kind
      }
    }
  }

  private static func overlapping(_ history: MailboxHistory, _ kinds: [Implementation]) -> Int {
    func operations(of kind: Implementation) -> [HistoryOperation] {
      history.operations.filter { kinds[$0.process] == kind && $0.returned != nil }.sorted { $0.invoked < $1.invoked }
    }
    var others = operations(of: .swift)[...]
    var latest: UInt64 = 0
    var count = 0
    for operation in operations(of: .python).sorted(by: { $0.returned! < $1.returned! }) {
      // Of those that began before this one ended, one ended after this one began.
      while let other = others.first, other.invoked <= operation.returned! {
        latest = max(latest, other.returned!)
        others.removeFirst()
      }
      if latest >= operation.invoked { count += 1 }
    }
    return count
  }
}

extension MixedTally: CustomStringConvertible {
  /// One line, for a person.
  var description: String {
    func counts(_ counts: [Implementation: Int]) -> String {
      Implementation.whole.map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", ")
    }
    return """
      \(races) races, \(explained) of them explained as a whole, \(operations) operations, \(overlapping) of Python's \
      while the library was at work, \(kills) kills; delivered: \(counts(delivered)); of 0.1's: \(counts(legacy)); \
      of each other's: \(counts(exchanged)); of what the other had held: \(counts(inherited))
      """
  }
}

extension HistoryCall {
  /// The identifiers that it may have stored.
  fileprivate var enqueued: [UUID] {
    switch self {
    case .enqueue(let message, _): [message.id].compactMap(\.self)
    case .batch(let messages): messages.compactMap(\.id)
    default: []
    }
  }
}
