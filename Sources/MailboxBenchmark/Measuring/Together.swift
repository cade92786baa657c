/// Several processes at work on one queue.
struct Together {
  let cell: Cell
  let kinds: [ContenderKind]
  /// Messages of each process; fewer where each of them is synchronised.
  let messages: Int
  let scratch: String

  /// Times each contender does it.
  private static let rounds = 5

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

  /// How long processes are given to start, in nanoseconds; as long as it takes on a busy machine.
  private static let patience = (0..<7).map { UInt64(200_000_000) << UInt64($0) }

  /// - Returns: Nanoseconds a message: the time of all, divided by all messages.
  private func time(_ kind: ContenderKind) throws -> Double {
    for patience in Self.patience {
      if let time = try time(kind, after: patience) { return time }
    }
    throw BenchmarkFault("processes take longer than \(Self.patience.last! / 1_000_000_000) s to start")
  }

  /// - Returns: `nil` if not all of them were there in time.
  private func time(_ kind: ContenderKind, after patience: UInt64) throws -> Double? {
    let count = cell.durability == .processCrash ? messages : messages / 10
    let start = WorkerClock.now + patience
    let queue = QueuePlace(kind: kind, folder: "\(scratch)/\(kind.rawValue)", cell.ground)
    let workers = try (0..<cell.processes).map { _ in
      try BenchmarkProcess(.cycles(queue, count: count, start: start))
    }
    let ends = try workers.map { try $0.reply(as: CyclesReply.self).end }
    guard !ends.contains(nil) else { return nil }
    return Double(ends.compactMap(\.self).max()! - start) / Double(count * cell.processes)
  }
}
