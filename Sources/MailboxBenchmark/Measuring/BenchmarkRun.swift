import ConformanceKit
import Foundation

/// Measures what a plan has, the contenders taking turns, and the depths of a scenario.
struct BenchmarkRun {
  let plan: BenchmarkPlan
  let kinds: [ContenderKind]
  /// Everything happens below it; what is made there is removed again.
  let folder: String

  /// - Parameter report: Told each line as soon as it is there.
  func run(_ report: (Measurement) throws -> Void) throws {
    try withScratch { scratch in
      var trials: [Cell.Ground: [Trial]] = [:]
      let groups = plan.groups
      for (number, cells) in groups.enumerated() {
        let place = "\(scratch)/\(number)"
        guard cells[0].isOnGround else {
          for cell in cells { try report(measure(cell, place)) }
          continue
        }
        // Filled once for all that is timed on it.
        for cell in cells where trials[cell.ground] == nil {
          trials[cell.ground] = try kinds.map { try Trial($0, cell.ground, in: "\(place)/\(cell.depth)") }
        }
        for measurement in try sample(cells, trials) { try report(measurement) }
        let needed = Set(groups[(number + 1)...].joined().filter(\.isOnGround).map(\.ground))
        for cell in cells where !needed.contains(cell.ground) {
          let unneeded = trials.removeValue(forKey: cell.ground) ?? []
          if !plan.keepsGrounds { for trial in unneeded { try trial.remove() } }
        }
      }
    }
  }

  private func measure(_ cell: Cell, _ scratch: String) throws -> Measurement {
    switch cell.scenario {
    case .coldStart: try ColdStart(cell: cell, kinds: kinds, scratch: scratch).measure(atMost: plan.samples)
    case .fillDrain: try FillDrain(cell: cell, kinds: kinds, scratch: scratch).measure()
    default: try Together(cell: cell, kinds: kinds, messages: plan.messages, scratch: scratch).measure()
    }
  }

  // MARK: Taking turns

  /// How often each cell of a group has its turn: what else a machine does changes within seconds.
  private static let visits = 5

  private func sample(_ cells: [Cell], _ trials: [Cell.Ground: [Trial]]) throws -> [Measurement] {
    var values = cells.map { _ in [ContenderKind: [Double]]() }
    let visits = cells.count == 1 ? 1 : Self.visits
    for visit in 0..<visits {
      for (place, cell) in cells.enumerated() {
        let more = try self.visit(cell, trials[cell.ground] ?? [], isFirst: visit == 0, of: visits)
        values[place].merge(more, uniquingKeysWith: +)
      }
    }
    return zip(cells, values).map { Measurement(cell: $0, samples: $1.mapValues(Samples.init)) }
  }

  /// - Returns: A part of the samples.
  private func visit(
    _ cell: Cell, _ trials: [Trial], isFirst: Bool, of visits: Int
  ) throws -> [ContenderKind: [Double]] {
    var values: [ContenderKind: [Double]] = [:]
    // What comes first is slower for reasons of its own.
    let warmUp = isFirst ? 3 : 1
    let fewest = (BenchmarkPlan.fewest + visits - 1) / visits
    let most = plan.samples(of: cell) / visits
    let end = ContinuousClock.now + .seconds(plan.seconds / Double(visits))
    var round = 0
    while round < fewest + warmUp || (round < most + warmUp && ContinuousClock.now < end) {
      // Whoever stops it wants nothing left behind.
      if Interruption.isRequested { throw BenchmarkFault("interrupted") }
      for turn in trials.indices {
        // Nobody always comes first.
        let trial = trials[(turn + round) % trials.count]
        let value = try trial.sample(cell.scenario)
        if round >= warmUp { values[trial.kind, default: []].append(value) }
      }
      round += 1
    }
    return values
  }

  private func withScratch(_ body: (String) throws -> Void) throws {
    let scratch = "\(folder)/mailbox-benchmark-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try body(scratch)
  }
}
