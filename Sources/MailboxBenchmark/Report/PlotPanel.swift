import Foundation

/// One scenario's costs: a line for each contender, and how far the middle half of its samples reaches.
struct PlotPanel {
  let scenario: Scenario
  /// By depth; at least two.
  let lines: [Measurement]

  static let width = 480
  static let height = 340
  private static let (left, right, top, bottom) = (64.0, 96.0, 34.0, 48.0)

  /// They stand apart for the colour-blind, too.
  private static let colours: [ContenderKind: String] = [.mailbox: "#0072b2", .floor: "#009e73", .sqlite: "#d55e00"]

  var svg: String {
    var text = "<text x=\"\(Self.left)\" y=\"8\" class=\"head\">\(scenario.rawValue)</text>\n"
    text += "<text x=\"\(Self.left)\" y=\"25\" class=\"note small\">\(scenario.summary)</text>\n"
    text += grid
    var labels: [(y: Double, text: String, colour: String)] = []
    for kind in ContenderKind.allCases {
      let colour = Self.colours[kind]!
      let points = lines.compactMap { line in line.samples[kind].map { (line.cell.depth, $0) } }
      guard let last = points.last else { continue }
      let path = points.map { "\(number(x($0.0))) \(number(y($0.1.median)))" }.joined(separator: " L ")
      text += "<path class=\"line\" stroke=\"\(colour)\" d=\"M \(path)\"/>\n"
      for (depth, samples) in points {
        let (x, median) = (number(x(depth)), number(y(samples.median)))
        text += "<line class=\"range\" stroke=\"\(colour)\" x1=\"\(x)\" x2=\"\(x)\" "
        text += "y1=\"\(number(y(samples.low)))\" y2=\"\(number(y(samples.high)))\"/>\n"
        text += "<circle cx=\"\(x)\" cy=\"\(median)\" r=\"3.4\" fill=\"\(colour)\"/>\n"
      }
      labels.append((y(last.1.median), "\(kind.rawValue) \(TextReport.time(last.1.median))", colour))
    }
    return text
      + Self.spreadOut(labels).map { label in
        "<text x=\"\(number(Double(Self.width) - Self.right + 8))\" y=\"\(number(label.y + 4))\" "
          + "style=\"fill: \(label.colour); font-size: 11px\">\(label.text)</text>\n"
      }.joined()
  }

  /// Labels that do not cover each other.
  private static func spreadOut(
    _ labels: [(y: Double, text: String, colour: String)]
  ) -> [(y: Double, text: String, colour: String)] {
    var result: [(y: Double, text: String, colour: String)] = []
    for label in labels.sorted(by: { $0.y < $1.y }) {
      result.append((max(label.y, (result.last?.y ?? -.infinity) + 14), label.text, label.colour))
    }
    return result
  }

  // MARK: Scales

  private var grid: String {
    let (low, high) = decades
    let (edge, floor) = (Double(Self.width) - Self.right, Double(Self.height) - Self.bottom)
    var text = ""
    for decade in Int(low)...Int(high) {
      let y = number(y(pow(10, Double(decade))))
      text += "<line class=\"grid\" x1=\"\(Self.left)\" x2=\"\(edge)\" y1=\"\(y)\" y2=\"\(y)\"/>\n"
      text += "<text x=\"\(Self.left - 8)\" y=\"\(y)\" dy=\"4\" class=\"note end\">\(Self.decade(decade))</text>\n"
    }
    for line in lines {
      let x = number(x(line.cell.depth))
      text += "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(Self.top)\" y2=\"\(floor)\"/>\n"
      text += "<text x=\"\(x)\" y=\"\(floor + 18)\" class=\"note middle\">\(line.cell.depth)</text>\n"
    }
    let middle = (Self.left + edge) / 2
    text += "<text x=\"\(middle)\" y=\"\(floor + 36)\" class=\"note middle\">messages in the mailbox</text>\n"
    text += "<rect class=\"frame\" x=\"\(Self.left)\" y=\"\(Self.top)\" "
    return text + "width=\"\(edge - Self.left)\" height=\"\(floor - Self.top)\"/>\n"
  }

  /// From which power of ten to which.
  private var decades: (low: Double, high: Double) {
    let all = lines.flatMap { $0.samples.values }
    let low = log10(all.map(\.low).min() ?? 1).rounded(.down)
    return (low, max(low + 1, log10(all.map(\.high).max() ?? 10).rounded(.up)))
  }

  private func x(_ depth: Int) -> Double {
    let (first, last) = (log10(Double(lines[0].cell.depth)), log10(Double(lines[lines.count - 1].cell.depth)))
    let share = (log10(Double(depth)) - first) / (last - first)
    return Self.left + 14 + share * (Double(Self.width) - Self.left - Self.right - 28)
  }

  private func y(_ nanoseconds: Double) -> Double {
    let (low, high) = decades
    let share = (log10(max(nanoseconds, 1)) - low) / (high - low)
    return Double(Self.height) - Self.bottom - share * (Double(Self.height) - Self.top - Self.bottom)
  }

  private static func decade(_ exponent: Int) -> String {
    let units = ["ns", "µs", "ms", "s"]
    let place = min(max(exponent / 3, 0), units.count - 1)
    return "\(Int(pow(10, Double(exponent - place * 3)))) \(units[place])"
  }

  private func number(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
