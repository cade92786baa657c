internal import AppGroupMailbox
internal import Foundation

/// Every operation, with every call it makes failing in every way, once and from then on.
package struct FailureSweep: Sendable {
  /// How a call fails: codes that say nothing about the file itself.
  package static let codes = [
    ErrorNumber.inputOutput, ErrorNumber.accessDenied, ErrorNumber.notPermitted, ErrorNumber.noSpace,
    ErrorNumber.quotaExceeded, ErrorNumber.tooManyOpen, ErrorNumber.noMemory, ErrorNumber.readOnlyVolume,
  ]

  package struct Coverage: Sendable {
    /// Failures of each operation by primitive.
    package var failures: [CrashOperation: [FileSystemCall.Primitive: Int]] = [:]
    package var violations: [String] = []

    package init() {}

    /// Takes in what another part of the sweep covered.
    package mutating func add(_ other: Coverage) {
      violations += other.violations
      for (operation, met) in other.failures { failures[operation, default: [:]].merge(met, uniquingKeysWith: +) }
    }

    package var count: Int { failures.values.reduce(0) { $0 + $1.values.reduce(0, +) } }
  }

  private struct Plan: Sendable {
    var isOn = false
    var failing: Int
    var code: Int32
    /// The primitive that fails from then on.
    var forGood: FileSystemCall.Primitive?
    var isForGood: Bool
    var calls: [FileSystemCall] = []
  }

  private let codes: [Int32]
  private static let mostLosses = 40

  /// - Parameter codes: What calls fail with.
  package init(codes: [Int32] = codes) {
    self.codes = codes
  }

  /// One program, whose last operation meets each failure.
  package func run(_ program: CrashProgram, from start: SimulatedVolume, into coverage: inout Coverage) {
    let sound = CrashRun(program, on: start)
    guard sound.outcome.applied, let last = program.operations.last else { return }
    for (index, point) in sound.points.enumerated() {
      // Closing and unlocking cannot fail.
      if point.call.primitive == .close || point.call.primitive == .unlock { continue }
      for code in codes {
        for isForGood in [false, true] {
          coverage.failures[last, default: [:]][point.call.primitive, default: 0] += 1
          let plan = Plan(failing: index, code: code, isForGood: isForGood)
          guard let what = violation(sound, start, plan) else { continue }
          let often = isForGood ? "from then on" : "once"
          coverage.violations.append(
            "\(program); call \(index) of the last (\(point.call.primitive)) fails \(often) with errno \(code): \(what)"
          )
        }
      }
    }
  }

  private func violation(_ sound: CrashRun, _ start: SimulatedVolume, _ plan: Plan) -> String? {
    let clock = SimulatedClock(secondsSince2001: CrashSetting.beginning)
    let disk = SimulatedDisk(volume: start, clock: clock)
    let state = StateLock(plan)
    let failing = InterposedFileSystem(over: disk.process(user: CrashMailbox.user, identifier: 8)) {
      call throws(SystemError) in
      let code = state.withLock { plan -> Int32? in
        guard plan.isOn else { return nil }
        plan.calls.append(call)
        if plan.calls.count - 1 == plan.failing {
          if plan.isForGood { plan.forGood = call.primitive }
          return plan.code
        }
        return plan.forGood == call.primitive ? plan.code : nil
      }
      if let code { throw SystemError(call: call.systemCall, code: code) }
    }
    var outcome = CrashMailbox.Outcome()
    var held: Set<UUID> = []
    var again: CrashMailbox.Outcome?
    var left = CrashContents(of: start, at: CrashMailbox.directory)
    var volume = start
    do {
      let mailbox = try CrashMailbox(sound.program.setting, failing, clock, seed: 1)
      let known = CrashContents(of: start, at: CrashMailbox.directory).sortedIdentifiers
      for (index, operation) in sound.program.operations.enumerated() {
        clock.move(by: 1)
        if index == sound.program.operations.count - 1 { state.withLock { $0.isOn = true } }
        outcome = mailbox.perform(operation, known: known)
      }
      state.withLock { $0.isOn = false }
      (held, volume) = (mailbox.held, disk.volume)
      left = CrashContents(of: volume, at: CrashMailbox.directory)
      if outcome.error != nil, !sound.outcome.enqueued.isEmpty, sound.facts.restored.isEmpty {
        again = mailbox.performAgain(sound.program.operations[sound.program.operations.count - 1], known: known)
      }
    } catch {
      return "the mailbox cannot be opened: \(error)"
    }
    let call = state.withLock { $0.calls.indices.contains($0.failing) ? $0.calls[$0.failing] : nil }
    let failed = FailedCall(call: call, code: plan.code, isForGood: plan.isForGood)
    var facts = sound.facts
    facts.hasFailure = true
    if volume.hasLocks { return "the lock is not let go (LCK-1)" }
    return complaint(about: outcome, expected: sound.outcome.error, failed, facts, left)
      ?? facts.complaint(
        about: outcome, of: sound.program.operations[sound.program.operations.count - 1], failed, left, held: held,
        claimed: (held.count, sound.held.count))
      ?? complaint(aboutTrying: again, facts)
      ?? facts.violation(in: findings(on: volume, clock, sound.now), afterPowerLoss: false)
      ?? (failed.isOfSynchronisation ? loss(of: again ?? outcome, on: disk.volume, sound.now) : nil)
  }

  private func findings(on volume: SimulatedVolume, _ clock: SimulatedClock, _ now: Double) -> CrashFindings {
    CrashRecovery.findings(on: SimulatedDisk(volume: volume, clock: clock).volume, now)
  }

  /// Who was told of a failure, and tries again, has what was asked for.
  private func complaint(aboutTrying again: CrashMailbox.Outcome?, _ facts: CrashFacts) -> String? {
    switch again?.error {
    case nil, .mailboxFull: nil
    case let error?: "it says \(error) when it is tried again (ERR-1)"
    }
  }

  /// What an operation has said to be there survives a power loss, though something could not be synchronised at first.
  private func loss(of outcome: CrashMailbox.Outcome, on volume: SimulatedVolume, _ now: Double) -> String? {
    guard outcome.error == nil, !outcome.promised.isEmpty else { return nil }
    for model in PowerLossModel.allCases {
      for state in volume.powerLossStates(model, atMost: Self.mostLosses).volumes {
        let there = Set(CrashRecovery.findings(on: state, now).messages.filter { $0.text != nil }.map(\.id))
        let lost = Set(outcome.promised).subtracting(there)
        if !lost.isEmpty { return "it succeeded, and a power loss takes \(lost.count) of its messages (DUR-1, DUR-8)" }
      }
    }
    return nil
  }

  /// What the operation says must be what it did (ERR-1, ERR-3, ERR-4, DUR-5).
  private func complaint(
    about outcome: CrashMailbox.Outcome, expected: AppGroupMailboxError?, _ failed: FailedCall, _ facts: CrashFacts,
    _ left: CrashContents
  ) -> String? {
    switch outcome.error {
    case nil:
      let missing = Set(outcome.enqueued).subtracting(left.identifiers)
      return missing.isEmpty ? nil : "it succeeded, and \(missing.count) messages are not there (ERR-4)"
    case .notDurable(let id):
      return left.identifiers.contains(id) ? nil : "notDurable for a message that is not there (DUR-5)"
    case .ioFailure(let call, let seen):
      if seen != failed.code || call != failed.call?.systemCall {
        return "it says \(call) failed with errno \(seen), and \(failed.call?.description ?? "nothing") did (ERR-1)"
      }
    case .mailboxFull where left.depth >= CrashMailbox.maxMessages:
      // What could not be settled is still there (DIA-2 tells it).
      break
    // It would without a failure as well.
    case let error? where error == expected: break
    case let error?: return "it says \(error) (ERR-1)"
    }
    let stored = left.identifiers.subtracting(facts.before.identifiers)
    return stored.isEmpty ? nil : "it failed, and \(stored.count) messages are there (ERR-3)"
  }
}
