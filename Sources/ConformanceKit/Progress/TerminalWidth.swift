/// How many columns a terminal has.
package enum TerminalWidth {
  private static let usual = 80

  /// - Parameters:
  ///   - reported: What the terminal itself says, 0 if it does not know.
  ///   - environment: Where a shell may have left COLUMNS.
  package static func columns(reported: Int, environment: [String: String]) -> Int {
    if reported > 0 { return reported }
    guard let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 else { return usual }
    return columns
  }
}
