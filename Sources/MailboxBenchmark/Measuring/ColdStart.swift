/// Processes that start, store one message, and end.
struct ColdStart {
  let cell: Cell
  let kinds: [ContenderKind]
  let scratch: String

  private static let most = 60

  func measure(atMost count: Int) throws -> Measurement {
    let trials = try kinds.map { try Trial($0, cell.ground, in: scratch) }
    var values: [ContenderKind: [Double]] = [:]
    for round in 0..<min(count, Self.most) {
      for turn in kinds.indices {
        let kind = kinds[(turn + round) % kinds.count]
        // The floor is a process that only loads Foundation.
        let queue =
          kind == .floor ? nil : QueuePlace(kind: kind, folder: "\(scratch)/\(kind.rawValue)", cell.ground)
        let time = try Stopwatch.time { try BenchmarkProcess(.coldStart(queue)).end() }
        if round > 0 { values[kind, default: []].append(time) }
      }
    }
    withExtendedLifetime(trials) {}
    return Measurement(cell: cell, samples: values.mapValues(Samples.init))
  }
}
