import MailboxAdapter

extension RaceHistory {
  /// When a message was enqueued and when it was claimed, as far as can be seen.
  private struct Life {
    var message: RaceMessage
    var enqueue, claim: Range<UInt64>
  }

  /// Where the order of delivery contradicts the order of enqueueing; empty if nowhere.
  ///
  /// Holds for histories without release, recovery or a step of the wall clock. Enqueues that did not overlap have dates, or with equal dates
  /// ordinals, in their order. Whoever claims a message has, under the lock, seen all that were enqueued before it and takes them first,
  /// unless they are claimed already. So the moments of claiming, which nobody outside sees, are in the same order; and as each
  /// lies between a call's invocation and its return, no call that claims a message may have returned before the call was invoked that
  /// claims an earlier one.
  var orderViolations: [String] {
    let enqueues = returned(.enqueue)
    let claims = returned(.claim).compactMapValues(\.first)
    let lives = claims.compactMap { message, claim -> Life? in
      guard let enqueue = enqueues[message]?.first, let enqueued = enqueue.ended, let claimed = claim.ended else {
        return nil
      }
      return Life(message: message, enqueue: enqueue.began..<enqueued, claim: claim.began..<claimed)
    }
    var earlier = lives.sorted { $0.enqueue.upperBound < $1.enqueue.upperBound }[...]
    var latest: Life?
    var violations: [String] = []
    for life in lives.sorted(by: { $0.enqueue.lowerBound < $1.enqueue.lowerBound }) {
      // Of all that were there before this one: the one whose claim began last.
      while let next = earlier.first, next.enqueue.upperBound < life.enqueue.lowerBound {
        if next.claim.lowerBound > latest?.claim.lowerBound ?? 0 { latest = next }
        earlier.removeFirst()
      }
      if let latest, life.claim.upperBound < latest.claim.lowerBound {
        violations.append("\(life.message) was claimed before \(latest.message), which was there first")
      }
    }
    return violations
  }

  /// Where one consumer got a producer's messages in another order than the producer's; empty if nowhere.
  ///
  /// Batches have one date and consecutive ordinals, so this holds inside a batch too.
  var producerOrderViolations: [String] {
    var latest: [[Int]: Int] = [:]
    var violations: [String] = []
    for claim in operations where claim.kind == .claim && claim.hasReturned {
      for message in claim.messages {
        let pair = [claim.helper, message.producer]
        if let number = latest[pair], number >= message.number {
          violations.append("consumer \(claim.helper) got \(message) after number \(number)")
        }
        latest[pair] = message.number
      }
    }
    return violations
  }
}
