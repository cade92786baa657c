#if canImport(MailboxFuzz)
  import MailboxSimulation
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The tape of a run` {
    private let corpus: [[UInt64]] = [[1, 2, 3, 4, 5], [], [1_000_000, 0, 7]]

    private func draw(_ target: String, _ seed: UInt64, _ run: Int, _ corpus: [[UInt64]]) -> [UInt64] {
      let tape = RunPlan(target: target, seed: seed).tape(run, corpus)
      return (0..<16).map { _ in tape.choose(below: UInt64(1 << 40)) }
    }

    @Test func `Depends on seed, target and run only`() {
      for run in 0..<50 {
        let values = draw("names", 1, run, corpus)
        #expect(draw("names", 1, run, corpus) == values)
        #expect(draw("names", 2, run, corpus) != values && draw("program", 1, run, corpus) != values)
        #expect(draw("names", 1, run + 1, corpus) != values)
      }
    }

    @Test func `Is half of the time made from one that was kept`() {
      let kept = (0..<400).count {
        draw("names", 3, $0, [[11, 12, 13, 14, 15, 16, 17, 18]]).contains { 11...18 ~= $0 }
      }
      #expect(100...200 ~= kept, "\(kept)")
      #expect((0..<400).allSatisfy { !draw("names", 3, $0, []).contains { 11...18 ~= $0 } })
    }

    @Test func `Is changed in every way, and does not grow without bound`() {
      let long = [[UInt64](repeating: 5, count: 8_000)]
      var lengths: Set<Bool> = []
      for seed in UInt64(0)..<200 {
        let changed = TapeMutator.changed(long, ChoiceTape(seed: seed))
        #expect(changed.count <= 8_192)
        lengths.insert(changed.count > 8_000)
      }
      #expect(lengths == [true, false])
      #expect(Set((UInt64(0)..<50).map { TapeMutator.changed([[]], ChoiceTape(seed: $0)) }).count > 10)
    }
  }
#endif
