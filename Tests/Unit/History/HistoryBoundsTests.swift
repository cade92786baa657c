import MailboxSimulation
import Testing

struct HistoryBoundsTests {
  @Test func `A mailbox is full exactly when it is full`() {
    let small = HistoryParticipant { $0.maxMessages = 2 }
    let example = HistoryExample(small)
    example.enqueue(1)
    example.enqueue(2)
    example.enqueue(3, fails: .mailboxFull)
    example.claim(1, 2)
    example.enqueue(3, fails: .mailboxFull)
    example.settle(.acknowledge, 1)
    example.enqueue(3)
    #expect(example.isAccepted)
    let over = HistoryExample(small)
    for number in 1...3 { over.enqueue(number) }
    #expect(over.brokenPromises == [.bounds])
    #expect(over.verdict == .rejected(.bounds))
    let under = HistoryExample(small)
    under.enqueue(1)
    under.enqueue(2, fails: .mailboxFull)
    #expect(under.brokenPromises == [.bounds])
    #expect(under.verdict == .rejected(.bounds))
  }

  @Test(arguments: [HistoryError?.none, .mailboxFull])
  func `Whether it is full while an acknowledge is under way depends on who was first`(error: HistoryError?) {
    let example = HistoryExample(HistoryParticipant { $0.maxMessages = 1 }, HistoryParticipant { $0.maxMessages = 1 })
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 1, at: 100...120)
    example.enqueue(2, at: 105...110, by: 1, fails: error)
    #expect(example.isAccepted)
  }

  @Test func `A killed enqueue may have taken the last place`() {
    let small = HistoryParticipant { $0.maxMessages = 1 }
    let example = HistoryExample(small, small)
    example.enqueue(1, isKnown: false)
    example.enqueue(2, by: 1, fails: .mailboxFull)
    #expect(example.isAccepted)
  }

  @Test func `A batch is admitted as a whole or not at all`() {
    let small = HistoryParticipant { $0.maxMessages = 2 }
    let example = HistoryExample(small)
    example.enqueue(1)
    example.batch([2, 3], fails: .mailboxFull)
    example.claim(1)
    #expect(example.isAccepted)
    let bad = HistoryExample(small)
    bad.enqueue(1)
    bad.batch([2, 3], fails: .mailboxFull)
    bad.claim(1, 2)
    #expect(bad.brokenPromises == [.nothingIsInvented])
    #expect(bad.isRejected)
  }

  @Test(arguments: [[], [1], [1, 2], [1, 2, 3]]) func `A killed batch leaves a beginning of it`(pending: [Int]) {
    let example = HistoryExample()
    example.batch([1, 2, 3], isKnown: false)
    example.end(pending: pending)
    #expect(example.isAccepted)
  }

  @Test(arguments: [[2], [2, 3], [1, 3]]) func `A killed batch leaves no gap`(pending: [Int]) {
    let example = HistoryExample()
    example.batch([1, 2, 3], isKnown: false)
    example.end(pending: pending)
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test func `A repeated identifier takes no place`() {
    let small = HistoryParticipant { $0.maxMessages = 1 }
    let example = HistoryExample(small)
    example.enqueue(1)
    example.enqueue(1)
    example.claim(1)
    example.enqueue(1)
    example.end(claimed: [1])
    #expect(example.isAccepted)
    let bad = HistoryExample(small)
    bad.enqueue(1)
    bad.enqueue(1, fails: .mailboxFull)
    #expect(bad.verdict == .rejected(.bounds))
  }

  // MARK: Statistics

  @Test func `Statistics and the listing count what is there`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.enqueue(2)
    example.claim(1, limit: 1)
    example.statistics(pending: 1, claimed: 1, oldest: 1_000)
    example.end(pending: [2], claimed: [1])
    #expect(example.isAccepted)
    for wrong in 0..<4 {
      let bad = HistoryExample()
      bad.enqueue(1)
      bad.enqueue(2)
      bad.claim(1, limit: 1)
      bad.statistics(
        pending: wrong == 0 ? 2 : 1, claimed: wrong == 1 ? 0 : 1, deadLetters: wrong == 2 ? 1 : 0,
        oldest: wrong == 3 ? 999 : 1_000)
      #expect(bad.verdict == .rejected(.statistics))
    }
  }

  @Test func `Who counts without the lock may see half of what others do meanwhile, and nothing of before`() {
    func example(locks: Bool, at moments: ClosedRange<UInt64>) -> HistoryExample {
      let reader = HistoryParticipant { $0.looksWithoutLock = locks ? nil : true }
      let example = HistoryExample(HistoryParticipant(), reader)
      example.batch([1, 2])
      let counts = HistoryStatistics(pending: 1, claimed: 0, deadLetters: 0, quarantined: 0, oldestPending: 1_000)
      example.add(.statistics, .statistics(counts: counts), at: moments, by: 1)
      return example
    }
    // The batch is from 5 to 6.
    #expect(example(locks: false, at: 5...8).isAccepted)
    #expect(example(locks: true, at: 5...8).verdict == .rejected(.statistics))
    #expect(example(locks: false, at: 7...8).verdict == .rejected(.statistics))
  }
}
