import MailboxSimulation
import MailboxTestSupport
import Testing

@Suite struct `Programs on library and model` {
  @Test(.clauses("ORD-1", "ENQ-2", "LIM-5"), arguments: ProgramProperty.seeds)
  func `Random programs end in the same results, files, diagnostics and wake-ups`(seed: UInt64) throws {
    let failure = try ProgramProperty(seed: seed).failure(programs: 20)
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test func `An empty tape is the empty program`() {
    #expect(MailboxProgram(drawnFrom: ChoiceTape(recorded: [])).steps.isEmpty)
  }

  @Test func `A program drawn again from what it drew is the same`() {
    for seed in UInt64(0)..<50 {
      let tape = ChoiceTape(seed: seed)
      let listing = MailboxProgram(drawnFrom: tape).listing
      #expect(MailboxProgram(drawnFrom: ChoiceTape(recorded: tape.drawn)).listing == listing)
    }
  }

  @Test func `Random programs come to every kind of operation`() {
    var kinds: Set<Substring> = []
    for seed in UInt64(0)..<50 {
      for step in MailboxProgram(drawnFrom: ChoiceTape(seed: seed)).steps {
        kinds.insert("\(step.operation)".prefix { $0 != "(" })
      }
    }
    #expect(kinds.count == 15, "\(kinds.sorted())")
  }
}
