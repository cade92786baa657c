internal import Foundation

/// Where what is delivered came from, and whether it is what it was.
extension MessageFates {
  /// CLM-4, ENQ-2, ENQ-3: what is delivered was enqueued, with this payload and this date.
  mutating func checkOrigin(of fate: MessageFate) {
    for delivery in fate.deliveries {
      let sources = fate.sources.filter { $0.start <= delivery.end }
      guard !sources.isEmpty else {
        report(
          .nothingIsInvented, "\(fate.id.short) was delivered, and nobody had enqueued it",
          fate.failedEnqueues + [delivery.operation])
        continue
      }
      checkContent(of: delivery, in: fate, from: sources)
    }
  }

  private mutating func checkContent(
    of delivery: MessageFate.Delivery, in fate: MessageFate, from sources: [MessageFate.Source]
  ) {
    let claim = delivery.claim
    let isAlone = sources.count == 1
    let possible = isAlone ? sources : sources.filter { mayHaveStored($0, in: fate) }
    let operations = sources.map(\.operation) + [delivery.operation]
    let payloads = possible.compactMap(\.payload)
    // A restored message has the payload of whatever became the dead letter.
    let isRestored = possible.contains { $0.payload == nil }
    let all = isRestored ? fate.sources.compactMap(\.payload) : payloads
    guard all.contains(claim.payload) else {
      report(
        .deliveredAsEnqueued, "\(fate.id.short) was enqueued as \(all) and delivered as \(claim.payload)", operations)
      return
    }
    let datedSo = possible.filter { $0.payload == nil || $0.payload == claim.payload }
    guard datedSo.contains(where: { $0.date.contains(claim.date) }) else {
      report(
        .deliveredAsEnqueued,
        "\(fate.id.short) was delivered with the date \(claim.date), which no enqueue of it can have given", operations)
      return
    }
  }

  /// Whether an enqueue can have stored its message, and not met an earlier one of that identifier (ENQ-2).
  private func mayHaveStored(_ source: MessageFate.Source, in fate: MessageFate) -> Bool {
    // A file that somebody put there was not asked.
    source.operation == nil
      || !fate.sources.contains { earlier in
        earlier.isCertain && earlier.end < source.start && !facts.mayHaveLeft(fate, earlier, by: source.end)
      }
  }

  /// What lists and the directory show was enqueued too.
  mutating func checkNames() {
    for (number, operation) in facts.operations.enumerated() {
      guard case .deadLetters(let letters) = operation.outcome else { continue }
      for letter in letters { checkName(letter.id, "is in a list of dead letters", number) }
    }
    guard case .listing(let names) = facts.history.ending else { return }
    for name in names.pending + names.claimed + names.deadLetters { checkName(name.id, "is there at the end", nil) }
  }

  private mutating func checkName(_ id: UUID, _ place: String, _ operation: Int?) {
    let fate = facts.fate(of: id)
    guard fate?.sources.isEmpty ?? true, !facts.unreadable.contains(id) else { return }
    report(
      .nothingIsInvented, "\(id.short) \(place), and nobody enqueued it", (fate?.failedEnqueues ?? []) + [operation])
  }

  /// EXP-1.
  mutating func checkExpiry(of fate: MessageFate) {
    for delivery in fate.deliveries {
      let lifetime = facts.history.participants[delivery.process].messageLifetime
      if delivery.clock.lowerBound - delivery.claim.date > lifetime {
        report(.expiredIsNotDelivered, "\(fate.id.short) was delivered after it had expired", [delivery.operation])
      }
    }
  }

  /// QUA-1: there is no more in quarantine than was hostile, or torn by a power loss.
  mutating func checkQuarantine() {
    var hostile = facts.hostileFiles
    if !facts.powerLosses.isEmpty {
      hostile += facts.laterFormats
      hostile += facts.fates.flatMap(\.sources).count { $0.durability == .processCrash }
    }
    for (number, operation) in facts.operations.enumerated() {
      guard case .statistics(let counts) = operation.outcome, counts.quarantined > hostile else { continue }
      report(
        .validIsNotQuarantined, "\(counts.quarantined) files are in quarantine, and at most \(hostile) were hostile",
        [number])
    }
    if case .listing(let names) = facts.history.ending, names.quarantined > hostile {
      report(
        .validIsNotQuarantined,
        "\(names.quarantined) files are in quarantine at the end, and at most \(hostile) were hostile", [])
    }
  }
}
