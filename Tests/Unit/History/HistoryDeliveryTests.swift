import MailboxSimulation
import Testing

struct HistoryDeliveryTests {
  // MARK: Origin

  @Test func `What nobody enqueued was invented`() {
    let example = HistoryExample()
    example.claim(1)
    #expect(example.brokenPromises == [.nothingIsInvented])
    #expect(example.verdict == .rejected(.nothingIsInvented))
  }

  @Test(arguments: [HistoryError.mailboxFull, .busy, .ioFailure])
  func `A failed enqueue stores nothing`(error: HistoryError) {
    let full = HistoryParticipant { $0.maxMessages = 1 }
    let example = HistoryExample(full, full)
    example.enqueue(1)
    example.enqueue(2, fails: error)
    example.claim(1)
    example.settle(.acknowledge, 1)
    example.claim(2)
    #expect(example.brokenPromises == [.nothingIsInvented])
    #expect(example.verdict == .rejected(.nothingIsInvented))
  }

  @Test func `A message is there before its enqueue returns, and not before it was invoked`() {
    let example = HistoryExample()
    example.enqueue(1, at: 10...30)
    example.claim(1, at: 15...20, by: 1)
    #expect(example.isAccepted)
    let early = HistoryExample()
    early.enqueue(1, at: 10...30)
    early.claim(1, at: 5...9, by: 1)
    #expect(early.brokenPromises == [.nothingIsInvented])
    #expect(early.verdict == .rejected(.nothingIsInvented))
  }

  @Test func `A killed enqueue explains a delivery until its process was dead`() {
    let example = HistoryExample()
    example.enqueue(1, at: 10...10, isKnown: false)
    example.happen(.killed(process: 0), at: 12)
    example.claim(at: 20...21, by: 1)
    example.claim(1, at: 30...31, by: 1)
    #expect(example.verdict == .rejected(.nothingIsInvented))
    let other = HistoryExample()
    other.enqueue(1, at: 10...10, isKnown: false)
    other.happen(.killed(process: 0), at: 25)
    other.claim(at: 20...21, by: 1)
    other.claim(1, at: 30...31, by: 1)
    #expect(other.isAccepted)
  }

  // MARK: Content

  @Test func `Payload and date are those of the enqueue`() {
    let example = HistoryExample()
    example.enqueue(1, date: 900)
    example.claim(.init(1, payload: "\"2\""))
    #expect(example.brokenPromises == [.deliveredAsEnqueued])
    #expect(example.verdict == .rejected(.deliveredAsEnqueued))
    let dated = HistoryExample()
    dated.enqueue(1, date: 900)
    dated.claim(.init(1, date: 901))
    #expect(dated.brokenPromises == [.deliveredAsEnqueued])
    #expect(dated.verdict == .rejected(.deliveredAsEnqueued))
    let good = HistoryExample()
    good.enqueue(1, date: 900)
    good.claim(1)
    #expect(good.isAccepted)
  }

  @Test func `The clock's date lies within the enqueue`() {
    for (date, isPossible) in [(1_000.0, true), (1_003, true), (1_005, true), (1_006, false), (999, false)] {
      let example = HistoryExample()
      let number = example.history.operations.count
      example.enqueue(1, at: 10...20)
      var history = example.history
      history.operations[number].clockReturned = 1_005
      let claim = HistoryClaim(token: HistoryExample.token(1), id: HistoryExample.id(1), payload: "\"1\"", date: date)
      let next = history.invoke(.claim(limit: nil), by: 1, at: 30, clock: 1_006)
      history.finish(next, .claims(claims: [claim]), at: 31, clock: 1_006)
      #expect(MessageFates.violations(in: history).isEmpty == isPossible)
      if case .accepted = HistoryChecker().check(history) { #expect(isPossible) } else { #expect(!isPossible) }
    }
  }

  @Test func `A repeated enqueue leaves the earlier message as it is`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.enqueue(1, "\"other\"", by: 1)
    example.claim(.init(1, payload: "\"other\""))
    #expect(example.brokenPromises == [.deliveredAsEnqueued])
    #expect(example.verdict == .rejected(.deliveredAsEnqueued))
    let good = HistoryExample()
    good.enqueue(1)
    good.enqueue(1, "\"other\"", by: 1)
    good.claim(1)
    #expect(good.isAccepted)
  }

  @Test func `Of two enqueues of one identifier that race either may be the one`() {
    for payload in ["\"1\"", "\"other\""] {
      let example = HistoryExample()
      example.enqueue(1, at: 10...20)
      example.enqueue(1, "\"other\"", at: 15...25, by: 1)
      example.claim(.init(1, payload: payload))
      #expect(example.isAccepted)
    }
  }

  @Test(arguments: [true, false])
  func `A repeated enqueue that races with the acknowledge may store anew`(isStoredAnew: Bool) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 1, at: 100...110)
    example.enqueue(1, "\"other\"", at: 105...115, by: 1)
    if isStoredAnew {
      example.claim(.init(1, token: 11, payload: "\"other\""))
    } else {
      example.claim()
    }
    #expect(example.isAccepted)
    let late = HistoryExample()
    late.enqueue(1)
    late.claim(1)
    late.enqueue(1, "\"other\"", at: 105...115, by: 1)
    late.settle(.acknowledge, 1, at: 116...118)
    late.claim(.init(1, token: 11, payload: "\"other\""))
    #expect(late.brokenPromises.contains(.acknowledgedStaysGone))
    #expect(late.verdict == .rejected(.acknowledgedStaysGone))
  }

  // MARK: Expiry, quarantine

  @Test(arguments: [(0.0, true), (0.5, false)])
  func `What is too old is not delivered`(excess: Double, isInTime: Bool) {
    let short = HistoryParticipant { $0.messageLifetime = 60 }
    let example = HistoryExample(short)
    example.enqueue(1)
    example.moveClock(by: 60 + excess)
    example.claim(1)
    #expect(example.brokenPromises == (isInTime ? [] : [.expiredIsNotDelivered]))
    #expect((example.verdict == .accepted) == isInTime)
  }

  @Test func `While the clock passes the lifetime a message may be delivered or not`() {
    let short = HistoryParticipant { $0.messageLifetime = 60 }
    for isDelivered in [true, false] {
      let example = HistoryExample(short)
      example.enqueue(1)
      let operation = example.add(
        .claim(limit: nil), .claims(claims: isDelivered ? [example.delivered(1)] : []), at: 20...40)
      example.moveClock(by: 100, at: 30)
      var history = example.history
      history.operations[operation].clockReturned = 1_100
      #expect(MessageFates.violations(in: history).isEmpty)
      if case .accepted = HistoryChecker().check(history) {} else { Issue.record("\(isDelivered)") }
    }
  }

  @Test(arguments: [
    (1_000.000_015, true), (996.999_985, true), (1_000, true), (997, true), (1_000.000_1, false), (996.999_9, false),
  ])
  func `A date may lie a little outside both readings of an enqueue in which the clock went back`(
    date: Double, isPossible: Bool
  ) {
    let example = HistoryExample()
    example.enqueue(1, at: 1_000_000...1_080_000)
    example.history.operations[0].clockReturned = 997
    // Told of by somebody who was a little late.
    example.moveClock(by: -3, at: 2_000_000)
    example.claim(.init(1, date: date))
    #expect(MessageFates.violations(in: example.history).isEmpty == isPossible)
    #expect(HistoryChecker().rejects(example.history) == !isPossible)
  }

  @Test func `Valid messages are not quarantined, hostile files are`() {
    let example = HistoryExample()
    example.plant(1, body: .malformed)
    example.claim()
    example.statistics(quarantined: 1)
    #expect(example.isAccepted)
    let bad = HistoryExample()
    bad.enqueue(1)
    bad.claim()
    bad.statistics(quarantined: 1)
    #expect(bad.brokenPromises == [.validIsNotQuarantined])
    #expect(bad.verdict == .rejected(.completeClaims))
  }
}
