import AppGroupMailbox
import MailboxSimulation
import MailboxTestSupport
import Testing

private let second: UInt64 = 1_000_000_000

struct ConsumingDecisionTests {
  @Test(
    .clauses("CON-3"),
    arguments: [
      // pollInterval, recovery, retry, unreadable, endedEarly, expected, all in seconds.
      (30.0, nil, nil, nil, false, 30.0),
      (30, 12, nil, nil, false, 12.001),
      (30, 0.2, nil, nil, false, 1),
      (30, -5, nil, nil, false, 1),
      (0.1, nil, nil, nil, false, 1),
      (30, nil, 0.25, nil, false, 0.25),
      (30, nil, nil, 0.25, false, 1),
      (30, nil, nil, 8, false, 8),
      (30, nil, nil, 8, true, 1),
      (30, 20, 10, 15, false, 10),
    ] as [(Double, Double?, Double?, Double?, Bool, Double)])
  func `A wait ends with whatever comes first, and not within a second unless a message is known to wait`(
    pollInterval: Double, recovery: Double?, retry: Double?, unreadable: Double?, endedEarly: Bool, expected: Double
  ) {
    let now = 5 * second
    func moment(_ seconds: Double?) -> UInt64? { seconds.map { now + UInt64($0 * 1e9) } }
    let end = IdleWait.end(
      now: now, pollInterval: UInt64(pollInterval * 1e9), recovery: recovery, retry: moment(retry),
      unreadable: moment(unreadable), endedEarly: endedEarly)
    #expect(abs(Double(end - now) / 1e9 - expected) < 0.000_01)
  }

  @Test(.clauses("CON-2"))
  func `Pauses for a busy lock grow from a quarter of a millisecond to one, and after a second to a second`() {
    for seed in 0..<50 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var pauses = BusyPauses()
      var total: UInt64 = 0
      let first = (0..<1_024).map { _ in pauses.next(using: &generator) }
      #expect(first[0] >= 125_000 && first[0] <= 250_000)
      #expect(first[5...].allSatisfy { $0 >= 500_000 && $0 <= 1_000_000 })
      for pause in first { total += pause }
      #expect(total > second / 2 && total < 2 * second)
      let late = (0..<40).map { _ in pauses.next(using: &generator) }
      #expect(late.last! >= second / 2 && late.allSatisfy { $0 <= second })
      #expect(Set(first).count > 800)
    }
  }
}

struct ConsumingPausesTests {
  private let policy = PausePolicy(first: second, factor: 2, longest: 10 * second)

  @Test(.clauses("CON-9"))
  func `Pauses grow by a factor up to the longest, and begin again after a success`() {
    let id = MailboxBench.id(1)
    var pauses = RetryPauses(policy)
    var now: UInt64 = 7
    for expected in [1, 2, 4, 8, 10, 10] as [UInt64] {
      pauses.add(id, at: now)
      #expect(pauses.nextEnd(after: now) == now + expected * second)
      #expect(pauses.paused(at: now + expected * second - 1) == [id])
      #expect(pauses.paused(at: now + expected * second) == [])
      now += expected * second
    }
    pauses.remove(id)
    #expect(pauses.add(id, at: now) == 1)
    #expect(pauses.nextEnd(after: now) == now + second)
    pauses.lengthen(id, at: now)
    #expect(pauses.nextEnd(after: now) == now + 10 * second)
  }

  @Test(.clauses("CON-9"))
  func `No number of failing messages makes it grow, and old failures are forgotten`() {
    var pauses = RetryPauses(policy, most: 100)
    for number in 0..<1000 { pauses.add(MailboxBench.id(number), at: UInt64(number)) }
    #expect(pauses.count == 100)
    #expect(pauses.paused(at: 1000).contains(MailboxBench.id(999)))
    #expect(pauses.add(MailboxBench.id(999), at: 2 * second) == 2)
    // Its pause is over by then, and it was not tried again for the longest pause there is.
    #expect(pauses.paused(at: 15 * second).isEmpty)
    #expect(pauses.count == 0)
    #expect(pauses.add(MailboxBench.id(999), at: 15 * second) == 1)
  }

  @Test(.clauses("CON-9"), arguments: [0, 1, 9_999_999])
  func `A pause of no length is one of 10 milliseconds`(first: UInt64) {
    #expect(PausePolicy(first: first, factor: 1, longest: 0).pause(after: 1) == 10_000_000)
    #expect(PausePolicy(first: first, factor: 1, longest: 0).pause(after: 5) == 10_000_000)
    #expect(PausePolicy(first: 20_000_000, factor: 1e300, longest: .max).pause(after: 3) == .max)
  }
}

struct ConsumingQueueTests {
  @Test(.clauses("CON-6"))
  func `Who asked first has the first turn, whoever rests in between`() {
    var queue = ConsumerQueue()
    let (a, b, c) = (queue.enter(), queue.enter(), queue.enter())
    for ticket in [a, b, c] {
      #expect(queue.grant() == ticket)
      #expect(queue.grant() == nil)
      queue.rest(ticket, until: 10)
    }
    #expect(queue.restingCount == 3)
    #expect(queue.grant() == nil)
    queue.hint()
    #expect(queue.grant() == a)
    queue.leave(a)
    let d = queue.enter()
    #expect(queue.grant() == b)
    queue.leave(b)
    #expect(queue.grant() == c)
    queue.rest(c, until: 10)
    #expect(queue.grant() == d)
  }

  @Test(.clauses("WKE-6", "CON-6"))
  func `A hint during a try means another try, and no more than one`() {
    var queue = ConsumerQueue()
    let a = queue.enter()
    #expect(queue.grant() == a)
    queue.hint()
    queue.hint()
    queue.rest(a, until: .max)
    #expect(queue.grant() == a)
    queue.rest(a, until: .max)
    #expect(queue.grant() == nil)
  }

  @Test(.clauses("CON-3"))
  func `Whose time has come is ready, and the next one's is told`() {
    var queue = ConsumerQueue()
    let (a, b) = (queue.enter(), queue.enter())
    _ = queue.grant()
    queue.rest(a, until: 20)
    _ = queue.grant()
    queue.rest(b, until: 10)
    #expect(queue.wake(at: 9) == 10)
    #expect(queue.grant() == nil)
    #expect(queue.wake(at: 10) == 20)
    #expect(queue.grant() == b)
    #expect(queue.wake(at: 20) == nil)
    queue.leave(b)
    #expect(queue.grant() == a)
  }

  @Test(.clauses("CON-5", "CON-6"))
  func `Who leaves, with the turn or without it, holds up nobody`() {
    var queue = ConsumerQueue()
    let (a, b, c) = (queue.enter(), queue.enter(), queue.enter())
    #expect(queue.grant() == a)
    queue.leave(b)
    #expect(queue.grant() == nil)
    queue.leave(a)
    #expect(queue.grant() == c)
    queue.leave(c)
    #expect(queue.restingCount == 0 && queue.turn == nil)
  }
}
