internal import Foundation

/// What can be said of the queue as a whole in one pass.
extension MessageFates {
  /// A message that was stored once and delivered with no attempts before, at its first delivery.
  private struct Life {
    var fate: Int
    var date: Double
    var stored: UInt64
    var claimed: (start: UInt64, end: UInt64)
  }

  /// ORD-1: nothing is claimed before an earlier message that waits already when the claim begins and waits on when it ends.
  mutating func checkOrder() {
    // Readers that do not take the same messages may pass over what another one then gets; so may faults.
    let readers = facts.history.participants
    guard Set(readers.map(\.decodes)).count <= 1, Set(readers.map(\.maxPayloadBytes)).count <= 1,
      facts.powerLosses.isEmpty, facts.removals.isEmpty, !facts.operations.contains(where: \.hasFaults)
    else { return }
    let lives = facts.fates.indices.compactMap(life).sorted { $0.date < $1.date }
    let moments = lives.map(\.stored).sorted()
    var latest = PrefixMaximum(count: moments.count)
    var waiting = lives[...]
    for life in lives {
      // Only those with a smaller date: of equal ones the ordinals are not known.
      while let earlier = waiting.first, earlier.date < life.date {
        latest.raise(moments.partition(before: earlier.stored), to: earlier.claimed.start, by: earlier.fate)
        waiting.removeFirst()
      }
      let count = moments.partition(before: life.claimed.start)
      guard let (start, passed) = latest.maximum(ofFirst: count), start > life.claimed.end else { continue }
      report(
        .order, "\(facts.fates[life.fate].id.short) was claimed before \(facts.fates[passed].id.short), which is older",
        [facts.fates[life.fate], facts.fates[passed]].flatMap { [$0.sources[0].operation, $0.deliveries[0].operation] })
    }
  }

  private func life(_ number: Int) -> Life? {
    let fate = facts.fates[number]
    guard fate.sources.count == 1, !fate.sources[0].isUnreadable,
      let first = fate.deliveries.min(by: { $0.start < $1.start }),
      first.operation != nil, first.claim.attempts == 0
    else { return nil }
    return Life(
      fate: number, date: first.claim.date, stored: fate.sources[0].end, claimed: (first.start, first.end))
  }

  /// LIM-4: the messages that certainly were there at one moment are no more than anybody allows.
  mutating func checkDepth() {
    guard facts.powerLosses.isEmpty, facts.removals.isEmpty, !facts.hasLostLock,
      let bound = facts.history.participants.map(\.maxMessages).max()
    else { return }
    // A kill between publishing and evicting may leave one batch too many (OVF-5).
    let isLenient = facts.history.participants.contains(where: \.discardsOldest)
    guard !isLenient else { return }
    var changes: [(moment: UInt64, by: Int, operation: Int)] = []
    for fate in facts.fates where fate.sources.count == 1 {
      let source = fate.sources[0]
      guard source.isCertain, let operation = source.operation, let end = earliestEnd(of: fate, source) else {
        continue
      }
      guard end > source.end else { continue }
      changes += [(source.end, 1, operation), (end, -1, operation)]
    }
    var depth = 0
    // At one moment what ends goes first.
    for change in changes.sorted(by: { ($0.moment, $0.by) < ($1.moment, $1.by) }) {
      depth += change.by
      if depth > bound {
        report(.bounds, "\(depth) messages were there at once, and \(bound) are allowed", [change.operation])
        return
      }
    }
  }

  /// LIM-4, OVF-3: who is told that the mailbox is full can have met enough messages for that.
  mutating func checkFullness() {
    guard facts.powerLosses.isEmpty, !facts.operations.contains(where: \.hasFaults) else { return }
    let starts = (facts.fates.flatMap(\.sources).map(\.start) + facts.fillers).sorted()
    let endings = facts.tokens.values.filter { $0.delivery != nil }.flatMap(\.endings)
      .filter { facts.operations[$0].succeeded && facts.operations[$0].call.isEndOfMessage }
    let ends = endings.map { facts.timeline.end($0) }.sorted()
    for (number, operation) in facts.operations.enumerated() where operation.outcome?.error == .mailboxFull {
      let stored = starts.partition(before: facts.timeline.end(number).addingOne)
      let gone = ends.partition(before: operation.invoked)
      let wanted = operation.call.messages.count
      let bound = facts.history.participants[operation.process].maxMessages
      guard stored - gone + max(wanted, 1) <= bound else { continue }
      report(
        .bounds, "The mailbox was full with at most \(stored - gone) messages, and \(bound) are allowed", [number])
    }
  }

  /// The first moment at which a message can be gone; `nil` if that is not worth finding out.
  private func earliestEnd(of fate: MessageFate, _ source: MessageFate.Source) -> UInt64? {
    if facts.mayHaveExpired(fate, source, by: .max) || facts.mayBeDeadLetter(fate, by: .max) { return nil }
    let ends = fate.deliveries.flatMap { facts.tokens[$0.claim.token]?.endings ?? [] }
      .filter { facts.operations[$0].mayHaveSucceeded && facts.operations[$0].call.isEndOfMessage }
    return ends.map { facts.timeline.start($0) }.min() ?? .max
  }
}

/// The largest values among the first so many places, in logarithmic time: a Fenwick tree.
private struct PrefixMaximum {
  private var values: [(value: UInt64, by: Int)?]

  init(count: Int) {
    values = Array(repeating: nil, count: count + 1)
  }

  mutating func raise(_ position: Int, to value: UInt64, by name: Int) {
    var position = position + 1
    while position < values.count {
      if value >= values[position]?.value ?? 0 { values[position] = (value, name) }
      position += position & -position
    }
  }

  func maximum(ofFirst count: Int) -> (value: UInt64, by: Int)? {
    var (position, best) = (count, nil as (value: UInt64, by: Int)?)
    while position > 0 {
      if let value = values[position], value.value >= best?.value ?? 0 { best = value }
      position -= position & -position
    }
    return best
  }
}

extension UInt64 {
  /// The next moment, if there is one.
  fileprivate var addingOne: UInt64 { self == .max ? self : self + 1 }
}

extension [UInt64] {
  /// How many of the sorted values are smaller.
  fileprivate func partition(before value: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
