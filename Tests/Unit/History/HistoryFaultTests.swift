import MailboxSimulation
import Testing

/// What the judges of histories allow where calls fail, files are planted and power is lost; and not more.
struct HistoryFaultTests {
  @Test func `A broken file that somebody planted takes a place until it is found out`() {
    let example = HistoryExample(HistoryParticipant { $0.maxMessages = 2 })
    example.plant(1, body: .malformed)
    example.enqueue(2)
    example.enqueue(3, fails: .mailboxFull)
    #expect(example.brokenPromises == [])
    let other = HistoryExample(HistoryParticipant { $0.maxMessages = 2 })
    other.enqueue(2)
    other.enqueue(3, fails: .mailboxFull)
    #expect(other.brokenPromises == [.bounds])
  }

  private static func evicting(isFaulted: Bool) -> HistoryExample {
    let example = HistoryExample(
      HistoryParticipant {
        $0.maxMessages = 1
        $0.discardsOldest = true
      })
    example.enqueue(1)
    example.enqueue(2, isFaulted: isFaulted)
    example.end(pending: [1, 2])
    return example
  }

  @Test func `An eviction that fails leaves the oldest where it is, and one that does not fail does not`() {
    #expect(Self.evicting(isFaulted: true).isAccepted)
    #expect(Self.evicting(isFaulted: false).verdict == .rejected(.finalState))
  }

  @Test func `A failing eviction lets nothing else go in its place`() {
    let example = HistoryExample(
      HistoryParticipant {
        $0.maxMessages = 2
        $0.discardsOldest = true
      })
    example.enqueue(1)
    example.enqueue(2)
    example.enqueue(3, isFaulted: true)
    example.end(pending: [1, 3])
    #expect(example.isRejected)
  }

  @Test(arguments: [true, false])
  func `A dead letter that cannot be read is listed without its message`(isFaulted: Bool) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.reject, 1)
    example.listUnread(1, reason: "rejected", isFaulted: isFaulted)
    #expect(example.verdict == (isFaulted ? .accepted : .rejected(.deadLetters)))
  }

  private static func halfRecovered(attempts: Int) -> HistoryExample {
    let example = HistoryExample(
      HistoryParticipant { $0.durability = .processCrash }, HistoryParticipant { $0.durability = .processCrash })
    example.enqueue(1)
    example.enqueue(2)
    example.claim(1, 2)
    example.moveClock(by: 1_000)
    // Settling recovers both; a power loss keeps the first of the two renames only.
    example.add(.maintain, .done, by: 1)
    example.happen(.powerLost)
    example.moveClock(by: 2_000)
    example.endDraining(.init(1, token: 11, attempts: 1), .init(2, token: 12, attempts: attempts), by: 1)
    return example
  }

  @Test func `A power loss may take back a part of what one operation changed`() {
    #expect(Self.halfRecovered(attempts: 1).isAccepted)
    #expect(Self.halfRecovered(attempts: 3).isRejected)
  }

  private static func killedClaim(_ deliveries: [HistoryExample.Delivery]) -> HistoryExample {
    let example = HistoryExample(
      HistoryParticipant { $0.durability = .processCrash }, HistoryParticipant { $0.durability = .processCrash })
    example.enqueue(1)
    example.enqueue(2)
    example.claimUnknown(by: 1)
    example.happen(.powerLost)
    example.moveClock(by: 2_000)
    example.history.ending = .drained(process: 0, clock: example.clock, claims: deliveries.map(example.delivered))
    return example
  }

  @Test func `A power loss may take back a part of a claim`() {
    // The first of two renames is durable.
    #expect(Self.killedClaim([.init(1, token: 11, attempts: 1), .init(2, token: 12)]).isAccepted)
    #expect(Self.killedClaim([.init(1, token: 11), .init(2, token: 12)]).isAccepted)
    // The second alone is not what one directory's order allows.
    #expect(Self.killedClaim([.init(1, token: 11), .init(2, token: 12, attempts: 1)]).isRejected)
  }

  @Test func `What is not durable may be lost, and what was enqueued for good may not`() {
    for (error, isLost) in [(HistoryError.notDurable, false), (nil, true)] {
      let example = HistoryExample()
      example.enqueue(1, fails: error)
      example.happen(.powerLost)
      example.end()
      #expect(example.brokenPromises == (isLost ? [.nothingIsLost] : []))
    }
  }

  @Test func `A file that somebody put beside a message is a second one`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.appear(1)
    example.settle(.acknowledge, 1)
    example.claim(.init(1, token: 11), by: 1)
    #expect(example.brokenPromises == [])
  }

  @Test func `A claim that took longer than a lease may have lost what it took`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.add(.claim(limit: nil), .claims(claims: []), at: 100...110, by: 1)
    example.moveClock(by: 1_000, at: 105)
    example.history.operations[1].clockReturned = example.clock
    example.claim(.init(1, token: 11, date: HistoryExample.start, attempts: 1), at: 120...121)
    #expect(example.brokenPromises == [])
    let other = HistoryExample()
    other.enqueue(1)
    other.claim(by: 1)
    other.claim(.init(1, token: 11, attempts: 1))
    #expect(other.brokenPromises == [.attemptsAreCounted])
  }

  @Test func `An extend that was cut off may have set the stamp, and one that never was has not`() {
    for wasCalled in [true, false] {
      let example = HistoryExample()
      example.enqueue(1)
      example.claim(1)
      example.moveClock(by: -500)
      if wasCalled { example.settle(.extend, 1, isKnown: false) }
      example.happen(.killed(process: 0))
      example.moveClock(by: 1_000)
      example.claim(.init(1, token: 11, date: HistoryExample.start, attempts: 1), by: 1)
      #expect(example.brokenPromises.contains(.oneHolder) == !wasCalled)
    }
  }
}
