import MailboxSimulation

/// Which tape a run has: it depends on seed, target and number of the run and on the tapes kept so far, and on nothing else.
struct RunPlan {
  let target: String
  let seed: UInt64

  func tape(_ run: Int, _ corpus: [[UInt64]]) -> ChoiceTape {
    var generator = SplitMix64(seed: seed)
    for byte in target.utf8 { generator = SplitMix64(seed: generator.next() ^ UInt64(byte)) }
    generator = SplitMix64(seed: generator.next() ^ UInt64(run))
    let own = generator.next()
    // Half of the runs look elsewhere than where something was found.
    guard !corpus.isEmpty, generator.next() % 2 == 0 else { return ChoiceTape(seed: own) }
    let changed = TapeMutator.changed(corpus, ChoiceTape(seed: generator.next()))
    return generator.next() % 2 == 0
      ? ChoiceTape(recorded: changed) : ChoiceTape(recorded: changed, continuedFrom: own)
  }
}

/// Makes tapes that are a little different from those that reached something.
enum TapeMutator {
  private static let mostValues = 1 << 13

  /// - Parameter chance: Decides what is changed.
  static func changed(_ corpus: [[UInt64]], _ chance: ChoiceTape) -> [UInt64] {
    var values = chance.pick(from: corpus)
    for _ in 0...chance.choose(below: 4) { change(&values, corpus, chance) }
    return Array(values.prefix(mostValues))
  }

  private static func change(_ values: inout [UInt64], _ corpus: [[UInt64]], _ chance: ChoiceTape) {
    let start = chance.choose(below: values.count + 1)
    let length = min(values.count - start, 1 << chance.choose(below: 7))
    let span = start..<start + length
    switch chance.choose(below: 7) {
    case 0: values.removeSubrange(span)
    case 1: values.insert(contentsOf: values[span], at: chance.choose(below: values.count + 1))
    case 2: values.replaceSubrange(span, with: repeatElement(0, count: length))
    case 3:
      // The start of one and the end of another.
      let other = chance.pick(from: corpus)
      values.replaceSubrange(start..., with: other[chance.choose(below: other.count + 1)...])
    case 4 where start < values.count: values[start] &+= chance.choose(below: 2) == 0 ? 1 : UInt64.max
    case 5 where start < values.count: values[start] = chance.bits()
    case 6 where start < values.count: values[start] = chance.choose(below: UInt64(16))
    default: values.insert(chance.choose(below: UInt64(256)), at: start)
    }
  }
}
