/// The heights of a history's moments: one below the other, as far apart as what is written between them needs.
///
/// Time is not drawn to scale: moments that differ are never at one height, and a long pause takes no more room than a short one.
struct DrawingRows {
  /// A moment, and what happens at it: an operation that returns when another begins overlaps it.
  struct Moment: Comparable, Hashable {
    enum Kind: Int {
      /// Something is left out before an operation.
      case gap
      case invocation, event, ending
    }

    var time: UInt64
    var kind: Kind
    /// Tells events of one moment apart.
    var number = 0

    static func < (one: Moment, other: Moment) -> Bool {
      (one.time, one.kind.rawValue, one.number) < (other.time, other.kind.rawValue, other.number)
    }

    /// Below everything.
    static let bottom = Moment(time: .max, kind: .ending, number: .max)
  }

  /// Two moments, and how far apart they are at least.
  struct Distance {
    var from: Moment
    var to: Moment
    var height: Int
  }

  private var heights: [Moment: Int] = [:]
  private(set) var moments: [Moment] = []

  init(_ distances: [Distance], _ others: [Moment], top: Int) {
    let all = Set(distances.flatMap { [$0.from, $0.to] } + others).union([.bottom])
    moments = all.sorted()
    let byEnd = Dictionary(grouping: distances, by: \.to)
    var last: Moment?
    for moment in moments {
      var height = last.map { heights[$0, default: top] + Self.gap(from: $0, to: moment) } ?? top
      for distance in byEnd[moment, default: []] {
        height = max(height, heights[distance.from, default: top] + distance.height)
      }
      heights[moment] = height
      last = moment
    }
  }

  func height(of moment: Moment) -> Int { heights[moment, default: 0] }

  var bottom: Int { height(of: .bottom) }

  private static func gap(from one: Moment, to other: Moment) -> Int {
    switch (one.kind, other.kind) {
    case (.gap, _): 26
    case (_, .gap): 14
    case (.event, _), (_, .event): 18
    default: 8
    }
  }
}
