import AppGroupMailbox
import MailboxSimulation

/// What the races of a kind came to.
struct RaceTally: Sendable {
  private(set) var races = 0
  private(set) var operations = 0
  private(set) var overlapping = 0
  private var deliveries = 0
  /// For how many an order of all operations was found.
  private(set) var explained = 0
  private var undecided = 0

  mutating func add(_ finding: HistoryFinding) {
    races += 1
    operations += finding.history.operations.count
    overlapping += finding.history.overlapping
    deliveries += finding.history.deliveries
    switch finding.search {
    case .explained: explained += 1
    case .undecided: undecided += 1
    case .notNeeded, .notAsked, .rejected: break
    }
  }

  private func text(_ title: String) -> String {
    let orders = explained + undecided > 0 ? ", \(explained) explained by an order, \(undecided) undecided" : ""
    return "\(title): \(races) races, \(operations) operations, \(overlapping) of them overlapping, "
      + "\(deliveries) deliveries\(orders)"
  }

  private mutating func add(_ other: RaceTally) {
    races += other.races
    operations += other.operations
    overlapping += other.overlapping
    deliveries += other.deliveries
    explained += other.explained
    undecided += other.undecided
  }

  /// The sums of this run of the tests, by title.
  private static let sums = StateLock<[String: RaceTally]>([:])

  /// Prints how many there have been so far.
  func report(_ title: String) {
    print(
      Self.sums.withLock { sums in
        sums[title, default: RaceTally()].add(self)
        return sums[title, default: RaceTally()].text(title)
      })
  }
}
