/// Processes that start, store one message, and end.
struct ColdStart {
  let cell: Cell
  let kinds: [ContenderKind]
  let scratch: String

  func measure(atMost count: Int) throws -> Measurement {
    let trials = try kinds.map { try Trial($0, cell.ground, in: scratch) }
    var values: [ContenderKind: [Double]] = [:]
    // A start takes as long as a hundred other samples.
    for round in 0..<max(count / 3, 4) {
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
