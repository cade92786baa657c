/// Something that happened to the mailbox or its processes at one moment, and was nobody's operation.
package struct HistoryEvent: Codable, Hashable, Sendable {
  /// What happened.
  package enum Kind: Codable, Hashable, Sendable {
    /// The clock was set, forwards or backwards.
    case clockMoved(from: Double, to: Double)
    /// A process was dead from this moment on: its last operation does nothing more.
    case killed(process: Int)
    /// A process was stopped, or went on; only told, for it changes nothing that is promised.
    case stopped(process: Int)
    case resumed(process: Int)
    /// The machine stopped: every process is dead, and what was not synchronised may be lost (DUR).
    case powerLost
    /// The mailbox's directory was removed with all that was in it (LCK-7).
    case directoryRemoved
    /// The lock file was removed: who held it then and who takes a new one do not exclude each other.
    case lockFileRemoved
    /// Somebody put a file into the directory.
    case planted(file: HistoryPlanted)
  }

  package var moment: UInt64
  package var kind: Kind

  /// An event.
  package init(_ kind: Kind, at moment: UInt64) {
    self.kind = kind
    self.moment = moment
  }
}

extension HistoryEvent {
  /// Whether the mailbox was another one after it.
  var changesMailbox: Bool {
    switch kind {
    case .powerLost, .directoryRemoved, .planted: true
    case .clockMoved, .killed, .stopped, .resumed, .lockFileRemoved: false
    }
  }
}

extension HistoryEvent: CustomStringConvertible {
  /// One line, as a person reads a history.
  package var description: String {
    switch kind {
    case .clockMoved(let before, let after): "\(moment): the clock went from \(before) to \(after)"
    case .killed(let process): "\(moment): process \(process) was killed"
    case .stopped(let process): "\(moment): process \(process) was stopped"
    case .resumed(let process): "\(moment): process \(process) went on"
    case .powerLost: "\(moment): power was lost"
    case .directoryRemoved: "\(moment): the directory was removed"
    case .lockFileRemoved: "\(moment): the lock file was removed"
    case .planted(let file): "\(moment): \(file.id.short) was planted (\(file.place))"
    }
  }
}
