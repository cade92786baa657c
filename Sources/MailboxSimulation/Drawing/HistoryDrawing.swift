internal import Foundation

/// A history as a picture: a lane for each process, time downwards, and what is broken in red.
///
/// The same history always gives the same bytes. The picture needs nothing but itself: no script, no font, no other file.
package struct HistoryDrawing {
  /// How many broken promises are told; the first is drawn.
  static let mostViolations = 3

  private let finding: HistoryFinding
  private let panels: [DrawingPanel]

  private static let border = 24
  private static let panelGap = 56

  /// Lays out what judges found.
  package init(_ finding: HistoryFinding) {
    self.finding = finding
    let names = MessageNames(finding, shown: Self.messages(of: finding))
    panels = Self.requests(of: finding).map { DrawingPanel($0, of: finding, names) }
  }

  /// The messages whose ways are drawn: those of the smallest part, or what the first promise is about.
  private static func messages(of finding: HistoryFinding) -> [UUID] {
    guard let smallest = finding.smallest, let violation = finding.violations.first else { return [] }
    let all = HistorySubjects(smallest.history).messages
    if all.count <= MessageNames.most { return all }
    let subjects = HistorySubjects(finding.history).ofOperations
    let named = violation.operations.reduce(into: Set()) { $0.formUnion(subjects[$1]) }
    return Array((all.filter(named.contains) + all.filter { !named.contains($0) }).prefix(MessageNames.most))
  }

  private static func requests(of finding: HistoryFinding) -> [DrawingPanel.Request] {
    let total = finding.history.operations.count
    let named = finding.violations.first?.operations ?? []
    var requests: [DrawingPanel.Request] = []
    if let smallest = finding.smallest, smallest.history != finding.history {
      let count = smallest.positions.count
      let places = DrawingWindow.places(
        of: smallest.history, around: smallest.positions.indices.filter { named.contains(smallest.positions[$0]) })
      requests.append(
        DrawingPanel.Request(
          whole: smallest, places: places, heading: "The smallest part that is broken just as well",
          note: "\(count) of \(total) operations"
            + (places.count < count ? ", of which \(places.count) are drawn" : "")))
    }
    let small = finding.smallest.map { $0.positions.count <= DrawingWindow.mostImportant ? $0.positions : [] } ?? []
    let places = DrawingWindow.places(of: finding.history, around: named + small)
    let isWhole = places.count == total
    let around = named.isEmpty ? "only the beginning" : "only what surrounds the marked ones"
    requests.append(
      DrawingPanel.Request(
        whole: HistoryExcerpt(whole: finding.history), places: places,
        heading: isWhole ? "The whole history" : "A part of the whole history",
        note: isWhole
          ? "\(total) operations" + (requests.isEmpty && finding.smallest != nil ? "; none can be left out" : "")
          : "\(places.count) of \(total) operations are drawn, \(around)"))
    return requests
  }

  /// The picture.
  package var svg: String {
    let width = max(panels.reduce(0) { $0 + $1.width } + Self.panelGap * (panels.count - 1), DrawingLegend.width)
    var picture = Picture()
    let heading = DrawingHeading(finding)
    heading.draw(into: &picture, x: Self.border, y: Self.border, width: width)
    let top = Self.border + heading.height(width: width) + 24
    var x = Self.border
    for panel in panels {
      picture.group(.init("panel", [("transform", "translate(\(x) \(top))")])) { panel.draw(into: &$0) }
      x += panel.width + Self.panelGap
    }
    let bottom = top + (panels.map(\.height).max() ?? 0) + 30
    DrawingLegend().draw(into: &picture, x: Self.border, y: bottom)
    return picture.document(
      title: heading.title, width: width + 2 * Self.border, height: bottom + DrawingLegend.height + Self.border)
  }
}
