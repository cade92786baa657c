internal import AppGroupMailbox
internal import Foundation

/// Every program, cut short at every call, with and without a power loss: each state that comes of it is handed to another process.
package struct CrashSweep: Sendable {
  /// A promise that was broken.
  package struct Violation: Hashable, Sendable, CustomStringConvertible {
    package var program: CrashProgram
    /// The call before which the last operation ended, from 0; `nil` where it came to its end.
    package var point: Int?
    package var primitive: String
    /// Which of the states that a power loss may leave; `nil` without one.
    package var loss: String?
    package var what: String

    package var description: String {
      let end = point.map { "ends before its call \($0) (\(primitive))" } ?? "comes to its end"
      return "\(program); the last \(end)\(loss.map { "; power loss \($0)" } ?? ""): \(what)"
    }
  }

  /// What was covered.
  package struct Coverage: Sendable {
    /// Crash points of each operation before each primitive.
    package var points: [CrashOperation: [FileSystemCall.Primitive: Int]] = [:]
    package var programs = 0
    package var crashes = 0
    package var losses = 0
    package var violations: [Violation] = []
    /// Crash points with more power losses than were looked at.
    package var incomplete = 0

    package init() {}
  }

  /// Where a power loss may leave more states than this, the rest is left out, and said.
  private static let mostLosses = 200
  private let seen: StateRegister

  package init(_ seen: StateRegister) {
    self.seen = seen
  }

  /// One program: its last operation ends before each of its calls, and after the last.
  package func run(_ program: CrashProgram, from start: SimulatedVolume, into coverage: inout Coverage) {
    let run = CrashRun(program, on: start)
    coverage.programs += 1
    guard run.outcome.applied, let last = program.operations.last else { return }
    if let what = run.complaint {
      coverage.violations.append(Violation(program: program, point: nil, primitive: "", loss: nil, what: what))
    }
    for (index, point) in run.points.enumerated() {
      coverage.points[last, default: [:]][point.call.primitive, default: 0] += 1
      examine(run, point.volume, (index, "\(point.call.primitive)"), into: &coverage)
    }
    examine(run, run.end, nil, into: &coverage)
  }

  private func examine(
    _ run: CrashRun, _ volume: SimulatedVolume, _ point: (index: Int, primitive: String)?,
    into coverage: inout Coverage
  ) {
    var facts = run.facts
    if point == nil { facts = run.factsAtTheEnd }
    func judge(_ state: SimulatedVolume, _ loss: String?) {
      guard seen.insert(state.digest, facts.digest, loss != nil) else { return }
      let found = CrashRecovery.findings(on: state, run.now)
      guard let what = facts.violation(in: found, afterPowerLoss: loss != nil) else { return }
      coverage.violations.append(
        Violation(
          program: run.program, point: point?.index, primitive: point?.primitive ?? "", loss: loss, what: what))
    }
    coverage.crashes += 1
    if let last = run.program.operations.last,
      let what = CrashMoment(of: volume).violation(since: run.beginning, of: last, run.now)
    {
      coverage.violations.append(
        Violation(
          program: run.program, point: point?.index, primitive: point?.primitive ?? "", loss: nil, what: what))
    }
    judge(SimulatedDisk(volume: volume, clock: SimulatedClock(secondsSince2001: run.now)).volume, nil)
    for model in PowerLossModel.allCases {
      let states = volume.powerLossStates(model, atMost: Self.mostLosses)
      coverage.losses += states.volumes.count
      if !states.isComplete { coverage.incomplete += 1 }
      for (number, state) in states.volumes.enumerated() { judge(state, "\(model) \(number)") }
    }
  }
}

/// The states that were looked at, so that none is twice.
package final class StateRegister: Sendable {
  private let parts = (0..<64).map { _ in StateLock(Set<UInt64>()) }

  package init() {}

  /// - Returns: Whether it is new.
  func insert(_ volume: UInt64, _ facts: UInt64, _ isPowerLost: Bool) -> Bool {
    var mixed = SplitMix64(seed: volume ^ (facts &* 0x9E37_79B9_7F4A_7C15) ^ (isPowerLost ? 1 : 0))
    let key = mixed.next()
    return parts[Int(key % 64)].withLock { $0.insert(key).inserted }
  }

  package var count: Int { parts.reduce(0) { $0 + $1.withLock(\.count) } }
}
