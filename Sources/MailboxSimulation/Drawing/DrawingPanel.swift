internal import Foundation

/// One excerpt of a history, drawn.
struct DrawingPanel {
  let layout: DrawingLayout
  let names: MessageNames
  let facts: HistoryFacts
  /// The numbers of the broken promises that name an operation, by its position in the whole history.
  let marks: [Int: [Int]]
  /// The first broken promise.
  let promise: HistoryPromise?
  private let depths: DepthColumn?
  let scale: TimeScale
  let heading: String
  let note: String

  private static let top = 64

  var history: MailboxHistory { layout.excerpt.history }
  var width: Int { max(layout.right + depthWidth, 560) }
  private var depthWidth: Int { depths == nil ? 0 : DepthColumn.width }
  var height: Int { layout.endingTop + (EndingBox(history, names)?.height ?? 0) + 10 }

  struct Request {
    var whole: HistoryExcerpt
    /// The operations that are drawn.
    var places: [Int]
    var heading: String
    var note: String
  }

  init(_ request: Request, of finding: HistoryFinding, _ names: MessageNames) {
    let excerpt = request.whole.keeping(request.places)
    let isHidden = excerpt.positions.indices.filter { place in
      excerpt.history.operations[place].outcome == nil
        && finding.history.operations[excerpt.positions[place]].outcome != nil
    }
    let planted = excerpt.history.planted.isEmpty ? 0 : 34
    layout = DrawingLayout(
      excerpt, names, top: Self.top + DrawingLayout.headHeight + planted, gaps: Self.gaps(in: request),
      hidden: Set(isHidden))
    self.names = names
    facts = HistoryFacts(excerpt.history)
    var marks: [Int: [Int]] = [:]
    for (number, violation) in finding.violations.prefix(HistoryDrawing.mostViolations).enumerated() {
      for position in violation.operations { marks[position, default: []].append(number + 1) }
    }
    self.marks = marks
    promise = finding.violations.first?.promise
    depths = promise == .bounds ? DepthColumn(HistoryFacts(request.whole.history), of: request.places) : nil
    scale = TimeScale(finding.history)
    heading = request.heading
    note = request.note
  }

  /// How many operations are left out before each that is drawn, and after the last.
  private static func gaps(in request: Request) -> [(before: Int, count: Int)] {
    var next = 0
    var gaps: [(before: Int, count: Int)] = []
    for (number, place) in (request.places + [request.whole.positions.count]).enumerated() {
      if place > next { gaps.append((number, place - next)) }
      next = place + 1
    }
    return gaps
  }

  func draw(into picture: inout Picture) {
    picture.text(heading, x: 0, y: 18, .init("heading"))
    for (number, line) in PictureText.lines(of: note, columns: width / 7).enumerated() {
      picture.text(line, x: 0, y: 36 + number * 15, .init("note"))
    }
    drawLanes(into: &picture)
    drawTimes(into: &picture)
    drawConflicts(into: &picture)
    drawFaintWays(into: &picture)
    for number in history.events.indices { drawEvent(number, into: &picture) }
    for number in history.operations.indices { drawBox(number, into: &picture) }
    for number in history.events.indices { drawSign(number, into: &picture) }
    for gap in layout.gaps { drawGap(gap.moment, gap.count, into: &picture) }
    EndingBox(history, names)?.draw(
      into: &picture, x: layout.lanes.left, y: layout.endingTop, width: layout.right - layout.lanes.left,
      isBroken: promise == .nothingIsLost || promise == .finalState)
    drawWays(into: &picture)
    for number in history.operations.indices { drawMark(number, into: &picture) }
    depths?.draw(beside: layout, into: &picture)
  }

  private func drawLanes(into picture: inout Picture) {
    let top = Self.top
    for lane in layout.lanes.lanes {
      let participant = history.participants[lane.process]
      let width = DrawingLanes.width(of: lane)
      picture.rectangle(
        x: lane.x - 4, y: top, width: width + 8, height: layout.rows.bottom - top + 8, radius: 6, .init("lane"))
      picture.text("process \(lane.process)", x: lane.x, y: top + 17, .init("lane-head"))
      for (number, line) in participant.shortDescription.enumerated() {
        picture.text(line, x: lane.x, y: top + 32 + number * 13, .init("note code"))
      }
    }
    if !history.planted.isEmpty {
      let some = history.planted.prefix(6).map { names[$0.id] }.joined(separator: ", ")
      let rest = history.planted.count > 6 ? " and \(history.planted.count - 6) more" : ""
      picture.group(.init("event")) { picture in
        picture.text(
          "there before: \(some)\(rest)", x: layout.lanes.left + 6, y: top + DrawingLayout.headHeight + 18,
          .init("code"))
      }
    }
  }

  /// A moment that stands too close to the one above has no room for its time.
  private func drawTimes(into picture: inout Picture) {
    var last = Int.min / 2
    for moment in layout.rows.moments where moment.kind != .gap && moment.time != .max {
      let y = layout.rows.height(of: moment)
      guard y - last >= 11 else { continue }
      last = y
      picture.line(86, y, layout.right, y, .init("tick"))
      picture.text(scale.text(moment.time), x: 80, y: y + 4, .init("time"))
    }
  }

  private func drawEvent(_ number: Int, into picture: inout Picture) {
    let event = history.events[number]
    let y = layout.height(ofEvent: number)
    let text = PictureText.fitting(event.shortDescription(names), columns: 21)
    picture.group(.init("event"), title: event.shortDescription(names)) { picture in
      picture.line(90, y, layout.right, y, .init("across"))
      picture.rectangle(
        x: 88, y: y - 8, width: 8 + PictureText.width(text) * 13 / 2, height: 16, radius: 8, .init("chip"))
      picture.text(text, x: 92, y: y + 4, .init("chip"))
    }
  }

  /// A process's own fate is marked in its lane.
  private func drawSign(_ number: Int, into picture: inout Picture) {
    let event = history.events[number]
    guard let process = event.process, let lane = layout.lanes.lane(of: process) else { return }
    picture.group(.init("event")) { picture in
      let x = lane.x + DrawingLanes.width(of: lane) / 2
      picture.text(event.sign, x: x, y: layout.height(ofEvent: number) + 6, .init("sign"))
    }
  }

  private func drawGap(_ moment: DrawingRows.Moment, _ count: Int, into picture: inout Picture) {
    let y = layout.rows.height(of: moment)
    let (left, right) = (layout.lanes.left, layout.right)
    picture.group(.init("gap")) { picture in
      let teeth = stride(from: left, to: right - 20, by: 20).map { "L\($0 + 10) \(y - 4) L\($0 + 20) \(y + 4)" }
      picture.path("M\(left) \(y + 4) " + teeth.joined(separator: " "), .init("teeth"))
      picture.text(
        "\(count) \(count == 1 ? "operation" : "operations") left out", x: left - 140, y: y + 4, .init("left-out"))
    }
  }
}
