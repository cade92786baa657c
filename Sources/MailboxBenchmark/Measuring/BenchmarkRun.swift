import ConformanceKit
import Foundation

/// Measures what a plan has, the contenders taking turns.
struct BenchmarkRun {
  let plan: BenchmarkPlan
  let kinds: [ContenderKind]
  /// Everything happens below it; what is made there is removed again.
  let folder: String

  /// - Parameter report: Told each line as soon as it is there.
  func run(_ report: (Measurement) throws -> Void) throws {
    try withScratch { scratch in
      var trials: [Cell.Ground: [Trial]] = [:]
      for (number, cell) in plan.cells.enumerated() {
        let place = "\(scratch)/\(number)"
        guard isOnGround(cell) else {
          try report(measure(cell, place))
          continue
        }
        // Filled once for all that is timed on it.
        let own = try trials[cell.ground] ?? kinds.map { try Trial($0, cell.ground, in: place) }
        try report(Measurement(cell: cell, samples: sample(cell, own)))
        let isNeeded = plan.cells[(number + 1)...].contains { isOnGround($0) && $0.ground == cell.ground }
        trials[cell.ground] = isNeeded ? own : nil
        if !isNeeded, !plan.keepsGrounds { for trial in own { try trial.remove() } }
      }
    }
  }

  /// Whether one process alone does it, on what is there.
  private func isOnGround(_ cell: Cell) -> Bool {
    cell.processes == 1 && cell.scenario != .coldStart && cell.scenario != .fillDrain
  }

  private func measure(_ cell: Cell, _ scratch: String) throws -> Measurement {
    switch cell.scenario {
    case .coldStart: try ColdStart(cell: cell, kinds: kinds, scratch: scratch).measure(atMost: plan.samples)
    case .fillDrain: try FillDrain(cell: cell, kinds: kinds, scratch: scratch).measure()
    default: try Together(cell: cell, kinds: kinds, scratch: scratch).measure()
    }
  }

  // MARK: Taking turns

  /// What comes first is slower for reasons of its own.
  private static let warmUp = 3

  private func sample(_ cell: Cell, _ trials: [Trial]) throws -> [ContenderKind: Samples] {
    var values: [ContenderKind: [Double]] = [:]
    let end = ContinuousClock.now + .seconds(plan.seconds)
    var round = 0
    while round < BenchmarkPlan.fewest + Self.warmUp
      || (round < plan.samples(of: cell) + Self.warmUp && ContinuousClock.now < end)
    {
      // Whoever stops it wants nothing left behind.
      if Interruption.isRequested { throw BenchmarkFault("interrupted") }
      for turn in trials.indices {
        // Nobody always comes first.
        let trial = trials[(turn + round) % trials.count]
        let value = try trial.sample(cell.scenario)
        if round >= Self.warmUp { values[trial.kind, default: []].append(value) }
      }
      round += 1
    }
    return values.mapValues(Samples.init)
  }

  private func withScratch(_ body: (String) throws -> Void) throws {
    let scratch = "\(folder)/mailbox-benchmark-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try body(scratch)
  }
}
