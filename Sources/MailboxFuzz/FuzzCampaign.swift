import Foundation
import MailboxSimulation

/// Runs targets one after the other, each on tapes of its own.
struct FuzzCampaign {
  private let targets: [any FuzzTarget]
  private let budget: FuzzOptions.Budget
  private let seed: UInt64
  private let artifacts: FuzzArtifacts
  private let clock = ContinuousClock()

  init(_ options: FuzzOptions) {
    targets =
      options.targets.isEmpty ? FuzzTargets.all.filter(\.isInDefaultRun) : options.targets.compactMap(FuzzTargets.named)
    budget = options.budget
    seed = options.seed ?? .random(in: 0 ... .max)
    artifacts = FuzzArtifacts(directory: options.artifacts)
  }

  /// Ends at a target's first finding and goes on with the next target.
  func run() throws -> FuzzExit {
    let progress = FuzzProgress()
    let interruption = FuzzInterruption()
    var summary: [String] = []
    var exit = FuzzExit.noFinding
    for target in targets where !interruption.isRequested {
      let start = clock.now
      var runs = 0
      while !interruption.isRequested, !isOver(runs: runs, since: start) {
        // Each run has a seed of its own, so that one can be repeated without those before it.
        let tape = ChoiceTape(seed: Self.seed(of: target.name, run: runs, from: seed))
        runs += 1
        if let failure = try target.failure(on: tape) {
          progress.clear()
          print(try artifacts.report(target, failure: failure, values: tape.drawn))
          exit = .finding
          break
        }
        progress.show("\(target.name): \(runs) runs")
      }
      let rate = Double(runs) / max((clock.now - start) / .seconds(1), 1e-9)
      summary.append("\(target.name): \(runs) runs, \(Int(rate)) runs/s")
    }
    progress.clear()
    print(summary.joined(separator: "\n"))
    let ending = interruption.isRequested ? "interrupted; " : ""
    print("seed \(seed): \(ending)\(exit == .noFinding ? "nothing found" : "see the findings above")")
    return exit
  }

  private func isOver(runs: Int, since start: ContinuousClock.Instant) -> Bool {
    switch budget {
    case .runs(let count): runs >= count
    case .seconds(let seconds): runs > 0 && clock.now - start >= .seconds(seconds / Double(targets.count))
    }
  }

  /// Mixes target and run into the seed.
  private static func seed(of target: String, run: Int, from seed: UInt64) -> UInt64 {
    var mixed = SplitMix64(seed: seed)
    for byte in target.utf8 { mixed = SplitMix64(seed: mixed.next() ^ UInt64(byte)) }
    mixed = SplitMix64(seed: mixed.next() ^ UInt64(run))
    return mixed.next()
  }
}
