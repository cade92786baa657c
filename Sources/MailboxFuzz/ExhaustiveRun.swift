import AppGroupMailbox
import Foundation
import MailboxSimulation

/// The exhaustive part: every short program, cut short at every call, with every power loss.
struct ExhaustiveRun {
  /// The most operations of a program.
  let length: Int
  let jobs: Int
  private static let programsOfAPiece = 200
  private static let mostViolations = 20
  /// How long programs are that meet failing calls, too: longer ones make the same calls.
  private static let operationsWithFailures = 2

  func run() throws -> FuzzExit {
    let clock = ContinuousClock()
    let start = clock.now
    let register = StateRegister()
    let sweep = CrashSweep(register)
    let total = StateLock(CrashSweep.Coverage())
    let failureSweep = FailureSweep()
    let failures = StateLock(FailureSweep.Coverage())
    let progress = FuzzProgress()
    let interruption = FuzzInterruption()
    let pieces = try self.pieces()
    let next = StateLock(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while let piece = next.withLock({ next in
        defer { next += 1 }
        return next < pieces.count ? pieces[next] : nil
      }) {
        guard !interruption.isRequested, total.withLock({ $0.violations.count }) < Self.mostViolations else { return }
        var coverage = CrashSweep.Coverage()
        var met = FailureSweep.Coverage()
        for program in piece.programs {
          sweep.run(program, from: piece.start, into: &coverage)
          if program.operations.count <= Self.operationsWithFailures {
            failureSweep.run(program, from: piece.start, into: &met)
          }
        }
        failures.withLock { $0.add(met) }
        let programs = total.withLock { total in
          total.add(coverage)
          return total.programs
        }
        progress.show { "exhaustive: \(programs) programs, \(register.count) states" }
      }
    }
    progress.clear()
    let coverage = total.withLock(\.self)
    for violation in coverage.violations.prefix(Self.mostViolations) { print("BROKEN  \(violation)") }
    let met = failures.withLock(\.self)
    for violation in met.violations.prefix(Self.mostViolations) { print("BROKEN  \(violation)") }
    print(CrashTable(coverage).text)
    let seconds = (clock.now - start) / .seconds(1)
    print(
      "\(coverage.programs) programs of up to \(length) operations, \(coverage.crashes) crash points, "
        + "\(coverage.losses) power losses, \(met.count) failing calls: \(register.count) distinct states in \(Int(seconds.rounded(.up))) s; "
        + (coverage.incomplete > 0 ? "\(coverage.incomplete) points have more; " : "")
        + (interruption.isRequested ? "interrupted; " : "")
        + (coverage.violations.isEmpty && met.violations.isEmpty ? "nothing found" : "see the findings above"))
    return coverage.violations.isEmpty && met.violations.isEmpty ? .noFinding : .finding
  }

  /// Programs that begin on the same volume, the shortest first.
  private func pieces() throws -> [(start: SimulatedVolume, programs: ArraySlice<CrashProgram>)] {
    var pieces: [(start: SimulatedVolume, programs: ArraySlice<CrashProgram>)] = []
    for setting in CrashSetting.all {
      let start = try setting.volume()
      var rest = CrashProgram.all(setting, length: length)[...]
      while !rest.isEmpty {
        pieces.append((start, rest.prefix(Self.programsOfAPiece)))
        rest = rest.dropFirst(Self.programsOfAPiece)
      }
    }
    return pieces.sorted { $0.programs.first!.operations.count < $1.programs.first!.operations.count }
  }
}
