import MailboxSimulation
import Testing

/// A small race, drawn from a seed: who takes part, how little room and time there is, and how the clock is set meanwhile.
///
/// It has so few operations that an order of all of them is looked for.
struct RaceCourse {
  let seed: UInt64
  let racers: Int
  /// Of all of them.
  let operations: Int
  let settings: [String]
  /// In seconds.
  let clockMoves: [Double]

  /// In steps of the search for an order: few races need more, and each of those a minute.
  private static let budget = 10_000
  /// Shorter than some moves of the clock and longer than others, in seconds.
  private static let lease = 30.0
  /// Shorter than an operation that is interrupted, in seconds.
  private static let shortLeases = [0.002, 0.01]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    self.seed = seed
    racers = .random(in: 2...8, using: &random)
    // Leases end while they are held: by themselves, or as the clock is set.
    let moves = Bool.random(using: &random)
    let lease = moves ? Self.lease : Self.shortLeases.randomElement(using: &random)!
    clockMoves =
      moves
      ? (0..<Int.random(in: 1...4, using: &random)).map { _ in [-45, -20, 20, 45].randomElement(using: &random)! } : []
    var settings = ["--claim-timeout", "\(lease)", "--dawdle", "\(Int.random(in: 4...12, using: &random))"]
    settings += ["--max-messages", "\(Int.random(in: 2...6, using: &random))"]
    settings += ["--max-dead-letters", "\(Int.random(in: 1...3, using: &random))"]
    if Bool.random(using: &random) { settings += ["--max-attempts", "\(Int.random(in: 1...3, using: &random))"] }
    let discards = Bool.random(using: &random)
    if discards { settings += ["--discard-oldest", "true"] }
    // What was evicted shows much later, if ever: there are many more orders to be tried.
    operations = discards ? 32 : 48
    settings += ["--durability", ["processCrash", "ordered", "powerLoss"][Int(seed % 3)]]
    self.settings = settings
  }

  /// What the race is told to be when it fails.
  var origin: String {
    "seed \(seed): \(racers) processes \(settings.joined(separator: " ")), clock set by \(clockMoves)"
  }

  /// Runs it, and judges it.
  func run(in crew: Crew) async throws -> HistoryFinding {
    let race = try Race(crew, settings)
    let mixers = try (0..<racers).map { number in
      try race.mixer(
        count: operations / racers, seed: seed &* 8 &+ UInt64(number), number == 0 ? ["--tell-every", "1"] : [])
    }
    try await race.start(mixers)
    for move in clockMoves {
      // Each time somebody has done something; it may have nothing left to do.
      _ = try await mixers[0].process.output.next()
      try race.moveClock(by: move)
    }
    for mixer in mixers { try await race.expectDone(mixer) }
    try race.drain()
    return try race.finding(origin, checker: HistoryChecker(budget: Self.budget))
  }
}
