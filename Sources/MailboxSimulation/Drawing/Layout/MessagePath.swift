internal import Foundation

/// Where a message went, from its producer to its consumers.
struct MessagePath {
  enum Station: Hashable {
    /// Planted before anything else.
    case beginning
    case operation(Int)
    case event(Int)
    case ending
  }

  enum Kind {
    case passed
    /// From a consumer who died, or whose lease ran out.
    case recovered
    /// Delivered again although it had been acknowledged.
    case returned
    /// Should be there at the end, and is not.
    case lost
  }

  struct Step {
    var from: Station
    var to: Station
    var kind: Kind
  }

  /// The time in which a consumer has the message.
  struct Holding {
    var from: Station
    /// What ended it; `nil` if nothing did.
    var until: Station?
  }

  let id: UUID
  private(set) var steps: [Step] = []
  private(set) var holdings: [Holding] = []
  private let facts: HistoryFacts
  /// Where it could be claimed from, and since when.
  private var places: [(moment: UInt64, station: Station)] = []

  /// - Parameter isMissing: Whether the broken promise is that it should be there at the end.
  init?(of id: UUID, in facts: HistoryFacts, isMissing: Bool) {
    guard let fate = facts.fate(of: id) else { return nil }
    self.id = id
    self.facts = facts
    places = fate.sources.map { (moment: $0.start, station: Self.station(of: $0, id, in: facts.history)) }
    for delivery in fate.deliveries {
      for number in endings(of: delivery) where facts.operations[number].call.isRelease {
        places.append((facts.operations[number].invoked, .operation(number)))
      }
    }
    let deliveries = fate.deliveries.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    for (number, delivery) in deliveries.enumerated() {
      addArrival(of: delivery, after: deliveries[..<number])
      addHolding(of: delivery, before: deliveries[(number + 1)...])
    }
    addEnd(deliveries, isMissing: isMissing)
  }

  private static func station(
    of source: MessageFate.Source, _ id: UUID, in history: MailboxHistory
  ) -> Station {
    if let operation = source.operation { return .operation(operation) }
    let event = history.events.firstIndex { $0.moment == source.start && $0.plantedFile?.id == id }
    return event.map(Station.event) ?? .beginning
  }

  private func station(of delivery: MessageFate.Delivery) -> Station {
    delivery.operation.map(Station.operation) ?? .ending
  }

  /// What ended a claim or may have, the first first.
  private func endings(of delivery: MessageFate.Delivery) -> [Int] {
    (facts.tokens[delivery.claim.token]?.endings ?? []).filter { facts.operations[$0].mayHaveSucceeded }
      .sorted { facts.operations[$0].invoked < facts.operations[$1].invoked }
  }

  /// Where a delivery took the message from: the last place where it can have been.
  private mutating func addArrival(of delivery: MessageFate.Delivery, after others: ArraySlice<MessageFate.Delivery>) {
    var candidates = places.filter { $0.moment <= delivery.end }.map { ($0.moment, $0.station, Kind.passed) }
    for other in others {
      if mayHaveBeenGivenUp(other, by: delivery.end) {
        candidates.append((other.start, station(of: other), .recovered))
      }
      for number in endings(of: other)
      where facts.operations[number].call.isAcknowledge && facts.timeline.end(number) < delivery.start {
        candidates.append((facts.operations[number].invoked, .operation(number), .returned))
      }
    }
    guard let (_, origin, kind) = candidates.max(by: { $0.0 < $1.0 }) else { return }
    steps.append(Step(from: origin, to: station(of: delivery), kind: kind))
  }

  private func mayHaveBeenGivenUp(_ delivery: MessageFate.Delivery, by moment: UInt64) -> Bool {
    endings(of: delivery).isEmpty
      && (facts.leaseMayRunOut(delivery, by: moment) || facts.lostPower(from: delivery.start, to: moment))
  }

  private mutating func addHolding(of delivery: MessageFate.Delivery, before others: ArraySlice<MessageFate.Delivery>) {
    guard delivery.operation != nil else { return }
    var until = endings(of: delivery).first.map(Station.operation)
    if until == nil {
      until = facts.history.events.indices.filter { number in
        let event = facts.history.events[number]
        guard event.moment >= delivery.start else { return false }
        return event.kind == .killed(process: delivery.process) || event.kind == .powerLost
      }.min { facts.history.events[$0].moment < facts.history.events[$1].moment }.map(Station.event)
    }
    if until == nil, let next = others.first(where: { mayHaveBeenGivenUp(delivery, by: $0.end) }) {
      until = station(of: next)
    }
    holdings.append(Holding(from: station(of: delivery), until: until))
  }

  /// What the end shows of it.
  private mutating func addEnd(_ deliveries: [MessageFate.Delivery], isMissing: Bool) {
    let last = places.max { $0.moment < $1.moment }?.station
    guard let ending = facts.history.ending else { return }
    // What somebody took out is missing for a reason.
    let isTaken = deliveries.contains { endings(of: $0).contains { facts.operations[$0].call.isEndOfMessage } }
    let isMissing = isMissing && !isTaken
    let claimed = deliveries.last { endings(of: $0).isEmpty && $0.operation != nil }.map(station)
    switch ending {
    case .listing(let names):
      let waits = (names.pending + names.deadLetters).contains { $0.id == id }
      if waits, let origin = last ?? claimed { return steps.append(Step(from: origin, to: .ending, kind: .passed)) }
      if isMissing, !names.claimed.contains(where: { $0.id == id }), let origin = claimed ?? last {
        steps.append(Step(from: origin, to: .ending, kind: .lost))
      }
    case .drained(_, _, let claims):
      if isMissing, !claims.contains(where: { $0.id == id }), let origin = claimed ?? last {
        steps.append(Step(from: origin, to: .ending, kind: .lost))
      }
    }
  }
}

extension HistoryCall {
  fileprivate var isRelease: Bool { if case .release = self { true } else { false } }
}
