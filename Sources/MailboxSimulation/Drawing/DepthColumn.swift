/// How many messages certainly are in the mailbox, beside the operations that change it.
struct DepthColumn {
  static let width = 110

  /// By the place of an operation among those that are drawn.
  private var depths: [(operation: Int, depth: Int, bound: Int)] = []

  /// Stored from the return of an enqueue on, and gone from the beginning of whatever may have ended it.
  ///
  /// - Parameter drawn: The operations beside which it is written; all of them count.
  init(_ facts: HistoryFacts, of drawn: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: drawn.enumerated().map { ($1, $0) })
    var changes: [(moment: UInt64, by: Int, operation: Int)] = []
    for fate in facts.fates {
      guard let source = fate.sources.first(where: \.isCertain), let operation = source.operation else { continue }
      let ends = fate.deliveries.flatMap { facts.tokens[$0.claim.token]?.endings ?? [] }
        .filter { facts.operations[$0].mayHaveSucceeded && facts.operations[$0].call.isEndOfMessage }
      changes.append((source.end, 1, operation))
      guard let end = ends.min(by: { facts.timeline.start($0) < facts.timeline.start($1) }) else { continue }
      changes.append((max(facts.timeline.start(end), source.end), -1, end))
    }
    var depth = 0
    for change in changes.sorted(by: { ($0.moment, $0.by, $0.operation) < ($1.moment, $1.by, $1.operation) }) {
      depth += change.by
      let bound = facts.history.participants[facts.operations[change.operation].process].maxMessages
      guard let place = places[change.operation] else { continue }
      if depths.last?.operation == place { depths.removeLast() }
      depths.append((place, depth, bound))
    }
  }

  func draw(beside layout: DrawingLayout, into picture: inout Picture) {
    let x = layout.right + 14
    var y = layout.rows.moments.first.map { layout.rows.height(of: $0) - 24 } ?? 0
    picture.text("in the mailbox", x: x, y: y, .init("note"))
    for (operation, depth, bound) in depths {
      let box = layout.boxes[operation]
      let isTooDeep = depth > bound
      // In the order of time, below each other even where two return at nearly the same moment.
      y = max(y + 17, box.y + box.height)
      picture.text(
        "\(depth) of \(bound)\(isTooDeep ? " ✗" : "")", x: x, y: y,
        .init(isTooDeep ? "broken" : "note"))
    }
  }
}
