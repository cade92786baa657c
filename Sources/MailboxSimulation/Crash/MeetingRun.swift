internal import AppGroupMailbox
internal import Foundation

/// What came of a meeting: where the messages are, and what both processes were told.
struct MeetingResult: Hashable {
  enum Place: Hashable {
    case pending, letter, heldByFirst, heldBySecond, heldByNobody
  }

  struct Message: Hashable {
    var place: Place
    var attempts: Int
  }

  var messages: [UUID: Message] = [:]
  var doubled: Set<UUID> = []
  var quarantined = 0
  var broken = 0
  /// Without times and numbers of calls; empty for success.
  var firstError = ""
  var secondError = ""
  /// Messages that an enqueue brought, as it said, and are not there.
  var missing: Set<UUID> = []
}

/// One meeting, the second process's operation happening at one call of the first's, or before or after all of it.
struct MeetingRun {
  enum Moment: Equatable {
    case before, after, never
    case atCall(Int)
  }

  private(set) var result = MeetingResult()
  /// The calls of the first process's operation.
  private(set) var calls: [FileSystemCall.Primitive] = []
  private(set) var wasApplied = true

  private final class Interlude {
    var happen: () -> Void = {}
  }

  private struct Watch: Sendable {
    var isOn = false
    var calls: [FileSystemCall.Primitive] = []
  }

  init(_ meeting: Meeting, on start: SimulatedVolume, _ moment: Moment) {
    let clock = SimulatedClock(secondsSince2001: CrashSetting.beginning)
    let disk = SimulatedDisk(volume: start, clock: clock)
    let watch = StateLock(Watch())
    // Happens on the only thread there is, in the middle of the first process's call.
    nonisolated(unsafe) let interlude = Interlude()
    let watched = InterposedFileSystem(over: disk.process(user: CrashMailbox.user, identifier: 8)) {
      call throws(SystemError) in
      let isNow = watch.withLock { watch in
        guard watch.isOn else { return false }
        watch.calls.append(call.primitive)
        return moment == .atCall(watch.calls.count - 1)
      }
      if isNow { interlude.happen() }
    }
    let known = CrashContents(of: start, at: CrashMailbox.directory).sortedIdentifiers
    do {
      let first = try CrashMailbox(meeting.setting, watched, clock, seed: 1)
      for operation in meeting.first.dropLast() { _ = first.perform(operation, known: known) }
      try disk.disturb(meeting.disturbance)
      let other = disk.process(user: CrashMailbox.user, identifier: 9)
      let second = try CrashMailbox(meeting.setting, other, clock, seed: 1_000, firstIdentifier: 200)
      for operation in meeting.second.dropLast() { _ = second.perform(operation, known: known) }
      clock.move(by: 1)
      var (mine, others) = (CrashMailbox.Outcome(), CrashMailbox.Outcome())
      let goOn = { others = second.perform(meeting.second[meeting.second.count - 1], known: known) }
      interlude.happen = goOn
      if moment == .before { goOn() }
      watch.withLock { $0.isOn = true }
      mine = first.perform(meeting.first[meeting.first.count - 1], known: known)
      watch.withLock { $0.isOn = false }
      if moment == .after { goOn() }
      calls = watch.withLock(\.calls)
      wasApplied = mine.applied && others.applied
      result = MeetingResult(
        CrashContents(of: disk.volume, at: CrashMailbox.directory), (mine, first.held), (others, second.held),
        known: Set(known))
    } catch {
      preconditionFailure("a mailbox on a good volume cannot be opened: \(error)")
    }
  }
}

extension MeetingResult {
  init(
    _ contents: CrashContents, _ first: (outcome: CrashMailbox.Outcome, held: Set<UUID>),
    _ second: (outcome: CrashMailbox.Outcome, held: Set<UUID>), known: Set<UUID>
  ) {
    messages = contents.messages.mapValues { message in
      let place: Place
      switch message.place {
      case .pending: place = .pending
      case .letter: place = .letter
      case .claimed(let token):
        place = first.held.contains(token) ? .heldByFirst : second.held.contains(token) ? .heldBySecond : .heldByNobody
      }
      return Message(place: place, attempts: message.attempts)
    }
    (doubled, quarantined, broken) = (contents.doubled, contents.quarantined, contents.broken)
    (firstError, secondError) = (Self.text(first.outcome), Self.text(second.outcome))
    missing = Set(first.outcome.enqueued + second.outcome.enqueued).subtracting(contents.identifiers).subtracting(known)
  }

  /// A dead letter that is gone by the time it is looked for, or by the time it is used, is the same.
  private static func text(_ outcome: CrashMailbox.Outcome) -> String {
    if !outcome.applied || outcome.error == .deadLetterNoLongerExists { return "nothing to do" }
    return outcome.error.map { "\($0)" } ?? ""
  }
}

extension SimulatedDisk {
  fileprivate func disturb(_ disturbance: Meeting.Disturbance) throws(SystemError) {
    let somebody = process(user: CrashMailbox.user, identifier: 5)
    defer { kill(somebody) }
    switch disturbance {
    case .nothing: break
    case .lockFileRemoved:
      let directory = try somebody.openDirectory(atPath: CrashMailbox.directory)
      try somebody.remove(EntryName.lockFile, in: directory)
    case .directoryMoved:
      let root = try somebody.openDirectory(atPath: "\(CrashMailbox.container)/AppGroupMailbox")
      try somebody.rename("inbox", in: root, to: "moved", in: root)
    }
  }
}
