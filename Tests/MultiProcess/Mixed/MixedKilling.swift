import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Helpers of all implementations that are killed one after the other, and one that comes after them.
struct MixedKilling {
  private let mixed: MixedRace
  private var random: SplitMix64

  init(_ mixed: MixedRace, seed: UInt64) {
    self.mixed = mixed
    random = SplitMix64(seed: seed)
  }

  /// Longer than any lease here, in seconds.
  private static let lease = 700.0
  /// More messages than they ever get to.
  private static let many = 1_000_000
  /// How many die at most before one of them is found to hold something.
  private static let mostDeaths = 30

  /// - Returns: What the dead held when the last one had died.
  mutating func run(leaving survivor: Implementation) async throws -> [Implementation: Set<UUID>] {
    let producers = try Implementation.allCases.map { kind in try mixed.producer(kind, count: Self.many) }
    let companions = try Implementation.whole.map { kind in try mixed.consumer(kind, ["--limit", "3"]) }
    try await mixed.race.start(producers + companions)
    try await kill(survivor)
    // Those that are killed last leave something to whoever comes then.
    var deaths = 0
    while try await kill(survivor.other) == 0 {
      deaths += 1
      try #require(deaths < Self.mostDeaths, "no dead helper held anything")
    }
    for helper in (producers + companions).shuffled(using: &random) { try await mixed.race.kill(helper) }
    let held = try mixed.held()

    try mixed.race.moveClock(by: Self.lease)
    let last = try mixed.consumer(survivor)
    try await mixed.race.start([last])
    try mixed.race.finish()
    try await mixed.race.expectDone(last)
    return held
  }

  /// Kills a consumer at a random moment.
  ///
  /// - Returns: How many messages it held.
  @discardableResult
  private mutating func kill(_ kind: Implementation) async throws -> Int {
    // What others held by then comes back, while they go on.
    try mixed.race.moveClock(by: Self.lease)
    let victim = try mixed.consumer(kind, ["--limit", "20", "--tell-every", "1"])
    try await mixed.race.start([victim])
    for _ in 0..<Int.random(in: 1...30, using: &random) { _ = try await victim.process.output.next() }
    try await mixed.race.kill(victim)
    return try mixed.race.crew.bench.names("claimed-\(victim.tokenPrefix)").count
  }
}
