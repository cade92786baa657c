/// Rows of cells, each column as wide as its widest cell.
struct Columns {
  private let rows: [[String]]
  /// Columns whose cells end at the same place.
  private let numeric: Set<Int>

  init(_ rows: [[String]], numeric: Set<Int> = []) {
    self.rows = rows
    self.numeric = numeric
  }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return numeric.contains(column) ? padding + cell : cell + padding
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension Int {
  /// `1 message`, `2 messages`.
  func of(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
