internal import Foundation

extension MailboxHistory {
  /// What the history tells about some messages.
  ///
  /// A message is left out with everything that was done to it, so that a history that a mailbox can have produced stays
  /// one, but for the room in the mailbox.
  ///
  /// - Parameter keepsOthers: Whether what is about no message stays: claims that found nothing, statistics, hostile files.
  func keeping(_ ids: Set<UUID>, _ subjects: HistorySubjects, keepsOthers: Bool) -> HistoryExcerpt {
    var part = self
    let places = operations.indices.filter { place in
      let subject = subjects.ofOperations[place]
      return subject.isEmpty ? keepsOthers : !subject.isDisjoint(with: ids)
    }
    part.operations = operations.map { $0.keeping(ids) }
    part.planted = planted.filter { $0.isKept(ids, keepsOthers) }
    part.events = events.filter { $0.plantedFile?.isKept(ids, keepsOthers) ?? true }
    switch ending {
    case .drained(let process, let clock, let claims)?:
      part.ending = .drained(process: process, clock: clock, claims: claims.filter { ids.contains($0.id) })
    case .listing(var names)?:
      names.pending.removeAll { !ids.contains($0.id) }
      names.claimed.removeAll { !ids.contains($0.id) }
      names.deadLetters.removeAll { !ids.contains($0.id) }
      part.ending = .listing(names: names)
    case nil: break
    }
    return HistoryExcerpt(whole: part).keeping(places)
  }
}

extension HistoryPlanted {
  fileprivate func isKept(_ ids: Set<UUID>, _ keepsOthers: Bool) -> Bool {
    ids.contains(id) || (keepsOthers && isHostile)
  }
}

extension HistoryOperation {
  fileprivate func keeping(_ ids: Set<UUID>) -> HistoryOperation {
    var part = self
    if case .batch(let messages) = call {
      let places = messages.indices.filter { messages[$0].id.map(ids.contains) ?? false }
      part.call = .batch(messages: places.map { messages[$0] })
      if case .identifiers(let identifiers)? = outcome, identifiers.count == messages.count {
        part.outcome = .identifiers(ids: places.map { identifiers[$0] })
      }
    }
    switch outcome {
    case .claims(let claims)?: part.outcome = .claims(claims: claims.filter { ids.contains($0.id) })
    case .deadLetters(let letters)?: part.outcome = .deadLetters(letters: letters.filter { ids.contains($0.id) })
    default: break
    }
    return part
  }
}
