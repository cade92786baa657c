/// What a picture shows, in words.
struct DrawingHeading {
  let title: String
  private let finding: HistoryFinding

  private static let lineHeight = 18
  private static let gap = 5

  init(_ finding: HistoryFinding) {
    self.finding = finding
    let history = finding.history
    let processes = Set(history.operations.map(\.process)).count
    title =
      "A mailbox, \(processes) \(processes == 1 ? "process" : "processes"), \(history.operations.count) operations"
  }

  private struct Line {
    var text: String
    var style: String
    /// The number of the violation that begins here.
    var badge: Int?
  }

  private func lines(width: Int) -> [Line] {
    var lines: [Line] = []
    func add(_ text: String, _ style: String, badge: Int? = nil) {
      // Upper-case letters of a bold face are the widest: nine units each are enough.
      for (number, line) in PictureText.lines(of: text, columns: (width - 60) / 9).enumerated() {
        lines.append(Line(text: line, style: style, badge: number == 0 ? badge : nil))
      }
    }
    for (number, violation) in finding.violations.prefix(HistoryDrawing.mostViolations).enumerated() {
      add("Broken: \(violation.promise.meaning)", "broken", badge: number + 1)
      add(violation.sentence + ".", "sentence")
      let operations = violation.operations.prefix(12).map { "#\($0)" }.joined(separator: ", ")
      let who = operations.isEmpty ? "" : "; operations \(operations)"
      add("\(violation.promise.rawValue), clauses \(violation.promise.clauses.joined(separator: ", "))\(who)", "note")
    }
    let more = finding.violations.count - HistoryDrawing.mostViolations
    if more > 0 { add("and \(more) more like these", "note") }
    if finding.violations.isEmpty { add(finding.acquittal, "heading") }
    return lines
  }

  private var style: String {
    if !finding.violations.isEmpty { return "verdict" }
    return finding.search == .explained ? "verdict good" : "verdict unsure"
  }

  func height(width: Int) -> Int {
    let lines = lines(width: width)
    return 46 + lines.count * Self.lineHeight + lines.count { $0.badge != nil } * Self.gap
  }

  func draw(into picture: inout Picture, x: Int, y: Int, width: Int) {
    picture.text(title, x: x, y: y + 16, .init("title"))
    let lines = lines(width: width)
    picture.group(.init(style)) { picture in
      picture.rectangle(
        x: x, y: y + 30, width: width, height: height(width: width) - 34, radius: 6, .init("frame"))
    }
    var bottom = y + 48 - Self.lineHeight
    for line in lines {
      bottom += Self.lineHeight + (line.badge == nil ? 0 : Self.gap)
      picture.text(line.text, x: x + 36, y: bottom, .init(line.style))
      if let badge = line.badge {
        picture.circle(x + 18, bottom - 5, radius: 10, .init("badge"))
        picture.text("\(badge)", x: x + 18, y: bottom - 1, .init("badge-text"))
      }
    }
  }
}
