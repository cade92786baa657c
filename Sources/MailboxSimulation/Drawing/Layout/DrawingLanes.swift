/// The columns of a drawing: one lane a process, and in it one column for whatever does not overlap.
struct DrawingLanes {
  struct Lane {
    var process: Int
    var columns = 1
    var x = 0
  }

  static let boxWidth = 200
  /// The room left of a lane, in which messages come and are held.
  static let gutter = 58
  private static let columnGap = 8

  private(set) var lanes: [Lane] = []
  /// By operation.
  private(set) var columns: [Int] = []
  let left: Int
  let right: Int

  init(_ history: MailboxHistory, ends: [DrawingRows.Moment], left: Int) {
    self.left = left
    columns = Array(repeating: 0, count: history.operations.count)
    var x = left
    for process in history.lanes {
      var lane = Lane(process: process)
      var free: [DrawingRows.Moment] = []
      let own = history.operations.indices.filter { history.operations[$0].process == process }
      for number in own.sorted(by: { history.operations[$0].invoked < history.operations[$1].invoked }) {
        let start = DrawingRows.Moment(time: history.operations[number].invoked, kind: .invocation)
        let column = free.firstIndex { $0 < start } ?? free.count
        if column == free.count { free.append(ends[number]) } else { free[column] = ends[number] }
        columns[number] = column
      }
      lane.columns = max(free.count, 1)
      lane.x = x + Self.gutter
      x = lane.x + lane.columns * (Self.boxWidth + Self.columnGap)
      lanes.append(lane)
    }
    right = x
  }

  func lane(of process: Int) -> Lane? { lanes.first { $0.process == process } }

  /// The left edge of an operation's box.
  func x(of operation: Int, in history: MailboxHistory) -> Int {
    let lane = lane(of: history.operations[operation].process)
    return (lane?.x ?? left) + columns[operation] * (Self.boxWidth + Self.columnGap)
  }

  static func width(of lane: Lane) -> Int { lane.columns * (boxWidth + columnGap) - columnGap }
}

extension MailboxHistory {
  /// The processes that do something, and the one that drained the mailbox.
  fileprivate var lanes: [Int] {
    var processes = Set(operations.map(\.process))
    if case .drained(let process, _, _) = ending { processes.insert(process) }
    return processes.sorted()
  }
}
