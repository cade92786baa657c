/// Colours and faces.
enum PictureStyle {
  /// One for each message whose way is drawn; they stand apart for the colour-blind, too.
  static let messages = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8f5c00", "#5b3fa0", "#007f7f", "#a0003c"]

  /// What kind of operation it is, and its colour.
  static let kinds = [
    ("enqueue", "#d6e8f7"), ("claim", "#d7f0d9"), ("acknowledge", "#e4e4e4"), ("release", "#fbeac4"),
    ("extend", "#e7ddf3"), ("reject", "#f6d9d0"), ("letters", "#f3e0ea"), ("other", "#f5f5f0"),
  ]

  static var sheet: String {
    """
    text { font: 12px -apple-system, "Segoe UI", "DejaVu Sans", Verdana, sans-serif; fill: #222; direction: ltr; unicode-bidi: bidi-override; }
    .paper { fill: #fff; }
    .title { font-size: 19px; font-weight: bold; }
    .heading { font-size: 14px; font-weight: bold; }
    .note { fill: #555; }
    .verdict rect { fill: #fdecea; stroke: #c00; stroke-width: 2; }
    .verdict.good rect { fill: #eaf6ea; stroke: #2a7a2a; }
    .verdict.unsure rect { fill: #fff7df; stroke: #a07800; }
    .broken { font-size: 15px; font-weight: bold; fill: #b00000; }
    .code, .box text, .time, .event text { font: 10.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .box text.call { font-weight: bold; }
    .box text.number { fill: #777; text-anchor: end; }
    .box text.failure { fill: #b00000; font-weight: bold; }
    .box text.faint { fill: #777; }
    .box rect { stroke: #888; }
    .box.unknown rect, .box.unknown path { stroke: #555; stroke-dasharray: 5 3; }
    .box path { fill: none; stroke: #888; }
    .box.failed rect.body { fill-opacity: .35; }
    .open { stroke: none !important; }
    .mark { fill: none !important; stroke: #d00000 !important; stroke-width: 3.5; stroke-dasharray: none !important; }
    .badge { fill: #d00000; }
    .badge-text { font-size: 11px; font-weight: bold; fill: #fff; text-anchor: middle; }
    .time { fill: #777; text-anchor: end; }
    .tick { stroke: #e6e6e6; }
    .lane { fill: #fafafa; }
    .lane-head { font-weight: bold; font-size: 13px; }
    .event line { stroke: #7a1fa2; stroke-dasharray: 2 3; }
    .event text { fill: #7a1fa2; font-weight: bold; }
    .event text.sign { font-size: 18px; text-anchor: middle; }
    .event rect { fill: #f5e9fa; stroke: #7a1fa2; }
    .gap path { fill: none; stroke: #aaa; }
    .gap text { fill: #777; font-style: italic; }
    .way, .held { fill: none; stroke: currentColor; }
    .way { stroke-width: 2.2; }
    .held { stroke-width: 6; opacity: .75; }
    .halo { fill: none; stroke: #fff; stroke-width: 5.5; }
    .recovered { stroke-dasharray: 7 4; }
    .lost, .returned { stroke-dasharray: 2 3; }
    .tip { fill: currentColor; }
    .faint-way { fill: none; stroke: #b8b8b8; stroke-width: 1; }
    .conflict rect { fill: #d00000; opacity: .1; }
    .conflict text { fill: #d00000; font-weight: bold; }
    .gone { stroke: #d00000; stroke-width: 4; fill: none; }
    .gone-text { fill: #d00000; font-weight: bold; }
    .id { fill: currentColor !important; font-weight: bold; }
    \(kinds.map { ".\($0.0) rect.body { fill: \($0.1); }" }.joined(separator: "\n"))
    """
  }
}
