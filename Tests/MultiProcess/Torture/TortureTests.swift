#if os(Linux)
  import AppGroupMailbox
  import Foundation
  import MailboxAdapter
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  extension MultiProcess {
    @Suite struct Torturing {
      private static let environment = ProcessInfo.processInfo.environment
      /// In the long form, 10,000 in all: many short rounds are judged sooner than a few long ones.
      private static let kills = TestLength.isLong ? 25 : 13
      private static let seeds: ClosedRange<UInt64> =
        environment["MAILBOX_TORTURE_SEED"].flatMap(UInt64.init).map { $0...$0 }
        ?? (TestLength.isLong ? 1...400 : 1...5)
      private static let sum = StateLock(TortureTally())

      private static func plan(_ seed: UInt64) -> TorturePlan {
        TorturePlan(seed: seed, kills: kills, foreignFiles: TestLength.isLong ? 2_000 : 400)
      }

      private static func command(_ seed: UInt64) -> String {
        "\(TestLength.isLong ? "MAILBOX_LONG=1 " : "")MAILBOX_TORTURE_SEED=\(seed) swift test --filter MultiProcess.Torturing"
      }

      @Test(.clauses("LCK-8", "CLM-16", "REC-1"), arguments: seeds)
      func `Whatever is done to processes and their directory, nothing is lost, stranded or invented`(
        seed: UInt64
      ) async throws {
        let origin = "torture, seed \(seed): again with\n\(Self.command(seed))"
        try await Crew.work { crew in
          let round = try TortureRound(Self.plan(seed), crew)
          do {
            try await round.run()
            let history = try round.race.judge(origin)
            let faults = try TortureVerdict(round, history).faults
            #expect(faults.isEmpty, "\(origin)\n\(faults.joined(separator: "\n"))")
            round.tally.add(history)
          } catch {
            Issue.record(error, "\(origin)")
          }
          round.disk?.unmount()
          #expect(round.tally["kills"] >= Self.kills, "\(origin)")
          let kills = Self.sum.withLock { sum in
            sum.add(round.tally)
            return sum["kills"]
          }
          if TestLength.isLong { print("torture, seed \(seed): \(round.tally["kills"]) kills, \(kills) so far") }
        }
        if seed == Self.seeds.upperBound { try Self.conclude() }
      }

      /// Everything happened: a driver that does nothing does not pass.
      private static func conclude() throws {
        let sum = sum.withLock(\.self)
        print("torture, seeds \(seeds): \(sum.text)")
        guard seeds.count >= TorturePlan.Theme.allCases.count else { return }
        #expect(sum["kills"] >= (TestLength.isLong ? 10_000 : 60))
        let missing = Disturbance.allCases.filter { $0 != .kill && sum[$0] == 0 }
        if sum["skipped"] == 0 { #expect(missing.isEmpty) } else { #expect(permitted.isDisjoint(with: missing)) }
        for name in [
          "forks", "foreign files", "messages stored", "delivered", "redelivered", "recovered", "unknown outcomes",
          "failed with busy", "failed with claimNoLongerExists",
        ] { #expect(sum[name] > 0, "\(name)") }
        // Descriptors run out everywhere.
        #expect(sum["faulted operations"] > 0)
      }

      /// What every machine permits.
      private static let permitted = Set(Disturbance.allCases).subtracting([
        .exchangeForLink, .exchangeForFile, .exchangeForDirectoryOfAnother, .exchangeForDirectoryWithoutRights,
        .intrude,
        .fillTheDisk,
      ])

      @Test(.clauses("LCK-2"), arguments: [false, true])
      func `Helpers do not outlive a driver that fails or is cancelled`(isCancelled: Bool) async throws {
        let groups = StateLock<Set<Int32>>([])
        let work = Task.onOwnThreads {
          try await Crew.work { crew in
            let round = try TortureRound(
              TorturePlan(seed: 3, kills: 400, foreignFiles: 0), crew, groups: groups)
            try await round.run(failingAfter: isCancelled ? nil : 12)
          }
        }
        if isCancelled {
          // Not before somebody is there to be ended.
          try await Duration.patience.wait { groups.withLock(\.count) >= TorturePlan.helpers }
          work.cancel()
          await #expect(throws: CancellationError.self) { try await work.value }
        } else {
          await #expect(throws: TortureRound.Planted.self) { try await work.value }
        }
        let left = groups.withLock(\.self)
        #expect(left.count >= TorturePlan.helpers)
        #expect(try ProcessTable.members(of: left).isEmpty)
      }
    }
  }
#endif
