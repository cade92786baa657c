internal import Foundation

/// What can have happened between two moments, with the benefit of the doubt.
extension HistoryFacts {
  /// Whether a claim's lease can have run out for some reader by a moment (REC-1, REC-3).
  func leaseMayRunOut(_ delivery: MessageFate.Delivery, by moment: UInt64) -> Bool {
    // Who claims under another lock may set the stamp of what this one has just claimed to what it read long before.
    if hasLostLock { return true }
    let timeout = history.participants.map(\.claimTimeout).min() ?? .infinity
    let whole = timeline.wholeRange
    // Mostly no lease ever can.
    guard whole.upperBound - whole.lowerBound > timeout else { return false }
    return stamps(of: delivery, by: moment).contains { stamp, until in
      let clock = timeline.clock(from: stamp.start, to: until)
      return clock.upperBound - stamp.clock.lowerBound > timeout || stamp.clock.upperBound - clock.lowerBound > timeout
    }
  }

  /// Whether a claim's lease has certainly run out for a reader with a clock (REC-1).
  func leaseHasRunOut(_ delivery: MessageFate.Delivery, at clock: Double, for process: Int) -> Bool {
    let timeout = history.participants[process].claimTimeout
    let token = tokens[delivery.claim.token]
    let unknown = (token?.renewals ?? []).filter { operations[$0].outcome == nil }
    guard unknown.isEmpty, let last = stamps(of: delivery, by: .max).last?.stamp else { return false }
    return clock - last.clock.upperBound > timeout || last.clock.lowerBound - clock > timeout
  }

  /// A moment at which a lease was renewed.
  struct Stamp {
    var start: UInt64
    var clock: ClosedRange<Double>
  }

  /// The claim's stamp and each that a successful extend gave it, with the moment until which it can have counted.
  private func stamps(of delivery: MessageFate.Delivery, by moment: UInt64) -> [(stamp: Stamp, until: UInt64)] {
    var stamps: [(stamp: Stamp, until: UInt64)] = [(Stamp(start: delivery.start, clock: delivery.clock), moment)]
    for number in tokens[delivery.claim.token]?.renewals ?? [] {
      let operation = operations[number]
      guard operation.outcome == nil || operation.succeeded, operation.invoked < moment else { continue }
      // A recovery that looked just before the extend may carry on just after it.
      // One of which nobody knows whether it came so far leaves the stamp before it possible as well.
      if operation.succeeded { stamps[stamps.count - 1].until = min(timeline.end(number), moment) }
      let clock = timeline.clock(operation, number: number)
      stamps.append((Stamp(start: operation.invoked, clock: clock), moment))
    }
    return stamps
  }

  /// Whether a claim can have been over before a moment.
  func mayHaveEnded(_ delivery: MessageFate.Delivery, before moment: UInt64) -> Bool {
    let endings = tokens[delivery.claim.token]?.endings ?? []
    if endings.contains(where: { operations[$0].mayHaveSucceeded && operations[$0].invoked <= moment }) { return true }
    return leaseMayRunOut(delivery, by: moment) || wasReset(from: delivery.start, to: moment)
  }

  /// Whether a message that was there can have left the pending and claimed ones between two moments.
  func mayHaveLeft(_ fate: MessageFate, _ source: MessageFate.Source, by moment: UInt64) -> Bool {
    mayHaveBeenSettled(fate, from: source.start, to: moment, \.isEndOfMessage)
      || mayHaveExpired(fate, source, by: moment) || mayHaveEvicted(from: source.start, to: moment)
      || mayBeDeadLetter(fate, by: moment) || wasReset(from: source.start, to: moment)
  }

  /// Whether one of the message's claims can have been ended in a certain way between two moments.
  func mayHaveBeenSettled(
    _ fate: MessageFate, from first: UInt64, to last: UInt64, _ isWanted: (HistoryCall) -> Bool
  ) -> Bool {
    fate.deliveries.contains { delivery in
      (tokens[delivery.claim.token]?.endings ?? []).contains { number in
        let operation = operations[number]
        return operation.mayHaveSucceeded && isWanted(operation.call) && operation.invoked <= last
          && timeline.end(number) >= first
      }
    }
  }

  /// EXP-1, for the reader with the shortest lifetime and the earliest possible date: a repeated enqueue leaves the
  /// earlier one's.
  func mayHaveExpired(_ fate: MessageFate, _ source: MessageFate.Source, by moment: UInt64) -> Bool {
    let lifetime = history.participants.map(\.messageLifetime).min() ?? .infinity
    let earliest = fate.sources.map(\.date.lowerBound).min() ?? 0
    return timeline.clock(from: source.start, to: moment).upperBound - earliest > lifetime
  }

  /// DLQ-1 to DLQ-6.
  func mayBeDeadLetter(_ fate: MessageFate, by moment: UInt64) -> Bool {
    if mayHaveBeenSettled(fate, from: 0, to: moment, \.isRejection) { return true }
    if fate.hasSeveralFiles || hasLostLock { return true }
    // An attempt for each delivery that can have been given up; a killed claim may have been one.
    if let bound = history.participants.compactMap(\.maxAttempts).min() {
      let planted = fate.sources.map(\.attempts).max() ?? 0
      let deliveries = fate.deliveries.count { $0.start <= moment && leaseMayRunOut($0, by: moment) }
      let unknown = unknownClaims.count { timeline.start($0) <= moment }
      if planted + deliveries + unknown >= bound { return true }
    }
    return history.participants.contains { reader in
      fate.sources.contains { source in
        (source.size ?? 0) > reader.maxPayloadBytes
          || source.payload.map { reader.decodes == .text && !$0.hasPrefix("\"") } ?? false
      }
    }
  }
}

extension HistoryCall {
  var isEndOfMessage: Bool { isAcknowledge || isRejection }
  var isAcknowledge: Bool { if case .acknowledge = self { true } else { false } }
  var isRejection: Bool { if case .reject = self { true } else { false } }
}
