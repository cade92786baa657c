import Foundation

/// A picture of cost against depth, both on logarithmic scales: a panel for each scenario of which several depths were measured.
struct Plot {
  private let panels: [PlotPanel]

  init(_ measurements: [Measurement]) {
    let usual = measurements.filter { $0.cell == Cell(scenario: $0.cell.scenario, depth: $0.cell.depth) }
    panels = Scenario.allCases.compactMap { scenario in
      let lines = usual.filter { $0.cell.scenario == scenario }.sorted { $0.cell.depth < $1.cell.depth }
      return lines.count > 1 ? PlotPanel(scenario: scenario, lines: lines) : nil
    }
  }

  private static let columns = 2

  /// The whole file.
  var svg: String {
    let rows = (panels.count + Self.columns - 1) / Self.columns
    let (width, height) = (Self.columns * PlotPanel.width + 20, max(rows, 1) * PlotPanel.height + 60)
    var elements = ""
    for (number, panel) in panels.enumerated() {
      let (x, y) = (10 + number % Self.columns * PlotPanel.width, 50 + number / Self.columns * PlotPanel.height)
      elements += "<g transform=\"translate(\(x) \(y))\">\n\(panel.svg)</g>\n"
    }
    if panels.isEmpty {
      elements = "<text x=\"20\" y=\"60\">Nothing was measured at several depths.</text>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
      <title>Cost of a message against the depth of the mailbox</title>
      <style>
      text { font: 12px -apple-system, "Segoe UI", "DejaVu Sans", Verdana, sans-serif; fill: #222; }
      .title { font-size: 17px; font-weight: bold; }
      .head { font-size: 13px; font-weight: bold; }
      .note { fill: #666; }
      .small { font-size: 11px; }
      .end { text-anchor: end; }
      .middle { text-anchor: middle; }
      .grid { stroke: #e4e4e4; }
      .frame { fill: none; stroke: #999; }
      .line { fill: none; stroke-width: 2.2; }
      .range { stroke-width: 1.4; opacity: .55; }
      </style>
      <rect width="\(width)" height="\(height)" fill="#fff"/>
      <text x="20" y="28" class="title">Cost of a message against the depth of the mailbox</text>
      \(elements)</svg>

      """
  }
}
