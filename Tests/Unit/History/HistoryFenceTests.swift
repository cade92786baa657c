import MailboxSimulation
import Testing

struct HistoryFenceTests {
  @Test func `No token is given twice`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.enqueue(2)
    example.claim(1, limit: 1)
    example.claim(.init(2, token: 1))
    #expect(example.brokenPromises == [.uniqueTokens])
    #expect(example.verdict == .rejected(.uniqueTokens))
  }

  @Test func `A token that no claim gave settles nothing`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 2)
    #expect(example.brokenPromises == [.uniqueTokens])
    #expect(example.verdict == .rejected(.endedClaimsAreFenced))
  }

  @Test(arguments: [HistoryExample.Settling.acknowledge, .release, .extend, .reject])
  func `A late consumer cannot touch a message that was recovered and claimed anew`(
    settling: HistoryExample.Settling
  ) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 601)
    example.claim(.init(1, token: 11, attempts: 1), by: 1)
    example.settle(settling, 1, fails: .claimNoLongerExists)
    #expect(example.isAccepted)
    let bad = HistoryExample()
    bad.enqueue(1)
    bad.claim(1)
    bad.moveClock(by: 601)
    bad.claim(.init(1, token: 11, attempts: 1), by: 1)
    bad.settle(settling, 1)
    #expect(bad.brokenPromises.contains(.endedClaimsAreFenced))
    #expect(bad.verdict == .rejected(.endedClaimsAreFenced))
  }

  @Test func `A late acknowledge succeeds where nobody has recovered the claim yet`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 601)
    example.settle(.acknowledge, 1)
    example.claim(by: 1)
    #expect(example.isAccepted)
  }

  @Test(arguments: [true, false]) func `A release that races with a recovery wins or loses`(wins: Bool) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 601)
    example.settle(.release, 1, at: 100...120, fails: wins ? nil : .claimNoLongerExists)
    example.claim(.init(1, token: 11, attempts: wins ? 0 : 1), at: 105...115, by: 1)
    #expect(example.isAccepted)
    // Told as recovered and released both, it is neither.
    let bad = HistoryExample()
    bad.enqueue(1)
    bad.claim(1)
    bad.moveClock(by: 601)
    bad.settle(.release, 1, at: 100...120)
    bad.claim(.init(1, token: 11, attempts: 1), at: 105...115, by: 1)
    #expect(bad.brokenPromises == [.attemptsAreCounted])
    #expect(bad.isRejected)
  }

  @Test func `A claim is ended once`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 1, at: 20...30)
    example.settle(.release, 1, at: 21...29)
    #expect(example.brokenPromises == [.endedClaimsAreFenced])
    #expect(example.verdict == .rejected(.endedClaimsAreFenced))
    let good = HistoryExample()
    good.enqueue(1)
    good.claim(1)
    good.settle(.acknowledge, 1, at: 20...30, fails: .claimNoLongerExists)
    good.settle(.release, 1, at: 21...29)
    #expect(good.isAccepted)
  }

  @Test func `A claim that ended is not extended`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 1)
    example.settle(.extend, 1)
    #expect(example.brokenPromises == [.endedClaimsAreFenced])
    #expect(example.verdict == .rejected(.endedClaimsAreFenced))
  }

  @Test func `A claim does not end by itself`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 599)
    example.add(.maintain, .done, by: 1)
    example.settle(.acknowledge, 1, fails: .claimNoLongerExists)
    #expect(example.brokenPromises == [.heldClaimsAreKept])
    #expect(example.verdict == .rejected(.heldClaimsAreKept))
    let good = HistoryExample()
    good.enqueue(1)
    good.claim(1)
    good.moveClock(by: 601)
    good.add(.maintain, .done, by: 1)
    good.settle(.acknowledge, 1, fails: .claimNoLongerExists)
    #expect(good.isAccepted)
  }

  @Test func `A recovery may not have seen an extend that went on without the lock`() {
    func example(_ extend: ClosedRange<UInt64>) -> HistoryExample {
      let example = HistoryExample()
      example.enqueue(1)
      example.claim(1)
      example.moveClock(by: 601)
      example.settle(.extend, 1, at: extend)
      example.add(.maintain, .done, at: 110...130, by: 1)
      example.settle(.acknowledge, 1, fails: .claimNoLongerExists)
      return example
    }
    #expect(example(105...120).verdict == .accepted)
    #expect(example(105...109).verdict == .rejected(.heldClaimsAreKept))
  }
}
