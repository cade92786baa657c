/// Several processes at work on one queue.
struct Together {
  let cell: Cell
  let kinds: [ContenderKind]
  let scratch: String

  /// Times each contender does it.
  private static let rounds = 5
  /// Messages of each process.
  private static let count = 400

  func measure() throws -> Measurement {
    var values: [ContenderKind: [Double]] = [:]
    // Filled once; whoever is at work leaves as many as there were.
    let trials = try kinds.map { try Trial($0, cell.ground, in: scratch) }
    for round in 0..<Self.rounds {
      for turn in kinds.indices {
        let kind = kinds[(turn + round) % kinds.count]
        values[kind, default: []].append(try time(kind))
      }
    }
    withExtendedLifetime(trials) {}
    return Measurement(cell: cell, samples: values.mapValues(Samples.init))
  }

  /// - Returns: Nanoseconds a message: the time of all, divided by all messages.
  private func time(_ kind: ContenderKind) throws -> Double {
    let count = cell.durability == .processCrash ? Self.count : Self.count / 10
    // Late enough for all of them to be there by then.
    let start = WorkerClock.now + 200_000_000
    let queue = QueuePlace(kind: kind, folder: "\(scratch)/\(kind.rawValue)", cell.ground)
    let workers = try (0..<cell.processes).map { _ in
      try BenchmarkProcess(.cycles(queue, count: count, start: start))
    }
    let ends = try workers.map { try $0.reply(as: CyclesReply.self).end }
    return Double(ends.max()! - start) / Double(count * cell.processes)
  }
}
