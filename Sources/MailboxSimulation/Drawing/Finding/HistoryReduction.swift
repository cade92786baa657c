internal import Foundation

/// Looks for the smallest part of a history that breaks a promise of each message by itself, in the same words.
///
/// The words name the messages and count them, so that what was only cut off is not taken for the fault.
struct HistoryReduction {
  private(set) var smallest: HistoryExcerpt
  private let history: MailboxHistory
  private let violation: HistoryViolation
  private let subjects: HistorySubjects
  /// How many more operations may be judged: long histories are made smaller in big steps only.
  private var patience = 400_000
  private var keepsOthers = true

  init(of history: MailboxHistory, breaking violation: HistoryViolation) {
    self.history = history
    self.violation = violation
    subjects = HistorySubjects(history)
    smallest = HistoryExcerpt(whole: history)
    reduce()
  }

  private mutating func reduce() {
    var kept = beginning()
    // In halves, quarters and so on, as long as it helps.
    var width = kept.count
    while width > 1 {
      width = (width + 1) / 2
      var place = 0
      while place < kept.count {
        var fewer = kept
        fewer.removeSubrange(place..<min(place + width, kept.count))
        if !fewer.isEmpty, isBroken(fewer) { kept = fewer } else { place += width }
      }
    }
    keepsOthers = false
    if !isBroken(kept) { keepsOthers = true }
  }

  /// The messages to begin with: those that all named operations share, or any of them names, or all.
  private mutating func beginning() -> [UUID] {
    let named = violation.operations.map { subjects.ofOperations[$0] }
    let all = subjects.messages + named.flatMap { $0.subtracting(subjects.messages) }.sorted { $0.short < $1.short }
    let union = named.reduce(into: Set()) { $0.formUnion($1) }
    let shared = named.reduce(into: union) { $0.formIntersection($1) }
    for candidate in [shared, union] where !candidate.isEmpty {
      let messages = all.filter(candidate.contains)
      if isBroken(messages) { return messages }
    }
    return all
  }

  /// Remembers what is broken.
  private mutating func isBroken(_ messages: [UUID]) -> Bool {
    let part = history.keeping(Set(messages), subjects, keepsOthers: keepsOthers)
    patience -= part.history.operations.count
    guard patience > 0 else { return false }
    let isBroken = MessageFates.violations(in: part.history).contains {
      $0.promise == violation.promise && $0.sentence == violation.sentence
    }
    if isBroken { smallest = part }
    return isBroken
  }
}
