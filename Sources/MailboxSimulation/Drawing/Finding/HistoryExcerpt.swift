internal import Foundation

/// Some operations of a history, with what happened meanwhile.
package struct HistoryExcerpt: Hashable, Sendable {
  package var history: MailboxHistory
  /// Where its operations stand in the history that it comes from.
  package var positions: [Int]

  /// All of it.
  init(whole history: MailboxHistory) {
    self.init(history: history, positions: Array(history.operations.indices))
  }

  package init(history: MailboxHistory, positions: [Int]) {
    self.history = history
    self.positions = positions
  }

  /// Only the operations at these places of it, and the events that tell something about them.
  func keeping(_ places: [Int]) -> HistoryExcerpt {
    var part = history
    part.operations = places.map { history.operations[$0] }
    part.events = history.events.filter { $0.concerns(part) }
    return HistoryExcerpt(history: part, positions: places.map { positions[$0] })
  }
}

extension HistoryEvent {
  /// Whether it may matter to the operations of a history, or to what was there at its end.
  fileprivate func concerns(_ history: MailboxHistory) -> Bool {
    switch kind {
    case .killed(let process), .stopped(let process), .resumed(let process):
      // A process's own fate ends with what it did, and a death says how an unknown operation ended.
      guard let last = history.operations.last(where: { $0.process == process && $0.invoked <= moment }) else {
        return false
      }
      return last.returned == nil || history.operations.contains { $0.invoked > moment }
    case .clockMoved, .powerLost, .directoryRemoved, .lockFileRemoved, .planted:
      return history.ending != nil || history.operations.contains { ($0.returned ?? .max) > moment }
    }
  }
}
