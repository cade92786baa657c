/// Which operations of a long history are drawn: those that matter and their neighbours.
enum DrawingWindow {
  /// How many operations a person can look at; a longer history is one of which only so many are drawn.
  static let largest = 60
  private static let drawn = 40
  static let mostImportant = 20

  /// - Parameter important: Positions of operations that are drawn in any case, the most important first.
  /// - Returns: Positions in the order of the history.
  static func places(of history: MailboxHistory, around important: [Int]) -> [Int] {
    let count = history.operations.count
    guard count > largest else { return Array(0..<count) }
    guard !important.isEmpty else { return Array(0..<drawn) }
    let centres = important.prefix(mostImportant)
    var chosen = Set(centres)
    var distance = 1
    while chosen.count < drawn {
      for centre in centres {
        for place in [centre - distance, centre + distance]
        where (0..<count).contains(place) && chosen.count < drawn {
          chosen.insert(place)
        }
      }
      distance += 1
    }
    return chosen.sorted()
  }
}
