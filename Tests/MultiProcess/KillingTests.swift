import Foundation
import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Killing {
    @Test(.clauses("REC-1", "CLM-16", "ACK-1"), arguments: [1, 2, 3] as [UInt64])
    func `Nothing is lost when helpers are killed at random while others go on`(seed: UInt64) async throws {
      var random = SplitMix64(seed: seed)
      // Deaths of their own come at a call that the seed names, the other some time after one, at whatever moment it hits.
      let producerDeath = Int.random(in: 30...800, using: &random)
      let consumerDeaths = [Int.random(in: 30...1_500, using: &random), Int.random(in: 30...400, using: &random)]
      let call = Int.random(in: 30...600, using: &random)

      try await Crew.work { crew in
        let race = try Race(crew, ["--max-messages", "60"])
        let producers = [
          try race.producer(count: 150), try race.producer(count: 240, ["--batch", "20"]),
          try race.producer(count: 150, ["--halt", "kill:any:\(producerDeath)"]),
        ]
        let survivors = [try race.consumer(), try race.consumer()]
        let victims = [
          try race.consumer(["--halt", "kill:any:\(consumerDeaths[0])"]),
          try race.consumer(["--halt", "kill:any:\(consumerDeaths[1])"]),
          try race.consumer(["--halt", "tell:any:\(call)"]),
        ]
        try await race.start(producers + survivors + victims)
        try await victims[2].process.halted()
        victims[2].process.send(signal: SIGKILL)

        for victim in victims + [producers[2]] { try await race.bury(victim) }
        // What they held comes back, and nobody else holds anything for so long.
        try race.moveClock(by: 1_000)
        for producer in producers[..<2] { try await race.expectDone(producer) }
        try race.finish()
        for survivor in survivors { try await race.expectDone(survivor) }

        try race.judge("seed \(seed)")
        #expect(try crew.bench.names().isEmpty, "seed \(seed)")
      }
    }

    @Test(.clauses("ENQ-8", "LAY-20"), arguments: ["createFile:11", "write:12", "rename:1", "rename:6"])
    func `A producer killed in a batch leaves the first few of it, and temporaries that are swept`(
      call: String
    ) async throws {
      try await Crew.work { crew in
        let race = try Race(crew)
        let producer = try race.producer(count: 20, ["--batch", "20", "--halt", "kill:\(call)"])
        try await race.start([producer])
        try await race.bury(producer)
        #expect(!crew.bench.temporaries().isEmpty)

        let reader = try await crew.opened()
        try await reader.perform("maintain")
        #expect(!crew.bench.temporaries().isEmpty)
        crew.bench.ageTemporaries()
        try await reader.perform("maintain")
        #expect(crew.bench.temporaries().isEmpty)

        let messages = try await reader.claim().map(\.message)
        #expect(messages == (0..<messages.count).map { .string(producer.message($0)) })
        #expect(messages.count == (call == "rename:6" ? 5 : 0))
      }
    }

    @Test(.clauses("CLM-5", "REC-5"), arguments: ["setModificationTime:1", "rename:1", "unlock:1"])
    func `A consumer killed in its claim has at most used up an attempt`(call: String) async throws {
      try await Crew.work { crew in
        let other = try await crew.opened()
        try await other.enqueue("first")
        let victim = try await crew.opened(halt: "kill:\(call)")
        try victim.ask("claim")
        #expect(try await victim.process.exit() == .signal(SIGKILL))

        let wasClaimed = try crew.bench.expireLeases() == 1
        #expect(wasClaimed == (call == "unlock:1"))
        let claims = try await other.perform("claim")["claims"]?.elements
        #expect(claims?.count == 1)
        #expect(claims?.first?["message"] == "first")
        #expect(claims?.first?["attempts"]?.integer == (wasClaimed ? 1 : 0))
      }
    }
  }
}
