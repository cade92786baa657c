import MailboxSimulation
import Testing

struct HistoryAttemptsTests {
  @Test(arguments: [0, 1, 2]) func `Attempts count the deliveries that were given up`(told: Int) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 601)
    example.claim(.init(1, token: 11, attempts: told), by: 1)
    #expect(example.brokenPromises == (told == 1 ? [] : [.attemptsAreCounted]))
    #expect(example.verdict == (told == 1 ? .accepted : .rejected(.attemptsAreCounted)))
  }

  @Test(arguments: [0, 1]) func `A released delivery does not count`(told: Int) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.release, 1)
    example.claim(.init(1, token: 11, attempts: told), by: 1)
    #expect(example.brokenPromises == (told == 0 ? [] : [.attemptsAreCounted]))
    #expect(example.verdict == (told == 0 ? .accepted : .rejected(.attemptsAreCounted)))
  }

  @Test(arguments: [0, 1, 2]) func `A killed release may count or not`(told: Int) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.release, 1, isKnown: false)
    example.moveClock(by: 601)
    example.claim(.init(1, token: 11, attempts: told), by: 1)
    #expect(example.brokenPromises == (told < 2 ? [] : [.attemptsAreCounted]))
    #expect((example.verdict == .accepted) == (told < 2))
  }
}
