internal import AppGroupMailbox
internal import Foundation

/// One run of a program, with the volume as it was before each call of the last operation.
struct CrashRun {
  let program: CrashProgram
  private(set) var points: [(call: FileSystemCall, volume: SimulatedVolume)] = []
  /// When the last operation began.
  private(set) var beginning: CrashMoment
  private(set) var end: SimulatedVolume
  private(set) var outcome = CrashMailbox.Outcome()
  private(set) var facts: CrashFacts
  /// The tokens of the claims that the process holds at the end.
  private(set) var held: Set<UUID> = []
  /// The clock at the end, in seconds since 2001.
  let now: Double

  private struct Watch: Sendable {
    var isOn = false
    var points: [(call: FileSystemCall, volume: SimulatedVolume)] = []
  }

  init(_ program: CrashProgram, on start: SimulatedVolume) {
    self.program = program
    let clock = SimulatedClock(secondsSince2001: CrashSetting.beginning)
    let disk = SimulatedDisk(volume: start, clock: clock)
    let watch = StateLock(Watch())
    let watched = InterposedFileSystem(over: disk.process(user: CrashMailbox.user, identifier: 8)) {
      call throws(SystemError) in
      watch.withLock { watch in if watch.isOn { watch.points.append((call, disk.volume)) } }
    }
    let initial = CrashContents(of: start, at: CrashMailbox.directory)
    var facts = CrashFacts(
      before: initial, after: initial, earlier: initial.messages.mapValues(\.body), earlierBroken: initial.broken,
      promised: initial.identifiers, arrived: [], stored: [], batch: [], setting: program.setting, now: 0)
    var outcome = CrashMailbox.Outcome()
    var beginning = CrashMoment(of: start)
    do {
      let mailbox = try CrashMailbox(program.setting, watched, clock, seed: 1)
      for (index, operation) in program.operations.enumerated() {
        clock.move(by: 1)
        let isLast = index == program.operations.count - 1
        if isLast {
          beginning = CrashMoment(of: disk.volume)
          watch.withLock { $0.isOn = true }
        }
        facts.before = CrashContents(of: disk.volume, at: CrashMailbox.directory)
        outcome = mailbox.perform(operation, known: initial.sortedIdentifiers)
        watch.withLock { $0.isOn = false }
        facts.after = CrashContents(of: disk.volume, at: CrashMailbox.directory)
        // A restored message is only as safe as the mailbox that restores it makes it.
        if operation == .restore, program.setting.durability == .processCrash {
          facts.promised.subtract(outcome.enqueued)
        }
        facts.restored = operation == .restore ? Set(outcome.restored) : []
        facts.batch = outcome.enqueued.count > 1 ? outcome.enqueued.filter { facts.before.messages[$0] == nil } : []
        if !isLast { facts.add(outcome) }
      }
      held = mailbox.held
    } catch {
      preconditionFailure("a mailbox on a good volume cannot be opened: \(error)")
    }
    now = clock.now.timeIntervalSinceReferenceDate
    facts.now = now
    facts.hasLazyMessages = program.operations.contains(.enqueueLazily)
    (self.facts, self.outcome, self.beginning) = (facts, outcome, beginning)
    points = watch.withLock(\.points)
    end = disk.volume
  }

  /// Which promise is broken though nothing was cut short and no call failed; `nil` if none is.
  var complaint: String? {
    guard let last = program.operations.last, outcome.applied else { return nil }
    return facts.complaint(about: outcome, of: last, held: held) ?? lockComplaint
  }

  /// Messages change under the lock only, which is let go at the end, and never held while something is synchronised.
  private var lockComplaint: String? {
    if end.hasLocks { return "the lock is not let go (LCK-1)" }
    let needsNone = program.operations.last == .acknowledge
    var isLocked = false
    for (call, _) in points {
      switch call.primitive {
      case .tryLock: isLocked = true
      case .unlock: isLocked = false
      case .synchronizeFile, .synchronizeDirectory:
        if isLocked { return "\(call.primitive) while the lock is held (LCK-4)" }
      case .rename, .link, .remove:
        if !isLocked, !needsNone,
          call.concernsMessage || FileSystemCall(call.primitive, name: call.newName).concernsMessage
        {
          return "\(call.primitive) of a message without the lock (LCK-1)"
        }
      default: break
      }
    }
    return nil
  }

  /// When the operation has said what it did, that holds.
  var factsAtTheEnd: CrashFacts {
    var facts = facts
    facts.add(outcome)
    facts.before = facts.after
    return facts
  }
}

extension CrashFacts {
  /// Takes what an operation said.
  mutating func add(_ outcome: CrashMailbox.Outcome) {
    // What is gone may come again under the same identifier, as another message.
    promised.formIntersection(after.identifiers)
    // A repeated one keeps its place: that of its name, which need not be that of its content if nobody synchronised it then.
    for id in outcome.enqueued where before.messages[id]?.isDeadLetter != false {
      arrived.removeAll { $0 == id }
      arrived.append(id)
      stored.remove(id)
      promised.remove(id)
      // One that was there before may be there as what it was.
      if outcome.stored.contains(id), earlier[id] == nil { stored.insert(id) }
    }
    promised.formUnion(outcome.promised)
    earlierBroken = max(earlierBroken, before.broken, after.broken)
    for (id, message) in before.messages { earlier[id] = message.body }
    for (id, message) in after.messages { earlier[id] = message.body }
  }
}
