/// A queue filled and emptied one message at a time, in a process of its own whose memory is looked at.
struct FillDrain {
  let cell: Cell
  let kinds: [ContenderKind]
  let scratch: String

  /// A hundred thousand files take their time: one is enough, and what is in it is many.
  private var rounds: Int { cell.depth > 10_000 ? 1 : 3 }

  func measure() throws -> Measurement {
    var values: [ContenderKind: [Double]] = [:]
    var peaks: [ContenderKind: Int] = [:]
    for round in 0..<rounds {
      for turn in kinds.indices {
        let kind = kinds[(turn + round) % kinds.count]
        let place = QueuePlace(kind: kind, folder: "\(scratch)/\(kind.rawValue)-\(round)", cell.ground)
        let reply = try BenchmarkProcess(.fillDrain(place)).reply(as: FillDrainReply.self)
        values[kind, default: []].append(reply.seconds * 1e9 / Double(cell.depth))
        peaks[kind] = max(peaks[kind] ?? 0, reply.peakBytes)
      }
    }
    return Measurement(cell: cell, samples: values.mapValues(Samples.init), peaks: peaks)
  }
}
