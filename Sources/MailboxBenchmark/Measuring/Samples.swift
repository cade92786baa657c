/// What was measured of one contender, in nanoseconds.
struct Samples: Codable, Equatable, Sendable {
  private(set) var median: Double
  /// A quarter of the samples is below, and a quarter above.
  private(set) var low: Double
  private(set) var high: Double
  private(set) var count: Int

  /// - Parameter values: At least one.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let (below, above) = (sorted[Int(place)], sorted[min(Int(place) + 1, sorted.count - 1)])
      return below + (above - below) * (place - place.rounded(.down))
    }
    median = quantile(0.5)
    low = quantile(0.25)
    high = quantile(0.75)
    count = sorted.count
  }

  /// Half of what lies between the quartiles, as a part of the median.
  var spread: Double { (high - low) / 2 / median }
}

/// A line of the table.
struct Measurement: Codable, Equatable, Sendable {
  var cell: Cell
  var samples: [ContenderKind: Samples]
  /// The most memory that the process had, in bytes, where it was a process of its own.
  var peaks: [ContenderKind: Int] = [:]

  /// The median of the library as a multiple of another's.
  func ratio(to kind: ContenderKind) -> Double? {
    guard let own = samples[.mailbox], let other = samples[kind] else { return nil }
    return own.median / other.median
  }
}
