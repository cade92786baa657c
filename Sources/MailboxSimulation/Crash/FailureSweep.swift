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
      if point.primitive == .close || point.primitive == .unlock { continue }
      for code in codes {
        for isForGood in [false, true] {
          coverage.failures[last, default: [:]][point.primitive, default: 0] += 1
          let plan = Plan(failing: index, code: code, isForGood: isForGood)
          guard let what = violation(sound, start, plan) else { continue }
          let often = isForGood ? "from then on" : "once"
          coverage.violations.append(
            "\(program); call \(index) of the last (\(point.primitive)) fails \(often) with errno \(code): \(what)")
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
    do {
      let mailbox = try CrashMailbox(sound.program.setting, failing, clock, seed: 1)
      let known = CrashContents(of: start, at: CrashMailbox.directory).sortedIdentifiers
      for (index, operation) in sound.program.operations.enumerated() {
        clock.move(by: 1)
        if index == sound.program.operations.count - 1 { state.withLock { $0.isOn = true } }
        outcome = mailbox.perform(operation, known: known)
      }
    } catch {
      return "the mailbox cannot be opened: \(error)"
    }
    let failed = state.withLock { plan in
      plan.isOn = false
      return plan.calls.indices.contains(plan.failing) ? plan.calls[plan.failing] : nil
    }
    let left = CrashContents(of: disk.volume, at: CrashMailbox.directory)
    var facts = sound.facts
    facts.hasFailure = true
    return complaint(about: outcome, soundly: sound.outcome.error, failed, plan.code, facts, left)
      ?? facts.violation(
        in: CrashRecovery.findings(on: SimulatedDisk(volume: disk.volume, clock: clock).volume, sound.now),
        afterPowerLoss: false)
  }

  /// What the operation says must be what it did (ERR-1, ERR-3, ERR-4, DUR-5).
  private func complaint(
    about outcome: CrashMailbox.Outcome, soundly expected: AppGroupMailboxError?, _ failed: FileSystemCall?,
    _ code: Int32,
    _ facts: CrashFacts, _ left: CrashContents
  ) -> String? {
    switch outcome.error {
    case nil:
      let missing = Set(outcome.enqueued).subtracting(left.identifiers)
      return missing.isEmpty ? nil : "it succeeded, and \(missing.count) messages are not there (ERR-4)"
    case .notDurable(let id):
      return left.identifiers.contains(id) ? nil : "notDurable for a message that is not there (DUR-5)"
    case .ioFailure(let call, let seen):
      if seen != code || call != failed?.systemCall {
        return "it says \(call) failed with errno \(seen), and \(failed?.description ?? "nothing") did (ERR-1)"
      }
    case .mailboxFull where left.depth >= CrashMailbox.maxMessages:
      // What could not be settled is still there (DIA-2 tells it).
      break
    case expected?: break
    case let error?: return "it says \(error) (ERR-1)"
    }
    let stored = left.identifiers.subtracting(facts.before.identifiers)
    return stored.isEmpty ? nil : "it failed, and \(stored.count) messages are there (ERR-3)"
  }
}
