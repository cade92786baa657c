import MailboxSimulation
import Testing

struct HistoryHoldingTests {
  @Test func `Two consumers do not have one message`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.claim(.init(1, token: 11), by: 1)
    #expect(example.brokenPromises.contains(.oneHolder))
    #expect(example.verdict == .rejected(.oneHolder))
  }

  @Test func `Two overlapping claims do not both get one message`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1, at: 20...30)
    example.claim(.init(1, token: 11), at: 21...29, by: 1)
    #expect(example.brokenPromises == [.oneHolder])
    #expect(example.verdict == .rejected(.oneHolder))
    let good = HistoryExample()
    good.enqueue(1)
    good.enqueue(2)
    good.claim(2, at: 20...30)
    good.claim(1, limit: 1, at: 21...29, by: 1)
    #expect(good.isAccepted)
  }

  @Test func `After a release the next consumer has it, also while the release returns`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.release, 1, at: 40...50)
    example.claim(.init(1, token: 11), at: 42...48, by: 1)
    #expect(example.isAccepted)
    let early = HistoryExample()
    early.enqueue(1)
    early.claim(1)
    early.claim(.init(1, token: 11), at: 30...39, by: 1)
    early.settle(.release, 1, at: 40...50)
    #expect(early.brokenPromises.contains(.oneHolder))
    #expect(early.isRejected)
  }

  @Test(arguments: [(600.0, false), (600.125, true), (-600, false), (-600.125, true)])
  func `A lease runs out by the clock, in either direction`(seconds: Double, isOver: Bool) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: seconds)
    example.claim(.init(1, token: 11, attempts: 1), by: 1)
    #expect(example.brokenPromises == (isOver ? [] : [.oneHolder, .attemptsAreCounted]))
    #expect(example.verdict == (isOver ? .accepted : .rejected(.oneHolder)))
  }

  @Test func `An extended lease runs from the extend`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 500)
    example.settle(.extend, 1)
    example.moveClock(by: 500)
    example.claim(by: 1)
    example.settle(.acknowledge, 1)
    #expect(example.isAccepted)
    let bad = HistoryExample()
    bad.enqueue(1)
    bad.claim(1)
    bad.moveClock(by: 500)
    bad.settle(.extend, 1)
    bad.moveClock(by: 500)
    bad.claim(.init(1, token: 11, attempts: 1), by: 1)
    #expect(bad.brokenPromises.contains(.oneHolder))
    #expect(bad.verdict == .rejected(.oneHolder))
  }

  @Test func `A killed claim holds what it took until its lease is over`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.enqueue(2)
    example.claimUnknown(by: 1)
    example.happen(.killed(process: 1))
    example.claim(2)
    example.moveClock(by: 601)
    example.claim(.init(1, token: 11, attempts: 1), .init(2, token: 12, attempts: 1))
    #expect(example.isAccepted)
    // It cannot have taken the second and left the first.
    let gap = HistoryExample()
    gap.enqueue(1)
    gap.enqueue(2)
    gap.claimUnknown(by: 1)
    gap.happen(.killed(process: 1))
    gap.claim(1)
    #expect(gap.isRejected)
  }
}
