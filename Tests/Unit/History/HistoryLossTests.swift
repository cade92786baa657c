import MailboxSimulation
import Testing

struct HistoryLossTests {
  @Test func `What was enqueued and is nowhere was lost`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.end()
    #expect(example.brokenPromises == [.nothingIsLost])
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test func `What waits at the end, is held, is a dead letter or was acknowledged is not lost`() {
    let example = HistoryExample()
    for number in 1...4 { example.enqueue(number) }
    example.claim(1, 2, 3, limit: 3)
    example.settle(.acknowledge, 1)
    example.settle(.reject, 2)
    example.end(pending: [4], claimed: [3], deadLetters: [2: "rejected"])
    #expect(example.isAccepted)
  }

  @Test(arguments: [true, false]) func `A killed acknowledge may have removed its message, or not`(isThere: Bool) {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 1, isKnown: false)
    example.end(claimed: isThere ? [1] : [])
    #expect(example.isAccepted)
  }

  @Test(arguments: [true, false]) func `An enqueue that never returned may be there, or not`(isThere: Bool) {
    let example = HistoryExample()
    example.enqueue(1, isKnown: false)
    example.end(pending: isThere ? [1] : [])
    #expect(example.isAccepted)
  }

  @Test(arguments: [(86_401.0, true), (86_400, false)])
  func `Expiry takes what is too old, and nothing else`(age: Double, isGone: Bool) {
    let example = HistoryExample()
    example.enqueue(1)
    example.moveClock(by: age)
    example.add(.maintain, .done)
    example.end()
    #expect(example.brokenPromises == (isGone ? [] : [.nothingIsLost]))
    #expect(example.verdict == (isGone ? .accepted : .rejected(.finalState)))
  }

  @Test func `A claimed message does not expire`() {
    let example = HistoryExample(HistoryParticipant { $0.claimTimeout = 1_000_000 })
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 100_000)
    example.add(.maintain, .done)
    example.end()
    #expect(example.verdict == .rejected(.finalState))
    example.end(claimed: [1])
    #expect(example.isAccepted)
  }

  @Test func `Discarding the oldest takes as many as had to go`() {
    let bound = HistoryParticipant {
      $0.maxMessages = 2
      $0.discardsOldest = true
    }
    let example = HistoryExample(bound)
    for number in 1...3 { example.enqueue(number) }
    example.end(pending: [2, 3])
    #expect(example.isAccepted)
    example.end(pending: [3])
    #expect(example.brokenPromises == [.nothingIsLost])
    #expect(example.verdict == .rejected(.finalState))
    // The oldest goes, not another one.
    example.end(pending: [1, 3])
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test func `Of two enqueues that race for the last place either may discard`() {
    let bound = HistoryParticipant {
      $0.maxMessages = 1
      $0.discardsOldest = true
    }
    for survivor in [1, 2] {
      let example = HistoryExample(bound, bound)
      example.enqueue(1, at: 10...20)
      example.enqueue(2, at: 11...19, by: 1)
      example.end(pending: [survivor])
      #expect(example.isAccepted)
    }
    let example = HistoryExample(bound, bound)
    example.enqueue(1, at: 10...20)
    example.enqueue(2, at: 21...29, by: 1)
    example.end(pending: [1])
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test func `An enqueue killed between publishing and evicting leaves one too many`() {
    let bound = HistoryParticipant {
      $0.maxMessages = 1
      $0.discardsOldest = true
    }
    for pending in [[1], [1, 2], [2]] {
      let example = HistoryExample(bound)
      example.enqueue(1)
      example.enqueue(2, isKnown: false)
      example.end(pending: pending)
      #expect(example.verdict == .accepted)
    }
    let example = HistoryExample(bound)
    example.enqueue(1)
    example.enqueue(2, isKnown: false)
    example.end()
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test func `A removed directory takes everything with it`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.happen(.directoryRemoved)
    example.settle(.acknowledge, 1, fails: .claimNoLongerExists)
    example.enqueue(2)
    example.end(pending: [2])
    #expect(example.isAccepted)
    example.end()
    #expect(example.brokenPromises == [.nothingIsLost])
  }

  @Test func `A removed dead letter is gone, one that nobody removed is not`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.settle(.reject, 1)
    example.end()
    #expect(example.brokenPromises == [.nothingIsLost])
    example.add(.removeDeadLetter(id: HistoryExample.id(1), reason: "rejected"), .done)
    #expect(example.isAccepted)
  }

  @Test func `What a drain does not deliver was acknowledged, or is held by somebody whose lease runs`() {
    let example = HistoryExample()
    example.enqueue(1)
    example.enqueue(2)
    example.claim(1, limit: 1)
    example.endDraining(2)
    #expect(example.isAccepted)
    example.moveClock(by: 601)
    example.endDraining(2)
    #expect(example.brokenPromises == [.nothingIsLost])
    #expect(example.verdict == .rejected(.finalState))
    example.endDraining(.init(1, token: 11, attempts: 1), 2)
    #expect(example.isAccepted)
  }
}
