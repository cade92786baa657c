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

    @Test(.clauses("LAY-18", "LAY-19", "SEC-2"))
    func `Whatever the lock file is, the mailbox works and raises it, or refuses it`() throws {
      try expectNoFailure(of: LockfileTarget())
    }

    @Test func `Every line to the adapter is answered by one that the runner understands`() throws {
      try expectNoFailure(of: ProtocolTarget(), runs: 100)
    }

    @Test(.clauses("LAY-16", "QUA-5", "SEC-7"))
    func `Whatever lies in a real directory, nothing valid is lost and nothing foreign touched`() throws {
      try expectNoFailure(of: DirectoryTarget(), runs: 40)
    }

    @Test(.clauses("DUR-1", "ERR-3", "ACK-1"))
    func `Short programs of a tape survive being cut short everywhere`() throws {
      try expectNoFailure(of: CrashTarget(), runs: 5)
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

    private func expectNoFailure(of target: some FuzzTarget, runs: UInt64 = 400) throws {
      for seed in 0..<runs {
        let tape = ChoiceTape(seed: seed)
        guard let failure = try target.failure(on: tape) else { continue }
        Issue.record("seed \(seed): \(failure)\n\(target.listing(of: ChoiceTape(recorded: tape.drawn)))")
        return
      }
    }
  }
#endif
