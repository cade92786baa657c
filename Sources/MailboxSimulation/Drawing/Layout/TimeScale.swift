/// What is written beside a moment.
struct TimeScale {
  private let first: UInt64
  /// Whether moments are nanoseconds; a simulator's are the numbers of its steps.
  private let isTime: Bool

  /// No simulation has so many steps, and no machine that records has run for less than this.
  private static let fewestNanoseconds: UInt64 = 100_000_000

  init(_ history: MailboxHistory) {
    let moments = history.operations.flatMap { [$0.invoked, $0.returned ?? $0.invoked] } + history.events.map(\.moment)
    first = moments.min() ?? 0
    isTime = (moments.max() ?? 0) >= Self.fewestNanoseconds
  }

  func text(_ moment: UInt64) -> String {
    guard isTime else { return "step \(moment)" }
    let microseconds = (moment - min(first, moment)) / 1_000
    let fraction = String(microseconds % 1_000)
    return "+\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) ms"
  }
}
