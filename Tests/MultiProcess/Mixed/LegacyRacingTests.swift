import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess.Mixed {
  @Test(.clauses("IOP-1", "LAY-4", "LAY-21"), arguments: Implementation.whole)
  func `What a dead writer of release 0.1 leaves is delivered, and its hidden file is swept`(
    reader kind: Implementation
  ) async throws {
    try await Crew.work { crew in
      let mixed = try await MixedRace(crew, [])
      let writer = try mixed.producer(.legacy, count: 5, ["--halt", "kill:rename:3"])
      try await mixed.race.start([writer])
      try await mixed.race.bury(writer)
      let hidden = ".dat.nosync"
      #expect(try crew.bench.pending().map(\.isLegacy) == [true, true])
      #expect(try crew.bench.names(hidden).count == 1)
      // It raises no generation, so there is none.
      #expect(try crew.bench.content(".mailbox.lock").isEmpty)

      let reader = try mixed.consumer(kind, ["--limit", "1", "--extend-every", "1", "--release-every", "3"])
      try await mixed.race.start([reader])
      try mixed.race.finish()
      try await mixed.race.expectDone(reader)
      #expect(try crew.bench.names() == crew.bench.names(hidden))

      try mixed.race.moveClock(by: 4_000)
      let sweeper = try mixed.racer(kind, ["--work", "produce", "--count", "1"])
      try await mixed.race.start([sweeper])
      try await mixed.race.expectDone(sweeper)
      #expect(try crew.bench.names(hidden).isEmpty)
      try mixed.race.drain()
      var tally = MixedTally()
      try mixed.judge("", into: &tally)
      #expect(tally.legacy == [kind: 2])
    }
  }
}
