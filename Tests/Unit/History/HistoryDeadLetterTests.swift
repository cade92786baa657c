import MailboxSimulation
import Testing

struct HistoryDeadLetterTests {
  private static let id = HistoryExample.id(1)

  /// A mailbox with one rejected message.
  private static func rejected(_ participants: HistoryParticipant...) -> HistoryExample {
    let limits = participants.first ?? HistoryParticipant()
    let example = HistoryExample(limits, limits)
    example.enqueue(1)
    example.claim(1)
    example.settle(.reject, 1)
    return example
  }

  @Test func `A list shows the dead letters, and nothing else`() {
    let example = Self.rejected()
    example.listDeadLetters((1, "rejected", 0))
    #expect(example.isAccepted)
    for bad in [Self.rejected(), Self.rejected(), Self.rejected()].enumerated() {
      switch bad.offset {
      case 0: bad.element.listDeadLetters()
      case 1: bad.element.listDeadLetters((1, "attempts", 0))
      default: bad.element.listDeadLetters((1, "rejected", 1))
      }
      #expect(bad.element.verdict == .rejected(.deadLetters))
    }
  }

  @Test func `A restored message is new, dated now, and keeps what it says`() {
    let example = Self.rejected()
    example.moveClock(by: 5)
    example.add(.restore(id: Self.id, reason: "rejected"), .done)
    example.claim(.init(1, token: 11, date: 1_005))
    #expect(example.isAccepted)
    let old = Self.rejected()
    old.moveClock(by: 5)
    old.add(.restore(id: Self.id, reason: "rejected"), .done)
    old.claim(.init(1, token: 11, date: 1_000))
    #expect(old.isRejected)
  }

  @Test func `A dead letter is restored or removed once`() {
    for call in [
      HistoryCall.restore(id: Self.id, reason: "rejected"), .removeDeadLetter(id: Self.id, reason: "rejected"),
    ] {
      let example = Self.rejected()
      example.add(call, .done, at: 100...110)
      example.add(
        .removeDeadLetter(id: Self.id, reason: "rejected"), .failed(error: .deadLetterNoLongerExists), at: 105...115,
        by: 1)
      #expect(example.isAccepted)
      let bad = Self.rejected()
      bad.add(call, .done, at: 100...110)
      bad.add(.removeDeadLetter(id: Self.id, reason: "rejected"), .done, at: 105...115, by: 1)
      #expect(bad.verdict == .rejected(.deadLetters))
    }
  }

  @Test func `A dead letter does not block its identifier, and is not restored beside it`() {
    let example = Self.rejected()
    example.enqueue(1, "\"new\"")
    example.add(.restore(id: Self.id, reason: "rejected"), .failed(error: .duplicateMessage))
    example.claim(.init(1, token: 11, payload: "\"new\""))
    #expect(example.isAccepted)
    let bad = Self.rejected()
    bad.add(.restore(id: Self.id, reason: "rejected"), .failed(error: .duplicateMessage))
    #expect(bad.verdict == .rejected(.deadLetters))
  }

  @Test func `A killed restore may have happened, not happened, or left both`() {
    for (pending, letters) in [([1], [:]), ([], [1: "rejected"]), ([1], [1: "rejected"])] as [([Int], [Int: String])] {
      let example = Self.rejected()
      example.add(.restore(id: Self.id, reason: "rejected"), nil)
      example.end(pending: pending, deadLetters: letters)
      #expect(example.isAccepted)
    }
    let example = Self.rejected()
    example.add(.restore(id: Self.id, reason: "rejected"), nil)
    example.end()
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test(arguments: [0, 1]) func `Without room a reject fails and the claim stays`(room: Int) {
    let limits = HistoryParticipant { $0.maxDeadLetters = room }
    let example = HistoryExample(limits)
    example.enqueue(1)
    example.claim(1)
    example.settle(.reject, 1, fails: .deadLettersFull)
    example.settle(.acknowledge, 1)
    #expect(example.verdict == (room == 0 ? .accepted : .rejected(.deadLetters)))
  }

  @Test func `Given up too often a message becomes a dead letter`() {
    let limits = HistoryParticipant { $0.maxAttempts = 2 }
    let example = HistoryExample(limits)
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 601)
    example.claim(.init(1, token: 11, attempts: 1))
    example.moveClock(by: 601)
    example.claim()
    example.listDeadLetters((1, "attempts", 2))
    #expect(example.isAccepted)
    let bad = HistoryExample(limits)
    bad.enqueue(1)
    bad.claim(1)
    bad.moveClock(by: 601)
    bad.claim(.init(1, token: 11, attempts: 1))
    bad.moveClock(by: 601)
    bad.claim(.init(1, token: 21, attempts: 2))
    #expect(bad.isRejected)
  }

  @Test func `What a consumer does not decode is put away, and seen as claimed for a moment`() {
    let texts = HistoryParticipant { $0.decodes = .text }
    func example(_ claimed: Int, _ letters: Int) -> HistoryExample {
      let example = HistoryExample(texts, HistoryParticipant())
      example.enqueue(1, "7", by: 1)
      example.claim(at: 100...120)
      example.add(
        .statistics,
        .statistics(
          counts: HistoryStatistics(
            pending: 0, claimed: claimed, deadLetters: letters, quarantined: 0, oldestPending: nil)),
        at: 105...110, by: 1)
      return example
    }
    #expect(example(1, 0).isAccepted)
    #expect(example(0, 1).isAccepted)
    #expect(example(0, 0).verdict == .rejected(.statistics))
  }
}
