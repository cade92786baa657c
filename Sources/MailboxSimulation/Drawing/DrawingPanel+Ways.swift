internal import Foundation

/// The ways of the messages between the boxes.
extension DrawingPanel {
  private typealias Point = DrawingRoute.Point

  private func path(of id: UUID) -> MessagePath? {
    let isMissing = names.isShown(id) && (promise == .nothingIsLost || promise == .finalState)
    return MessagePath(of: id, in: facts, isMissing: isMissing)
  }

  /// Those that the broken promise does not concern.
  func drawFaintWays(into picture: inout Picture) {
    for (track, fate) in facts.fates.enumerated() where !names.isShown(fate.id) {
      for step in path(of: fate.id)?.steps ?? [] where step.kind != .lost {
        picture.path(route(step, of: fate.id, track: track).data, .init("faint-way"))
      }
    }
  }

  func drawWays(into picture: inout Picture) {
    for (track, id) in names.shown.enumerated() {
      guard let path = path(of: id), let colour = names.colour(of: id) else { continue }
      picture.group(.init("message", [("color", colour)]), title: "the way of \(names[id])") { picture in
        for holding in path.holdings { draw(holding, of: id, track: track, into: &picture) }
        for step in path.steps { draw(step, of: id, track: track, into: &picture) }
      }
    }
  }

  private func draw(_ step: MessagePath.Step, of id: UUID, track: Int, into picture: inout Picture) {
    let route = route(step, of: id, track: track)
    guard let end = route.points.last else { return }
    picture.path(route.data, .init("halo"))
    picture.path(route.data, .init("way \(step.kind.style)"))
    if step.kind == .lost {
      picture.path("M\(end.x - 7) \(end.y - 7) l14 14 m0 -14 l-14 14", .init("gone"))
      picture.text("\(names[id]) is gone", x: end.x + 14, y: end.y + 5, .init("gone-text"))
    } else if step.to == .ending {
      picture.path("M\(end.x) \(end.y) l-5 -8 h10 z", .init("tip"))
    } else {
      let before = route.points.dropLast().last ?? end
      let back = end.x >= before.x ? -8 : 8
      picture.path("M\(end.x) \(end.y) l\(back) -5 v10 z", .init("tip"))
    }
  }

  /// The time in which two consumers hold one message, where that is the fault: a lease may have run out.
  func drawConflicts(into picture: inout Picture) {
    guard promise == .oneHolder || promise == .heldClaimsAreKept else { return }
    for id in names.shown {
      let times = (path(of: id)?.holdings ?? []).compactMap { time(of: $0, id) }.sorted {
        $0.lowerBound < $1.lowerBound
      }
      for (one, other) in zip(times, times.dropFirst()) where one.upperBound > other.lowerBound {
        let (top, bottom) = (other.lowerBound, min(one.upperBound, other.upperBound))
        picture.group(.init("conflict")) { picture in
          picture.rectangle(
            x: 90, y: top, width: layout.right - 90, height: bottom - top, .init("both"))
          picture.text("two hold \(names[id])", x: 98, y: min(top + 16, (top + bottom) / 2 + 4), .init("both"))
        }
      }
    }
  }

  /// From the claim to what ended it, in heights.
  private func time(of holding: MessagePath.Holding, _ id: UUID) -> ClosedRange<Int>? {
    guard case .operation(let claim) = holding.from else { return nil }
    let start = layout.height(of: id, in: claim)
    let end =
      switch holding.until {
      case .operation(let number)?: layout.height(of: id, in: number)
      case .event(let number)?: layout.height(ofEvent: number)
      default: layout.rows.bottom
      }
    return start...max(start + 6, end)
  }

  /// A bar beside the lane of the consumer, from its claim until whatever ended that.
  private func draw(_ holding: MessagePath.Holding, of id: UUID, track: Int, into picture: inout Picture) {
    guard case .operation(let claim) = holding.from, let time = time(of: holding, id) else { return }
    let x = layout.holder(of: claim, track: track)
    if case .operation(let number)? = holding.until,
      history.operations[number].process == history.operations[claim].process
    {
      picture.line(x, time.upperBound, layout.boxes[number].x, time.upperBound, .init("way"))
    }
    picture.line(x, time.lowerBound, layout.boxes[claim].x, time.lowerBound, .init("way"))
    picture.line(x, time.lowerBound, x, time.upperBound, .init("held"))
  }

  // MARK: Routes

  private func route(_ step: MessagePath.Step, of id: UUID, track: Int) -> DrawingRoute {
    switch (step.from, step.to) {
    case (.operation(let one), .operation(let other)): return route(one, other, of: id, track: track)
    case (.operation(let one), _):
      let (x, y) = (layout.gutter(of: one, track: track), layout.height(of: id, in: one))
      let end = step.kind == .lost ? layout.endingTop - 14 : layout.endingTop
      return DrawingRoute([Point(x: layout.boxes[one].x, y: y), Point(x: x, y: y), Point(x: x, y: end)])
    case (let origin, .operation(let other)):
      let (x, y) = (layout.gutter(of: other, track: track), layout.height(of: id, in: other))
      return DrawingRoute([
        Point(x: x, y: height(of: origin)), Point(x: x, y: y), Point(x: layout.boxes[other].x, y: y),
      ])
    case (let origin, _):
      let x = layout.lanes.left + 10 + track * 6
      return DrawingRoute([Point(x: x, y: height(of: origin)), Point(x: x, y: layout.endingTop)])
    }
  }

  private func height(of origin: MessagePath.Station) -> Int {
    if case .event(let number) = origin { return layout.height(ofEvent: number) }
    return layout.rows.moments.first.map { layout.rows.height(of: $0) - 12 } ?? 0
  }

  /// Down the gutter that belongs to the right one of two lanes, so that neighbours are reached without crossing a box.
  private func route(_ one: Int, _ other: Int, of id: UUID, track: Int) -> DrawingRoute {
    let (start, end) = (layout.boxes[one], layout.boxes[other])
    let (y1, y2) = (layout.height(of: id, in: one), layout.height(of: id, in: other))
    let (from, to) = (history.operations[one].process, history.operations[other].process)
    let width = DrawingLanes.boxWidth
    let x = layout.gutter(of: from > to ? one : other, track: track)
    return DrawingRoute([
      Point(x: from < to ? start.x + width : start.x, y: y1), Point(x: x, y: y1), Point(x: x, y: y2),
      Point(x: from > to ? end.x + width : end.x, y: y2),
    ])
  }
}

extension MessagePath.Kind {
  fileprivate var style: String {
    switch self {
    case .passed: "passed"
    case .recovered: "recovered"
    case .returned: "returned"
    case .lost: "lost"
    }
  }
}
