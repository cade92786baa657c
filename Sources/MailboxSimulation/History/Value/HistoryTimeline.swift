/// The moments and clock readings of a history, for questions about what certainly was when.
///
/// The clock is known at the moments at which somebody read it. Between two of them it is taken to lie between their
/// readings; a step of the clock has to be told by an event.
struct HistoryTimeline: Sendable {
  private let moments: [UInt64]
  /// Smallest and largest reading of 2^k samples from each, for each k.
  private var lowest: [[Double]] = []
  private var highest: [[Double]] = []
  private let ends: [UInt64]
  private let starts: [UInt64]

  /// The moment of an operation's invocation.
  func start(_ operation: Int) -> UInt64 { starts[operation] }

  /// The moment from which on an operation does nothing more: its return, its process's death, or never.
  func end(_ operation: Int) -> UInt64 { ends[operation] }

  init(_ history: MailboxHistory) {
    let deaths = Self.deaths(history)
    starts = history.operations.map(\.invoked)
    ends = history.operations.map { operation in
      if let returned = operation.returned { return returned }
      return deaths[operation.process, default: []].first { $0 >= operation.invoked } ?? .max
    }
    var samples: [(moment: UInt64, clock: Double)] = []
    samples.reserveCapacity(history.operations.count * 2)
    for operation in history.operations {
      samples.append((operation.invoked, operation.clockInvoked))
      if let returned = operation.returned, let clock = operation.clockReturned { samples.append((returned, clock)) }
    }
    for event in history.events {
      guard case .clockMoved(let before, let after) = event.kind else { continue }
      samples += [(event.moment, before), (event.moment, after)]
    }
    if case .drained(_, let clock, _) = history.ending { samples.append((.max, clock)) }
    samples.sort { $0.moment < $1.moment }
    moments = samples.map(\.moment)
    build(samples.map(\.clock))
  }

  /// All readings.
  var wholeRange: ClosedRange<Double> {
    moments.isEmpty ? 0...0 : range(samples: 0..<moments.count)
  }

  /// What the clock may have shown from one moment to another.
  func clock(from first: UInt64, to last: UInt64) -> ClosedRange<Double> {
    guard !moments.isEmpty else { return 0...0 }
    let begin = max(position(of: first) { $0 <= first } - 1, 0)
    let end = min(position(of: last) { $0 < last }, moments.count - 1)
    // Equal moments belong to it, on both sides.
    var after = end
    while after + 1 < moments.count, moments[after + 1] == last { after += 1 }
    var before = begin
    while before > 0, moments[before - 1] == first { before -= 1 }
    return range(samples: min(before, after)..<max(before, after) + 1)
  }

  /// What the clock may have shown during an operation: its own readings and what was read in between.
  func clock(_ operation: HistoryOperation, number: Int) -> ClosedRange<Double> {
    guard let end = operation.clockReturned else { return clock(from: operation.invoked, to: ends[number]) }
    var low = min(operation.clockInvoked, end)
    var high = max(operation.clockInvoked, end)
    if end < operation.clockInvoked {
      // The clock went back meanwhile, which may be told of only later: before, it went on from the first reading, and after
      // that to the last one, neither for longer than all of it took. Moments are nanoseconds where time passes by itself.
      let length = Double(ends[number] - operation.invoked) / 1e9
      low -= length
      high += length
    }
    let first = position(of: operation.invoked) { $0 < operation.invoked }
    let last = position(of: ends[number]) { $0 <= ends[number] }
    if first < last {
      let between = range(samples: first..<last)
      low = min(low, between.lowerBound)
      high = max(high, between.upperBound)
    }
    return low...high
  }

  private static func deaths(_ history: MailboxHistory) -> [Int: [UInt64]] {
    var deaths: [Int: [UInt64]] = [:]
    for event in history.events {
      switch event.kind {
      case .killed(let process): deaths[process, default: []].append(event.moment)
      case .powerLost:
        // What the power loss cut off did not happen after it.
        let last = event.moment - min(event.moment, 1)
        for process in history.participants.indices { deaths[process, default: []].append(last) }
      default: break
      }
    }
    return deaths.mapValues { $0.sorted() }
  }

  /// How many samples from the first on fulfil a condition that holds for the first ones only.
  private func position(of moment: UInt64, _ isBefore: (UInt64) -> Bool) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(moments[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func build(_ readings: [Double]) {
    lowest = [readings]
    highest = [readings]
    var width = 1
    while width * 2 <= readings.count {
      let (low, high) = (lowest[lowest.count - 1], highest[highest.count - 1])
      let count = readings.count - width * 2 + 1
      lowest.append((0..<count).map { min(low[$0], low[$0 + width]) })
      highest.append((0..<count).map { max(high[$0], high[$0 + width]) })
      width *= 2
    }
  }

  private func range(samples: Range<Int>) -> ClosedRange<Double> {
    let level = Int.bitWidth - 1 - samples.count.leadingZeroBitCount
    let other = samples.upperBound - (1 << level)
    return min(
      lowest[level][samples.lowerBound], lowest[level][other])...max(
        highest[level][samples.lowerBound], highest[level][other])
  }
}
