extension Report {
  /// The forms that a report is written in.
  package enum Format: String, CaseIterable, Sendable {
    case text, json, tap, junit, html
  }

  package func written(as format: Format) -> String {
    switch format {
    case .text: text
    case .json: json.description + "\n"
    case .tap: tap
    case .junit: junit
    case .html: html
    }
  }

  /// The command that runs a case again.
  func replay(of result: CaseResult) -> String { "\(replay) --only \(result.conformanceCase.id)" }
}
