import MailboxSimulation
import Testing

struct HistoryClaimTests {
  @Test func `A claim of everything leaves nothing, one with a limit takes the first`() {
    let example = HistoryExample()
    for number in 1...3 { example.enqueue(number) }
    example.claim(1, 2)
    #expect(example.verdict == .rejected(.completeClaims))
    let more = HistoryExample()
    for number in 1...3 { more.enqueue(number) }
    more.claim(1, 2, limit: 1)
    #expect(more.verdict == .rejected(.order))
    let good = HistoryExample()
    for number in 1...3 { good.enqueue(number) }
    good.claim(1, 2, limit: 2)
    good.claim(at: 100...101, by: 1)
    #expect(good.verdict == .rejected(.completeClaims))
  }

  @Test func `A claim may miss what is enqueued meanwhile`() {
    for isSeen in [true, false] {
      let example = HistoryExample()
      example.enqueue(1)
      example.enqueue(2, at: 20...30)
      if isSeen { example.claim(1, 2, at: 25...28, by: 1) } else { example.claim(1, at: 25...28, by: 1) }
      #expect(example.isAccepted)
    }
  }

  @Test func `A claim of everything works in rounds, between which others claim`() {
    let all = Array(1...20)
    func example(_ first: [Int], _ second: [Int], limit: Int) -> HistoryExample {
      let example = HistoryExample()
      example.batch(all)
      example.add(.claim(limit: nil), .claims(claims: first.map { example.delivered(.init($0)) }), at: 20...90)
      example.add(
        .claim(limit: limit), .claims(claims: second.map { example.delivered(.init($0)) }), at: 30...40, by: 1)
      return example
    }
    #expect(example(Array(1...16) + [19, 20], [17, 18], limit: 2).isAccepted)
    // Within a round of sixteen nobody comes in between.
    let split = example(Array(1...10) + Array(13...20), [11, 12], limit: 2)
    #expect(split.verdict == .rejected(.order))
    // Where only the specification is known, a round may be of one.
    if case .accepted = HistoryChecker(claimRound: 1).check(split.history) {} else { Issue.record("one is too strict") }
    // A participant may say so itself.
    split.history.participants[0].claimRound = 1
    #expect(split.isAccepted)
  }

  @Test func `The last attempt is claimed alone`() {
    let poisoned = HistoryParticipant { $0.maxAttempts = 2 }
    let example = HistoryExample(poisoned)
    example.plant(1, attempts: 1)
    example.plant(2, date: 1_001)
    example.claim(.init(1, attempts: 1))
    example.claim(2)
    #expect(example.isAccepted)
    let bad = HistoryExample(poisoned)
    bad.plant(1, attempts: 1)
    bad.plant(2, date: 1_001)
    bad.claim(.init(1, attempts: 1), 2)
    #expect(bad.isRejected)
  }
}
