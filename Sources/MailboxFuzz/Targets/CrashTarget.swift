import MailboxSimulation

/// Short programs on a simulated disk, cut short at every call, with every power loss, and with every call failing.
///
/// What ``ExhaustiveRun`` does for all programs, for those that a tape says, which may be longer.
struct CrashTarget: FuzzTarget {
  let name = "crash"
  let summary =
    "short programs cut short at every call, with power loss or a failing call, leave what the specification promises"

  func failure(on tape: ChoiceTape) throws -> String? { try examine(tape).failure }

  func examine(_ tape: ChoiceTape) throws -> FuzzOutcome {
    let program = CrashProgram(drawnFrom: tape)
    let start = try program.setting.volume()
    // A register of its own: a run must not depend on those before it.
    var coverage = CrashSweep.Coverage()
    CrashSweep(StateRegister()).run(program, from: start, into: &coverage)
    let features = Set(
      coverage.points.flatMap { operation, points in points.keys.map { "\(operation) ends before \($0)" } })
    if let violation = coverage.violations.first { return FuzzOutcome(failure: "\(violation)", features: features) }
    var met = FailureSweep.Coverage()
    FailureSweep(codes: [tape.pick(from: FailureSweep.codes)]).run(program, from: start, into: &met)
    return FuzzOutcome(failure: met.violations.first, features: features)
  }

  func listing(of tape: ChoiceTape) -> String { "\(CrashProgram(drawnFrom: tape))" }
}
