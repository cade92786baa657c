internal import AppGroupMailbox
internal import Foundation

/// One run of a program, with the volume as it was before each call of the last operation.
struct CrashRun {
  let program: CrashProgram
  private(set) var points: [(primitive: FileSystemCall.Primitive, volume: SimulatedVolume)] = []
  private(set) var end: SimulatedVolume
  private(set) var outcome = CrashMailbox.Outcome()
  private(set) var facts: CrashFacts
  /// The clock at the end, in seconds since 2001.
  let now: Double

  private struct Watch: Sendable {
    var isOn = false
    var points: [(primitive: FileSystemCall.Primitive, volume: SimulatedVolume)] = []
  }

  init(_ program: CrashProgram, on start: SimulatedVolume) {
    self.program = program
    let clock = SimulatedClock(secondsSince2001: CrashSetting.beginning)
    let disk = SimulatedDisk(volume: start, clock: clock)
    let watch = StateLock(Watch())
    let watched = InterposedFileSystem(over: disk.process(user: CrashMailbox.user, identifier: 8)) {
      call throws(SystemError) in
      watch.withLock { watch in if watch.isOn { watch.points.append((call.primitive, disk.volume)) } }
    }
    let initial = CrashContents(of: start, at: CrashMailbox.directory)
    var facts = CrashFacts(
      before: initial, after: initial, earlier: initial.messages.mapValues(\.body), earlierBroken: initial.broken,
      promised: initial.identifiers, arrived: [], stored: [], batch: [], setting: program.setting, now: 0)
    var outcome = CrashMailbox.Outcome()
    do {
      let mailbox = try CrashMailbox(program.setting, watched, clock, seed: 1)
      for (index, operation) in program.operations.enumerated() {
        clock.move(by: 1)
        let isLast = index == program.operations.count - 1
        if isLast { watch.withLock { $0.isOn = true } }
        facts.before = CrashContents(of: disk.volume, at: CrashMailbox.directory)
        outcome = mailbox.perform(operation, known: initial.sortedIdentifiers)
        watch.withLock { $0.isOn = false }
        facts.after = CrashContents(of: disk.volume, at: CrashMailbox.directory)
        // A restored message is only as safe as the mailbox that restores it makes it.
        if operation == .restore, program.setting.durability == .processCrash {
          facts.promised.subtract(outcome.enqueued)
        }
        facts.batch = operation == .enqueueBatch ? outcome.enqueued : []
        if !isLast { facts.add(outcome) }
      }
    } catch {
      preconditionFailure("a mailbox on a good volume cannot be opened: \(error)")
    }
    now = clock.now.timeIntervalSinceReferenceDate
    facts.now = now
    facts.hasLazyMessages = program.operations.contains(.enqueueLazily)
    (self.facts, self.outcome) = (facts, outcome)
    points = watch.withLock(\.points)
    end = disk.volume
  }

  /// When the operation has said what it did, that holds.
  var factsAtTheEnd: CrashFacts {
    var facts = facts
    facts.before = facts.after
    facts.add(outcome)
    return facts
  }
}

extension CrashFacts {
  /// Takes what an operation said.
  mutating func add(_ outcome: CrashMailbox.Outcome) {
    // What is gone may come again under the same identifier, as another message.
    promised.formIntersection(after.identifiers)
    promised.formUnion(outcome.promised)
    // A repeated one keeps its place: that of its name, which need not be that of its content if nobody synchronised it then.
    for id in outcome.enqueued where before.messages[id]?.isDeadLetter != false {
      arrived.removeAll { $0 == id }
      arrived.append(id)
      stored.remove(id)
      if outcome.stored.contains(id) { stored.insert(id) }
    }
    earlierBroken = max(earlierBroken, before.broken, after.broken)
    for (id, message) in before.messages { earlier[id] = message.body }
    for (id, message) in after.messages { earlier[id] = message.body }
  }
}
