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
        for program in piece.programs where coverage.violations.isEmpty && met.violations.isEmpty {
          switch piece.trial {
          case .cutShort: sweep.run(program, from: piece.start, into: &coverage)
          case .failing(let codes): FailureSweep(codes: codes).run(program, from: piece.start, into: &met)
          }
        }
        let found = coverage.violations.map(\.description) + met.violations
        failures.withLock { $0.add(met) }
        let programs = total.withLock { total in
          total.add(coverage)
          // At once: a faulty library can make the rest take long.
          found.prefix(Self.mostViolations).forEach(FoundViolation.tell)
          return total.programs
        }
        progress.show { "exhaustive: \(programs) programs, \(register.count) states" }
      }
    }
    progress.clear()
    let coverage = total.withLock(\.self)
    let met = failures.withLock(\.self)
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

  /// What befalls the last operation of a program.
  private enum Trial {
    case cutShort
    /// Its calls, with these codes.
    case failing([Int32])
  }

  /// Programs that begin on the same volume.
  private struct Piece {
    var start: SimulatedVolume
    var programs: ArraySlice<CrashProgram>
    var trial: Trial

    var length: Int { programs.first?.operations.count ?? 0 }
  }

  /// The shortest programs first, and of these what finds the most in the least time.
  private func pieces() throws -> [Piece] {
    let settings = try CrashSetting.mostTellingFirst.map { ($0, try $0.volume()) }
    let codes = FailureSweep.codes
    let tellingCodes = codes.filter { $0 == ErrorNumber.inputOutput || $0 == ErrorNumber.noSpace }
    var pieces: [Piece] = []
    for first in stride(from: 0, to: settings.count, by: Self.settingsAtATime) {
      let some = settings[first..<min(first + Self.settingsAtATime, settings.count)]
      for trial in [Trial.cutShort, .failing(tellingCodes)] {
        for (setting, start) in some { pieces += self.pieces(of: setting, start, trial) }
      }
    }
    for (setting, start) in settings {
      pieces += self.pieces(of: setting, start, .failing(codes.filter { !tellingCodes.contains($0) }))
    }
    // Swift's sort does not promise to keep the order of equals.
    return pieces.enumerated().sorted { ($0.element.length, $0.offset) < ($1.element.length, $1.offset) }.map(\.element)
  }

  private static let settingsAtATime = CrashStart.allCases.count

  private func pieces(of setting: CrashSetting, _ start: SimulatedVolume, _ trial: Trial) -> [Piece] {
    // Of one operation each does what it needs before; longer programs have that among them.
    var programs = length == 1 ? CrashProgram.single(setting) : CrashProgram.all(setting, length: length)
    if case .failing = trial { programs.removeAll { $0.operations.count > Self.operationsWithFailures } }
    return stride(from: 0, to: programs.count, by: Self.programsOfAPiece).map { first in
      Piece(
        start: start, programs: programs[first..<min(first + Self.programsOfAPiece, programs.count)], trial: trial)
    }
  }
}
