#if canImport(MailboxFuzz)
  import MailboxSimulation
  import Testing

  @testable import MailboxFuzz

  @Suite struct `What a round brought` {
    /// What a worker may tell of a run.
    private enum Event {
      case finding(Int, String)
      case novelty(Int, Set<String>)
      case death(Int, String)
    }

    /// What a target's state makes of it.
    private struct Outcome {
      var state = TargetState(NamesTarget(), corpus: [])
      var findings: [(finding: FuzzFinding, count: Int)] = []
      var tapes: [[UInt64]] = []

      init(_ events: [Event]) {
        var round = FuzzRound(0..<100)
        for event in events {
          switch event {
          case .finding(let run, let text): round.note(FuzzFinding(text, run: run, values: [UInt64(run)]))
          case .novelty(let run, let features):
            round.note(FuzzRound.Novelty(run: run, features: features, values: [UInt64(run)]))
          case .death(let run, let text):
            round.note(FuzzFinding(text, run: run, values: [UInt64(run)]))
            round.note(death: run)
          }
        }
        round.note(made: 0..<100)
        (findings, tapes) = state.add(round)
      }
    }

    @Test func `Is one finding a kind, its first run and a count`() {
      let outcome = Outcome([.finding(40, "lost"), .finding(7, "torn"), .finding(12, "lost"), .finding(30, "lost")])
      #expect(outcome.findings.map(\.finding.run) == [7, 12])
      #expect(outcome.findings.map(\.finding.values) == [[7], [12]])
      #expect(outcome.findings.map(\.count) == [1, 3])
      #expect(outcome.state.runs == 100 && !outcome.state.isGivenUp)
    }

    @Test func `Keeps the first tape that reached something, in the order of runs`() {
      let outcome = Outcome([.novelty(9, ["a", "b"]), .novelty(4, ["b"]), .novelty(20, ["a"]), .novelty(30, ["c"])])
      #expect(outcome.tapes == [[4], [9], [30]])
      #expect(outcome.state.corpus == [[4], [9], [30]])
      #expect(outcome.state.features == ["a", "b", "c"])
    }

    @Test func `Ends with the tenth kind, whatever came behind it`() {
      let kinds = "abcdefghijklmn".map(String.init)
      let events = kinds.enumerated().map { Event.finding($0 * 5, $1) } + [.finding(50, "a"), .novelty(60, ["late"])]
      let outcome = Outcome(events.reversed())
      #expect(outcome.findings.map(\.finding.text) == Array(kinds.prefix(10)))
      #expect(outcome.findings.first?.count == 1)
      #expect(outcome.state.runs == 46 && outcome.state.isGivenUp && outcome.state.features.isEmpty)
    }

    @Test func `Ends with the twentieth run that ended its worker`() {
      let outcome = Outcome((0..<30).map { .death($0 * 2, "trap") })
      #expect(outcome.state.runs == 39 && outcome.state.deaths == 20 && outcome.state.isGivenUp)
      #expect(outcome.findings.map(\.count) == [20])
    }

    @Test(arguments: UInt64(0)..<20)
    func `Is the same in whatever order its runs were told of`(seed: UInt64) {
      var events = (0..<60).map { run -> Event in
        switch run % 4 {
        case 0: .finding(run, "kind \(["a", "b", "c", "d", "e"][run % 5])")
        case 1: .novelty(run, ["\(run % 7)", "\(run % 11)"])
        case 2: .death(run, "trap \(["x", "y", "z"][run % 3])")
        default: .finding(run, "often")
        }
      }
      let first = Outcome(events)
      var generator = SplitMix64(seed: seed)
      events.shuffle(using: &generator)
      let second = Outcome(events)
      #expect(second.findings.map(\.finding.run) == first.findings.map(\.finding.run))
      #expect(second.findings.map(\.count) == first.findings.map(\.count) && second.tapes == first.tapes)
      #expect(second.state.runs == first.state.runs && second.state.features == first.state.features)
      #expect(!first.findings.isEmpty && !first.tapes.isEmpty)
    }

    @Test func `Is divided without gap or overlap, and a piece may come back`() {
      var round = FuzzRound(10..<1_010)
      var runs: [Int] = []
      let first = round.takePiece() ?? 0..<0
      round.giveBack(first.lowerBound + 1..<first.upperBound)
      runs.append(first.lowerBound)
      while let piece = round.takePiece() { runs += piece }
      #expect(runs == Array(10..<1_010))
    }
  }
#endif
