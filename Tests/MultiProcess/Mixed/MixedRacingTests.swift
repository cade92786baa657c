import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  /// The library, the second implementation and what release 0.1 writes, on one directory.
  @Suite(.enabled("needs a python3 that starts") { await Python.isThere() }) struct Mixed {
    /// A bound that is met all the time.
    private static let policies: [(name: String, settings: [String])] = [
      ("reject newest", ["--max-messages", "20"]),
      ("discard oldest", ["--max-messages", "20", "--discard-oldest", "true"]),
    ]

    @Test(.clauses("CLM-16", "IOP-1", "OVF-1"))
    func `Two implementations deliver what they and release 0.1 enqueue, once and in order`() async throws {
      var tally = MixedTally()
      for policy in Self.policies {
        try await Crew.work { crew in
          let mixed = try await MixedRace(crew, policy.settings)
          let size = TestLength.isLong ? 10 : 1
          var producers: [RaceHelper] = []
          var consumers: [RaceHelper] = []
          for kind in Implementation.whole {
            for number in 0..<(TestLength.isLong ? 2 : 1) {
              producers.append(try mixed.producer(kind, count: 100 * size, ["--batch", number == 0 ? "1" : "5"]))
              consumers.append(try mixed.consumer(kind, ["--limit", "3", "--release-every", "7"]))
            }
          }
          producers.append(try mixed.producer(.legacy, count: 50 * size))
          try await mixed.race.run(producers, consumers)
          #expect(try crew.bench.names().isEmpty)
          try mixed.judge(policy.name, into: &tally)
        }
      }
      print("mixed implementations, racing: \(tally)")
      for kind in Implementation.whole {
        #expect(tally.legacy[kind] ?? 0 > 0 && tally.exchanged[kind] ?? 0 > 0)
      }
      #expect(tally.overlapping > 50)
    }

    /// The long form in pieces, for each has a time limit.
    private static let seeds: [ClosedRange<UInt64>] =
      TestLength.isLong ? (0..<15).map { $0 * 20 + 1...$0 * 20 + 20 } : [1...4]

    @Test(.clauses("LIM-4", "OVF-3", "ENQ-2"), arguments: seeds)
    func `Whatever two implementations do at once at the bound, they do in some order`(
      seeds: ClosedRange<UInt64>
    ) async throws {
      var tally = MixedTally()
      for seed in seeds {
        let hasLegacy = seed % 3 == 0
        var settings = ["--max-messages", "\(4 + seed % 3)", "--discard-oldest", "\(seed % 2 == 0)"]
        // What release 0.1 does without settling is explained as if it settled, as long as nothing is abandoned.
        settings += hasLegacy ? [] : ["--max-attempts", "3", "--claim-timeout", "0.01"]
        try await Crew.work { crew in
          let mixed = try await MixedRace(crew, settings)
          var helpers = try (0..<4).map { number in
            try mixed.mixer(Implementation.whole[number % 2], count: 12, seed: seed &* 4 &+ UInt64(number))
          }
          if hasLegacy { helpers.append(try mixed.producer(.legacy, count: 6, ["--tries", "2"])) }
          try await mixed.race.run(helpers)
          try mixed.race.drain()
          try mixed.judge("seed \(seed)", into: &tally)
        }
      }
      print("mixed implementations, whole orders: \(tally)")
      for kind in Implementation.whole { #expect(tally.delivered[kind] ?? 0 > 0) }
      #expect(tally.explained > tally.races / 2)
      #expect(tally.overlapping > 10)
    }

    @Test(.clauses("REC-1", "REC-5", "CLM-5"), arguments: Implementation.whole)
    func `What dead helpers of one implementation held, the other recovers and delivers`(
      survivor: Implementation
    ) async throws {
      var tally = MixedTally()
      for seed in 1...(TestLength.isLong ? 15 : 1) as ClosedRange<UInt64> {
        try await Crew.work { crew in
          let mixed = try await MixedRace(crew, ["--max-messages", "60"])
          var killing = MixedKilling(mixed, seed: seed)
          let held = try await killing.run(leaving: survivor)
          try mixed.race.drain()
          #expect(try crew.bench.names().isEmpty, "seed \(seed)")
          let history = try mixed.judge("seed \(seed), survivor \(survivor)", into: &tally)
          let last = history.operations.filter { $0.process == history.participants.indices.last }
          let delivered = Set(last.flatMap { $0.outcome?.claims ?? [] }.filter { $0.attempts > 0 }.map(\.id))
          for kind in Implementation.whole {
            #expect(delivered.isSuperset(of: held[kind] ?? []), "seed \(seed), held by \(kind)")
          }
          #expect(!(held[survivor.other] ?? []).isEmpty)
        }
      }
      print("mixed implementations, killed: \(tally)")
      #expect(tally.overlapping > 10)
    }
  }
}
