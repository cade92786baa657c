import MailboxSimulation
import Testing

struct HistoryGeneratorTests {
  @Test(arguments: [HistoryGenerator.Style.sequential, .interleaved, .killed], ProgramProperty.seeds)
  func `What a mailbox does is accepted`(style: HistoryGenerator.Style, seed: UInt64) {
    var undecided = 0
    for number in 0..<40 {
      let history = HistoryGenerator.history(ChoiceTape(seed: seed << 32 | UInt64(number)), style)
      let violations = MessageFates.violations(in: history)
      #expect(violations == [], "seed \(seed), history \(number), \(style)")
      switch HistoryChecker(budget: 20_000).check(history) {
      case .accepted: break
      case .undecided: undecided += 1
      case .rejected(let rejection): Issue.record("seed \(seed), history \(number), \(style):\n\(rejection)")
      }
    }
    #expect(undecided <= (style == .sequential ? 0 : 2), "seed \(seed), \(style)")
  }

  @Test(arguments: [HistoryGenerator.Style.sequential, .interleaved])
  func `Where only the specification is known, what the library does is accepted too`(style: HistoryGenerator.Style) {
    for number in 0..<30 {
      let history = HistoryGenerator.history(ChoiceTape(seed: UInt64(number)), style, length: 25)
      if case .rejected(let rejection) = HistoryChecker(budget: 20_000, claimRound: 1).check(history) {
        Issue.record("history \(number), \(style):\n\(rejection)")
      }
    }
  }

  @Test(arguments: HistoryMutation.allCases)
  func `What a mailbox does not do is rejected`(mutation: HistoryMutation) {
    var count = 0
    for number in 0..<150 where count < 10 {
      let tape = ChoiceTape(seed: UInt64(number))
      var history = HistoryGenerator.history(tape, .sequential)
      guard let target = mutation.apply(to: &history, tape) else { continue }
      count += 1
      #expect(HistoryChecker().rejects(history), "history \(number), \(mutation) of operation \(target)")
      if mutation.isSeenFast {
        #expect(MessageFates.violations(in: history) != [], "history \(number), \(mutation) of operation \(target)")
      }
    }
    #expect(count >= 8, "hardly tried")
  }

  @Test func `What is left of a rejected history is reason enough by itself`() throws {
    var needed: [Int] = []
    for number in 0..<6 {
      let tape = ChoiceTape(seed: UInt64(number))
      var history = HistoryGenerator.history(tape, .interleaved)
      guard HistoryMutation.inventIdentifier.apply(to: &history, tape) != nil else { continue }
      guard case .rejected(let rejection) = HistoryChecker().check(history) else {
        Issue.record("history \(number) is not rejected")
        continue
      }
      #expect(HistoryChecker().rejects(rejection.history), "history \(number)")
      #expect(rejection.positions.map { history.operations[$0].call } == rejection.history.operations.map(\.call))
      needed.append(rejection.history.operations.count { $0.outcome != nil })
    }
    // Nothing but the delivery contradicts, so nearly nothing else is needed.
    #expect(needed.count > 3)
    #expect(needed.allSatisfy { $0 < 10 }, "\(needed)")
  }
}
