/// A history as JSON lines.
extension MailboxHistory {
  /// Why lines are no history.
  package enum LineError: Error, Hashable, Sendable {
    /// A line that is none, and not the torn last one of its file; from 0.
    case unreadable(file: Int, line: Int)
    /// A return without its invocation, or a second one.
    case unpaired(process: Int, number: Int)
    /// A process that never said what it opened.
    case unknownProcess(Int)
  }

  /// One line a participant, planted file, invocation, return and event, and one for the ending; each ends in a line feed.
  package var lines: String {
    var lines = participants.enumerated().map { HistoryLine.participant(process: $0, participant: $1) }
    lines += planted.map { .planted(file: $0) }
    for (number, operation) in operations.enumerated() {
      lines.append(
        .invoked(
          process: operation.process, number: number, call: operation.call, moment: operation.invoked,
          clock: operation.clockInvoked))
      if let outcome = operation.outcome, let returned = operation.returned {
        lines.append(
          .returned(
            process: operation.process, number: number, outcome: outcome, moment: returned,
            clock: operation.clockReturned ?? operation.clockInvoked, isFaulted: operation.isFaulted))
      }
    }
    lines += events.map { .event(event: $0) }
    if let ending { lines.append(.ending(ending: ending)) }
    return lines.map { $0.text + "\n" }.joined()
  }

  /// Puts the files of several recorders together.
  ///
  /// - Parameter files: What each of them holds. A last line without its line feed is what a killed process had begun to
  ///   write.
  /// - Returns: The history, its operations in the order of their invocations, and the positions of the files whose last
  ///   line was torn and left out.
  package static func reading(files: [String]) throws(LineError) -> (history: MailboxHistory, torn: [Int]) {
    var reader = LineReader()
    var torn: [Int] = []
    for (number, file) in files.enumerated() {
      if try reader.read(file, number: number) { torn.append(number) }
    }
    return (try reader.history(), torn)
  }
}

/// Puts lines together.
private struct LineReader {
  private struct Key: Hashable {
    var process: Int
    var number: Int
  }

  private var participants: [Int: HistoryParticipant] = [:]
  private var positions: [Key: Int] = [:]
  private var result = MailboxHistory(participants: [])

  /// - Returns: Whether the last line was torn.
  mutating func read(_ file: String, number: Int) throws(MailboxHistory.LineError) -> Bool {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    for (position, line) in lines.dropLast().enumerated() {
      guard let line = HistoryLine(parsing: line) else { throw .unreadable(file: number, line: position) }
      try add(line)
    }
    return !(lines.last ?? "").isEmpty
  }

  private mutating func add(_ line: HistoryLine) throws(MailboxHistory.LineError) {
    switch line {
    case .participant(let process, let participant): participants[process] = participant
    case .planted(let file): result.planted.append(file)
    case .invoked(let process, let number, let call, let moment, let clock):
      guard positions[Key(process: process, number: number)] == nil else {
        throw .unpaired(process: process, number: number)
      }
      positions[Key(process: process, number: number)] = result.invoke(call, by: process, at: moment, clock: clock)
    case .returned(let process, let number, let outcome, let moment, let clock, let isFaulted):
      guard let position = positions[Key(process: process, number: number)],
        result.operations[position].outcome == nil
      else { throw .unpaired(process: process, number: number) }
      result.finish(position, outcome, at: moment, clock: clock)
      result.operations[position].isFaulted = isFaulted
    case .event(let event): result.events.append(event)
    case .ending(let ending): result.ending = ending
    }
  }

  /// Processes are numbered anew, in the order of their numbers.
  func history() throws(MailboxHistory.LineError) -> MailboxHistory {
    var history = result
    let numbers = participants.keys.sorted()
    let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
    history.participants = numbers.compactMap { participants[$0] }
    for position in history.operations.indices {
      let process = history.operations[position].process
      guard let place = places[process] else { throw .unknownProcess(process) }
      history.operations[position].process = place
    }
    for position in history.events.indices { renumber(&history.events[position].kind, places) }
    if case .drained(let process, let clock, let claims) = history.ending {
      guard let place = places[process] else { throw .unknownProcess(process) }
      history.ending = .drained(process: place, clock: clock, claims: claims)
    }
    history.operations.sort { $0.invoked < $1.invoked }
    return history
  }

  /// A killed process that opened nothing did nothing.
  private func renumber(_ kind: inout HistoryEvent.Kind, _ places: [Int: Int]) {
    switch kind {
    case .killed(let process): kind = .killed(process: places[process] ?? -1)
    case .stopped(let process): kind = .stopped(process: places[process] ?? -1)
    case .resumed(let process): kind = .resumed(process: places[process] ?? -1)
    case .clockMoved, .powerLost, .directoryRemoved, .lockFileRemoved, .planted: break
    }
  }
}
