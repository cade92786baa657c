import MailboxSimulation

/// Histories with one fault each among what is right.
extension HistoryExample {
  /// 1 is delivered to process 2 while process 1 holds it.
  static var doubleDelivery: MailboxHistory {
    let example = HistoryExample(HistoryParticipant(), HistoryParticipant(), HistoryParticipant())
    example.enqueue(1)
    example.enqueue(2)
    example.claim(1, 2, by: 1)
    example.settle(.acknowledge, 2, by: 1)
    example.statistics(claimed: 1)
    example.claim(.init(1, token: 11), by: 2)
    example.settle(.acknowledge, 11, by: 2)
    return example.history
  }

  /// 3 is gone once 1 is acknowledged.
  static var loss: MailboxHistory {
    let example = HistoryExample()
    for number in 1...3 { example.enqueue(number) }
    example.claim(1, limit: 1, by: 1)
    example.settle(.acknowledge, 1, by: 1)
    example.happen(.stopped(process: 1))
    example.end(pending: [2])
    return example.history
  }

  /// A fourth message where three are allowed.
  static var overflow: MailboxHistory {
    let small = HistoryParticipant { $0.maxMessages = 3 }
    let example = HistoryExample(small, small)
    example.enqueue(1)
    example.claim(1, by: 1)
    example.settle(.acknowledge, 1, by: 1)
    for number in 2...5 { example.enqueue(number, by: number % 2) }
    return example.history
  }

  /// No order explains it, though each message by itself is right: a killed batch that left a gap.
  static var gap: MailboxHistory {
    let example = HistoryExample()
    example.batch([1, 2, 3], isKnown: false)
    example.statistics(pending: 2, oldest: start)
    example.end(pending: [1, 3])
    return example.history
  }

  /// All that can happen, with nothing broken.
  static var eventful: MailboxHistory {
    let example = HistoryExample(HistoryParticipant(), HistoryParticipant(), HistoryParticipant())
    example.plant(7)
    example.enqueue(1, at: 10...40)
    // Of one process at once, and two of the same moment.
    example.enqueue(2, at: 20...30)
    example.enqueue(3, at: 30...50, by: 1)
    example.happen(.stopped(process: 1), at: 55)
    example.happen(.resumed(process: 1), at: 56)
    example.claimUnknown(at: 60...60, by: 1)
    example.happen(.killed(process: 1), at: 60)
    example.add(.enqueue(message: HistoryMessage(id: nil, payload: "\"new\""), date: nil), nil, at: 61...61, by: 2)
    example.happen(.lockFileRemoved, at: 100)
    example.moveClock(by: 700, at: 105)
    example.happen(.planted(file: HistoryPlanted(id: id(8), .malformedName)), at: 106)
    example.add(.maintain, .done, by: 0)
    example.settle(.release, 99, fails: .claimNoLongerExists)
    example.happen(.powerLost)
    example.happen(.directoryRemoved)
    example.add(.restore(id: id(5), reason: "expired"), .failed(error: .deadLetterNoLongerExists), by: 2)
    example.endDraining(by: 2)
    return example.history
  }

  static let drawn: [@Sendable () -> MailboxHistory] = [
    { doubleDelivery }, { loss }, { overflow }, { gap }, { eventful }, { HistoryScaleTests.race(messages: 20) },
    { MailboxHistory(participants: []) },
  ]
}
