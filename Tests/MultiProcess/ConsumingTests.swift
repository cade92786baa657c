import Foundation
import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Consuming {
    @Test(.clauses("WKE-5", "CON-1", "CLM-1"), arguments: [0, 0.5])
    func `What one process enqueues comes to the loop of another, whatever hints are lost`(forgotten: Double)
      async throws
    {
      let count = TestLength.isLong ? 10_000 : 300
      let seed = UInt64.random(in: 1...1_000_000)
      try await Crew.work { crew in
        let race = try Race(crew)
        let producer = try race.producer(count: count, ["--every", TestLength.isLong ? "0.001" : "0.0003"])
        let follower = try race.follower(["--forget", "\(forgotten)", "--poll", "1", "--seed", "\(seed)"])
        try await race.follow([producer], [follower])

        let finding = try race.finding("one follower, seed \(seed)")
        #expect(finding.history.deliveries == count, "seed \(seed)")
        #expect(try crew.bench.names().isEmpty)
        let delays = finding.history.delays()
        #expect(delays.count == count)
        print("followers: \(count) messages, \(forgotten) of hints forgotten (seed \(seed)): \(Self.summary(delays))")
        // Only where the machine is left alone.
        if TestLength.isLong { #expect(delays[delays.count / 2] < 0.005, "seed \(seed)") }
      }
    }

    @Test(.clauses("CON-6", "CLM-16"))
    func `Loops in several processes share what there is`() async throws {
      let each = TestLength.isLong ? 5_000 : 300
      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "50"])
        let producers = try (0..<2).map { _ in try race.producer(count: each) }
        let followers = try (0..<3).map { _ in try race.follower(["--loops", "2"]) }
        try await race.follow(producers, followers)

        let history = try race.finding("three processes with two loops each").history
        #expect(history.deliveries == 2 * each)
        #expect(try crew.bench.names().isEmpty)
        let shares = followers.map { history.deliveries(to: $0.number) }
        print("followers: shares of three processes: \(shares)")
        // A third each, were they equally fast; nobody goes away empty.
        #expect(shares.allSatisfy { $0 * 20 > 2 * each }, "\(shares)")
      }
    }

    #if os(Linux)
      @Test(.clauses("CON-3"), .enabled(if: TestLength.isLong, "takes 20 seconds"), arguments: ["1", "30"])
      func `A process that waits uses next to nothing of a processor`(pollInterval: String) async throws {
        try await Crew.work { crew in
          let race = try Race(crew)
          let follower = try race.follower(["--poll", pollInterval])
          try await race.start([follower])
          try await Task.sleep(for: .seconds(2))
          let before = try ProcessTable.processorSeconds(of: follower.process.identifier)
          try await Task.sleep(for: .seconds(20))
          let used = try ProcessTable.processorSeconds(of: follower.process.identifier) - before
          print("followers: an idle one that looks every \(pollInterval) s uses \((used * 1000).rounded()) ms of 20 s")
          // A thousandth; two ticks of the system's count.
          #expect(used <= 0.02)
          try await race.dismiss(follower)
        }
      }
    #endif

    private static func summary(_ delays: [Double]) -> String {
      func milliseconds(_ share: Double) -> String {
        String(format: "%.2f ms", delays[min(Int(Double(delays.count) * share), delays.count - 1)] * 1000)
      }
      return "median \(milliseconds(0.5)), 99 % \(milliseconds(0.99)), most \(milliseconds(1))"
    }
  }
}

extension Race {
  /// Takes messages as they come, until ``dismiss(_:)``.
  func follower(_ others: [String] = []) throws -> RaceHelper {
    try racer(["--work", "follow"] + others)
  }

  /// Lets producers and followers begin together, and ends the latter when everything has arrived.
  fileprivate func follow(_ producers: [RaceHelper], _ followers: [RaceHelper]) async throws {
    // Otherwise the first would have much before the others are awake.
    try await start(followers)
    try await start(producers)
    for producer in producers { try await expectDone(producer) }
    try await eventually("everything has arrived") { try crew.bench.names().isEmpty }
    for follower in followers { try await dismiss(follower) }
  }

  /// Lets one that follows come to its end.
  fileprivate func dismiss(_ follower: RaceHelper) async throws {
    try follower.process.send("enough")
    try await expectDone(follower)
  }
}

extension MailboxHistory {
  /// How many messages a process got.
  fileprivate func deliveries(to process: Int) -> Int {
    operations.reduce(0) { $0 + ($1.process == process ? $1.outcome?.claims.count ?? 0 : 0) }
  }

  /// From the return of each enqueue to the arrival of its message, in seconds, sorted.
  fileprivate func delays() -> [Double] {
    var stored: [UUID: UInt64] = [:]
    for operation in operations {
      if case .identifiers(let ids)? = operation.outcome, let returned = operation.returned {
        for id in ids { stored[id] = returned }
      }
    }
    let arrivals = operations.flatMap { operation in
      (operation.outcome?.claims ?? []).map { (id: $0.id, moment: operation.returned ?? 0) }
    }
    return arrivals.compactMap { arrival in
      stored[arrival.id].map { Double(Int64(arrival.moment) - Int64($0)) / 1e9 }
    }.sorted()
  }
}
