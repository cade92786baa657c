// Not where there are no commands, as on iOS.
#if canImport(MailboxFuzz)
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The byte-level fuzz targets` {
    @Test(.clauses("LAY-4", "LAY-8", "NSP-1"))
    func `Names parse as the grammar says and print as they were read`() throws {
      try expectNoFailure(of: NamesTarget())
    }

    @Test(.clauses("LAY-11", "LAY-12", "LAY-13"))
    func `Bodies are judged as Foundation's reading of them allows`() throws {
      try expectNoFailure(of: EnvelopeTarget())
    }

    @Test(arguments: FuzzTargets.all.map(\.name))
    func `A target holds on the empty tape, and says what it is`(name: String) throws {
      let target = try #require(FuzzTargets.named(name))
      #expect(try target.failure(on: ChoiceTape(recorded: [])) == nil)
      #expect(!target.listing(of: ChoiceTape(recorded: [])).isEmpty)
      #expect(TapeRecording(label: name, values: []).label == name)
    }

    @Test(arguments: [
      ("pending-00000000000000000001-00000000-0000-4000-8000-000000000001.json", NameGrammar.Kind.pending),
      ("pending-00000000000000000001-00000000-0000-4000-8000-000000000001-8000000000000000-0000.json", .pending),
      ("pending-18446744073709551616-00000000-0000-4000-8000-000000000001.json", .malformed),
      ("pending-00000000000000000001-00000000-0000-4000-8000-000000000001-7fffffffffffffff-0000.json", .malformed),
      ("pending-00000000000000000001-00000000-0000-4000-8000-00000000000a.json", .malformed),
      ("quarantine-1-00000000-0000-4000-8000-000000000001.bin", .quarantined), ("quarantine-.bin", .malformed),
      (".dat.nosync1", .legacyTemporary), ("note.txt", .foreign), ("", .foreign),
    ])
    func `The grammar that names are compared with is that of SPEC.md`(name: String, kind: NameGrammar.Kind) {
      #expect(NameGrammar.kind(of: Array(name.utf8)) == kind)
    }

    private func expectNoFailure(of target: some FuzzTarget) throws {
      for seed in UInt64(0)..<400 {
        let tape = ChoiceTape(seed: seed)
        guard let failure = try target.failure(on: tape) else { continue }
        Issue.record("seed \(seed): \(failure)\n\(target.listing(of: ChoiceTape(recorded: tape.drawn)))")
        return
      }
    }
  }
#endif
