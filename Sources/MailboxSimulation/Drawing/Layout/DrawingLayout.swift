internal import Foundation

/// Where everything of an excerpt stands.
struct DrawingLayout {
  struct Box {
    var x: Int
    var y: Int
    var height: Int
    var label: OperationLabel
    /// Whether nobody saw its end.
    var isOpen: Bool
  }

  let excerpt: HistoryExcerpt
  let rows: DrawingRows
  let lanes: DrawingLanes
  /// By operation.
  let boxes: [Box]
  /// Where operations are left out, and how many.
  let gaps: [(moment: DrawingRows.Moment, count: Int)]

  static let lineHeight = 13
  /// The room for times and for what happens to all.
  static let margin = 232
  static let headHeight = 56

  /// - Parameters:
  ///   - gaps: How many operations are left out before which of the excerpt's.
  ///   - hidden: Places of operations whose outcome is known and does not matter.
  init(_ excerpt: HistoryExcerpt, _ names: MessageNames, top: Int, gaps: [(before: Int, count: Int)], hidden: Set<Int>)
  {
    self.excerpt = excerpt
    let history = excerpt.history
    let ends = history.operations.map { Self.end(of: $0, in: history) }
    let labels = history.operations.indices.map {
      OperationLabel(history.operations[$0], names, isOutcomeLeftOut: hidden.contains($0))
    }
    let spans = history.operations.indices.map { number in
      DrawingRows.Distance(
        from: Self.start(of: history.operations[number]), to: ends[number],
        height: labels[number].lines.count * Self.lineHeight + 8)
    }
    let gaps = gaps.map { (moment: Self.moment(before: $0.before, in: history), count: $0.count) }
    let events = history.events.indices.map { Self.moment(ofEvent: $0, in: history) }
    rows = DrawingRows(spans, events + gaps.map(\.moment), top: top)
    lanes = DrawingLanes(history, ends: ends, left: Self.margin)
    self.gaps = gaps
    boxes = history.operations.indices.map { [rows, lanes] number in
      let y = rows.height(of: spans[number].from)
      return Box(
        x: lanes.x(of: number, in: history), y: y, height: rows.height(of: ends[number]) - y, label: labels[number],
        isOpen: history.operations[number].returned == nil)
    }
  }

  static func start(of operation: HistoryOperation) -> DrawingRows.Moment {
    DrawingRows.Moment(time: operation.invoked, kind: .invocation)
  }

  static func moment(ofEvent number: Int, in history: MailboxHistory) -> DrawingRows.Moment {
    DrawingRows.Moment(time: history.events[number].moment, kind: .event, number: number)
  }

  /// Its return, its process's death, or the end of the picture.
  private static func end(of operation: HistoryOperation, in history: MailboxHistory) -> DrawingRows.Moment {
    if let returned = operation.returned { return DrawingRows.Moment(time: returned, kind: .ending) }
    let deaths = history.events.indices.filter { number in
      let event = history.events[number]
      let isDeath = event.kind == .killed(process: operation.process) || event.kind == .powerLost
      return isDeath && event.moment >= operation.invoked
    }
    return deaths.map { moment(ofEvent: $0, in: history) }.min() ?? .bottom
  }

  private static func moment(before number: Int, in history: MailboxHistory) -> DrawingRows.Moment {
    let isOperation = history.operations.indices.contains(number)
    return DrawingRows.Moment(time: isOperation ? history.operations[number].invoked : .max, kind: .gap)
  }

  // MARK: Places

  var right: Int { lanes.right }
  /// Where the end is written.
  var endingTop: Int { rows.bottom + 34 }

  /// The height at which a message leaves or enters a box.
  func height(of message: UUID, in operation: Int) -> Int {
    let box = boxes[operation]
    let line = box.label.lines.firstIndex { $0.message == message } ?? 0
    return box.y + 10 + line * Self.lineHeight
  }

  func height(ofEvent number: Int) -> Int { rows.height(of: Self.moment(ofEvent: number, in: excerpt.history)) }

  /// The line in the gutter of an operation's lane along which a message goes.
  func gutter(of operation: Int, track: Int) -> Int { laneEdge(of: operation) - 34 - track % 4 * 6 }

  /// Where a message is shown to be held.
  func holder(of operation: Int, track: Int) -> Int { laneEdge(of: operation) - 9 - track % 3 * 8 }

  private func laneEdge(of operation: Int) -> Int {
    lanes.lane(of: excerpt.history.operations[operation].process)?.x ?? lanes.left
  }
}
