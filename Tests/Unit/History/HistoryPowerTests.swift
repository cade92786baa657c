import MailboxSimulation
import Testing

struct HistoryPowerTests {
  private static func example(_ durability: HistoryDurability) -> HistoryExample {
    HistoryExample(HistoryParticipant { $0.durability = durability }, HistoryParticipant { $0.durability = durability })
  }

  @Test(arguments: [HistoryDurability.processCrash, .ordered, .powerLoss])
  func `Power loss takes what was not synchronised`(durability: HistoryDurability) {
    let example = Self.example(durability)
    example.enqueue(1)
    example.happen(.powerLost)
    example.end()
    let isSafe = durability == .powerLoss
    #expect(example.brokenPromises == (isSafe ? [.nothingIsLost] : []))
    #expect(example.verdict == (isSafe ? .rejected(.finalState) : .accepted))
    example.end(pending: [1])
    #expect(example.isAccepted)
  }

  @Test func `An ordered power loss takes the newest and leaves no gap`() {
    let example = Self.example(.ordered)
    for number in 1...3 { example.enqueue(number) }
    example.happen(.powerLost)
    example.end(pending: [1, 2])
    #expect(example.isAccepted)
    example.end(pending: [1, 3])
    #expect(example.verdict == .rejected(.finalState))
  }

  @Test func `What was acknowledged may come back after a power loss, and only then`() {
    let example = Self.example(.powerLoss)
    example.enqueue(1)
    example.claim(1)
    example.settle(.acknowledge, 1)
    example.happen(.powerLost)
    example.claim(.init(1, token: 11), by: 1)
    #expect(example.isAccepted)
    let other = Self.example(.powerLoss)
    other.enqueue(1)
    other.claim(1)
    other.settle(.acknowledge, 1)
    other.claim(.init(1, token: 11), by: 1)
    #expect(other.brokenPromises == [.acknowledgedStaysGone])
    #expect(other.verdict == .rejected(.acknowledgedStaysGone))
  }

  @Test func `A message without synchronisation may be torn by a power loss, and is quarantined`() {
    let example = Self.example(.processCrash)
    example.enqueue(1)
    example.happen(.powerLost)
    example.claim(by: 1)
    example.end(quarantined: 1)
    #expect(example.isAccepted)
    let other = Self.example(.ordered)
    other.enqueue(1)
    other.happen(.powerLost)
    other.claim(by: 1)
    other.end(quarantined: 1)
    #expect(other.brokenPromises == [.validIsNotQuarantined])
    #expect(other.verdict == .rejected(.finalState))
  }

  @Test func `A repeated enqueue makes the earlier one as durable as it is itself`() {
    let example = HistoryExample(
      HistoryParticipant { $0.durability = .processCrash }, HistoryParticipant { $0.durability = .powerLoss })
    example.enqueue(1)
    example.enqueue(1, by: 1)
    example.happen(.powerLost)
    example.end()
    #expect(example.brokenPromises == [.nothingIsLost])
    #expect(example.verdict == .rejected(.finalState))
  }

  /// A message without synchronisation, rejected; then the power is lost.
  private static func rejected(_ durability: HistoryDurability) -> HistoryExample {
    let example = example(durability)
    example.enqueue(1)
    example.claim(1)
    example.settle(.reject, 1)
    example.happen(.powerLost)
    return example
  }

  @Test func `A dead letter may be torn by a power loss as well, and has no message then for whoever asks`() {
    let example = Self.rejected(.processCrash)
    example.listUnread(1, reason: "rejected", isFaulted: false)
    example.add(.restore(id: HistoryExample.id(1), reason: "rejected"), .failed(error: .decodingFailure))
    example.add(.removeDeadLetter(id: HistoryExample.id(1), reason: "rejected"), .done)
    #expect(example.isAccepted)
    let synchronised = Self.rejected(.ordered)
    synchronised.listUnread(1, reason: "rejected", isFaulted: false)
    #expect(synchronised.verdict == .rejected(.deadLetters))
  }

  @Test func `What has been seen of a dead letter after a power loss does not change any more`() {
    let torn = Self.rejected(.processCrash)
    torn.listUnread(1, reason: "rejected", isFaulted: false)
    torn.listDeadLetters((1, "rejected", 0))
    #expect(torn.verdict == .rejected(.deadLetters))
    let whole = Self.rejected(.processCrash)
    whole.listDeadLetters((1, "rejected", 0))
    whole.listUnread(1, reason: "rejected", isFaulted: false)
    #expect(whole.verdict == .rejected(.deadLetters))
    let restored = Self.rejected(.processCrash)
    restored.listUnread(1, reason: "rejected", isFaulted: false)
    restored.add(.restore(id: HistoryExample.id(1), reason: "rejected"), .done)
    #expect(restored.verdict == .rejected(.deadLetters))
  }

  @Test func `A message that a power loss has torn is torn as a dead letter too`() {
    let participant = HistoryParticipant {
      $0.durability = .processCrash
      $0.maxAttempts = 1
    }
    let example = HistoryExample(participant, participant)
    example.enqueue(1)
    example.claim(1)
    example.happen(.powerLost)
    example.moveClock(by: 1_000)
    example.add(.maintain, .done)
    example.listUnread(1, reason: "attempts", attempts: 1, isFaulted: false)
    #expect(example.isAccepted)
  }
}
