internal import Foundation

/// Whether a state is the one that was found at the end.
extension HistorySearch {
  mutating func endingFits(_ state: SearchState) -> Bool {
    switch problem.history.ending {
    case nil: return true
    case .listing(let names):
      let due = HistoryListing(state.model, problem.tokens)
      let seen = names.sorted(knowing: problem.tokens)
      if due == seen { return true }
      note(nil, .finalState, "the directory holds \(seen.summary), and due was \(due.summary)", in: state)
      return false
    case .drained(let process, let clock, let claims):
      return drains(to: claims, by: process, clock: clock, state)
    }
  }

  private mutating func drains(
    to seen: [HistoryClaim], by process: Int, clock: Double, _ state: SearchState
  ) -> Bool {
    let reader = problem.history.participants[process]
    let upkeep = upkeep(state, by: reader, clock: clock...clock, item: nil)
    for variant in 0..<upkeep.variants {
      var model = state.model
      tear(&model, state.tearable, sparing: Set(seen.map(\.id)))
      model.upkeep = upkeep.decisions(variant).upkeep
      var drained: [ModelClaim] = []
      while let claims = try? model.claimPending(by: process), !claims.isEmpty {
        drained += claims
        for claim in claims { try? model.acknowledge(token: claim.token) }
        // All that was abandoned or too old has been found.
        model.upkeep = ModelUpkeep()
      }
      let agree =
        drained.count == seen.count
        && zip(drained, seen).allSatisfy { claim, seen in
          claim.message.id == seen.id && claim.message.payload == seen.payload && claim.message.date == seen.date
            && claim.attemptsBefore == seen.attempts
        }
      if agree { return true }
    }
    note(nil, .finalState, "the quiet phase delivered \(HistoryOutcome.claims(claims: seen))", in: state)
    return false
  }
}

extension HistorySearch {
  /// What a power loss may have torn, and nobody delivered, was torn.
  private func tear(_ model: inout MailboxModel, _ tearable: Set<ModelName>, sparing seen: Set<UUID>) {
    guard !tearable.isEmpty else { return }
    for place in model.pending.indices
    where tearable.contains(model.pending[place].name) && !seen.contains(model.pending[place].id) {
      model.pending[place].body = .malformed
    }
    for place in model.claimed.indices
    where tearable.contains(model.claimed[place].message.name) && !seen.contains(model.claimed[place].message.id) {
      model.claimed[place].message.body = .malformed
    }
  }
}

extension HistoryListing {
  /// The listing that a model predicts, with the tokens that the history names.
  fileprivate init(_ model: MailboxModel, _ tokens: [UUID: Int]) {
    let names = Dictionary(uniqueKeysWithValues: tokens.map { ($1, $0) })
    self.init(
      pending: model.pending.map { Name(id: $0.id, date: $0.date, attempts: $0.attempts) },
      claimed: model.claimed.map { claim in
        Name(
          id: claim.message.id, date: claim.message.date, attempts: claim.message.attempts, token: names[claim.token])
      },
      deadLetters: model.deadLetters.map { letter in
        Name(
          id: letter.message.id, date: letter.message.date, attempts: letter.message.attempts,
          reason: letter.reason.rawValue)
      },
      quarantined: model.quarantined, malformed: model.malformedNames)
    self = sorted(knowing: tokens)
  }

  /// In one order for both sides; a token that nobody was told is none.
  fileprivate func sorted(knowing tokens: [UUID: Int]) -> HistoryListing {
    var result = self
    result.pending.sort { $0.text < $1.text }
    result.claimed.sort { $0.text < $1.text }
    result.deadLetters.sort { $0.text < $1.text }
    return result
  }

  fileprivate var summary: String {
    "pending [\(pending.map(\.text).joined(separator: ", "))], claimed [\(claimed.map(\.text).joined(separator: ", "))], "
      + "dead letters [\(deadLetters.map(\.text).joined(separator: ", "))], quarantined \(quarantined), "
      + "malformed \(malformed)"
  }
}

extension HistoryListing.Name {
  fileprivate var text: String {
    "\(id.short) dated \(date), attempts \(attempts)" + (token.map { " token \($0.short)" } ?? "")
      + (reason.map { " (\($0))" } ?? "")
  }
}
