import MailboxSimulation
import Testing

struct HistoryOrderTests {
  @Test func `Messages come by date`() {
    let example = HistoryExample()
    example.enqueue(1, date: 20)
    example.enqueue(2, date: 10)
    example.claim(1, limit: 1)
    example.settle(.acknowledge, 1)
    example.claim(2)
    #expect(example.brokenPromises == [.order])
    #expect(example.verdict == .rejected(.order))
    let good = HistoryExample()
    good.enqueue(1, date: 20)
    good.enqueue(2, date: 10)
    good.claim(2, limit: 1)
    good.settle(.acknowledge, 2)
    good.claim(1)
    #expect(good.isAccepted)
  }

  @Test func `Messages of one date come in the order in which they were stored`() {
    let example = HistoryExample()
    example.enqueue(1, date: 10)
    example.enqueue(2, date: 10)
    example.claim(2, 1)
    #expect(example.verdict == .rejected(.order))
    for numbers in [[1, 2], [2, 1]] {
      let racing = HistoryExample()
      racing.enqueue(1, date: 10, at: 10...20)
      racing.enqueue(2, date: 10, at: 11...19, by: 1)
      racing.claim(.init(numbers[0]), .init(numbers[1]))
      #expect(racing.isAccepted)
    }
  }

  @Test func `A batch is in its order, and together`() {
    let example = HistoryExample()
    example.batch([3, 1, 2])
    example.claim(3, 1, 2)
    #expect(example.isAccepted)
    let bad = HistoryExample()
    bad.batch([3, 1, 2])
    bad.claim(1, 2, 3)
    #expect(bad.verdict == .rejected(.order))
  }

  @Test func `A clock that is set back puts later messages before earlier ones`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.moveClock(by: -10)
    example.enqueue(2)
    example.claim(2, 1)
    #expect(example.isAccepted)
    let bad = HistoryExample()
    bad.enqueue(1)
    bad.moveClock(by: -10)
    bad.enqueue(2)
    bad.claim(1, 2)
    #expect(bad.verdict == .rejected(.order))
  }

  @Test func `A released message is where it was`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.enqueue(2)
    example.claim(1, limit: 1)
    example.settle(.release, 1)
    example.claim(.init(1, token: 11), 2)
    #expect(example.isAccepted)
    let bad = HistoryExample()
    bad.enqueue(1)
    bad.enqueue(2)
    bad.claim(1, limit: 1)
    bad.settle(.release, 1)
    bad.claim(2, .init(1, token: 11))
    #expect(bad.verdict == .rejected(.order))
  }
}
