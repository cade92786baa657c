import MailboxSimulation
import Testing

struct HistoryScaleTests {
  /// Two producers and two consumers that take eight at a time, all at once.
  static func race(messages count: Int) -> MailboxHistory {
    let participant = HistoryParticipant { $0.maxMessages = 1_000_000 }
    var history = MailboxHistory(participants: Array(repeating: participant, count: 4))
    var claims: [HistoryClaim] = []
    var moment: UInt64 = 100
    func clock(_ moment: UInt64) -> Double { 1_000 + Double(moment) / 1e6 }
    for number in 0..<count {
      moment += 100
      let message = HistoryExample.message(number)
      let enqueue = history.invoke(
        .enqueue(message: message, date: nil), by: number % 2, at: moment, clock: clock(moment))
      // Each overlaps the one after it.
      let end = moment + 150
      history.finish(enqueue, .identifiers(ids: [HistoryExample.id(number)]), at: end, clock: clock(end))
      claims.append(
        HistoryClaim(
          token: HistoryExample.token(number), id: HistoryExample.id(number), payload: message.payload,
          date: clock(moment + 50)))
      guard claims.count == 8 else { continue }
      let consumer = 2 + number / 8 % 2
      let claim = history.invoke(.claim(limit: 8), by: consumer, at: end + 10, clock: clock(end + 10))
      history.finish(claim, .claims(claims: claims), at: end + 60, clock: clock(end + 60))
      for (place, claim) in claims.enumerated() {
        let start = end + 100 + UInt64(place) * 10
        let settling = history.invoke(.acknowledge(token: claim.token), by: consumer, at: start, clock: clock(start))
        history.finish(settling, .done, at: start + 5, clock: clock(start + 5))
      }
      claims = []
    }
    history.ending = .listing(
      names: HistoryListing(pending: claims.map { HistoryListing.Name(id: $0.id, date: $0.date) }))
    return history
  }

  @Test func `Ten thousand messages are judged one by one`() {
    #expect(MessageFates.violations(in: Self.race(messages: 10_000)) == [])
  }

  @Test(arguments: [
    HistoryPromise.nothingIsLost, .oneHolder, .order, .endedClaimsAreFenced, .heldClaimsAreKept,
  ])
  func `One fault among thousands of messages is found`(promise: HistoryPromise) throws {
    var history = Self.race(messages: 2_000)
    let claims = history.operations.indices.filter { history.operations[$0].call == .claim(limit: 8) }
    let (early, late) = (claims[100], claims[200])
    let delivered = try #require(history.operations[early].outcome).claims
    let settling = try #require(history.operations.firstIndex { $0.call == .acknowledge(token: delivered[0].token) })
    switch promise {
    case .nothingIsLost:
      history.operations.remove(at: settling)
    case .oneHolder:
      history.operations.remove(at: settling)
      var again = delivered[0]
      again.token = HistoryExample.token(1_000_000)
      again.attempts = 1
      let others = try #require(history.operations[late - 1].outcome).claims
      history.operations[late - 1].outcome = .claims(claims: [again] + others.dropFirst())
      history.ending = nil
    case .order:
      history.operations[settling].call = .acknowledge(token: HistoryExample.token(1_000_000))
      var last = delivered[0]
      last.token = HistoryExample.token(1_000_000)
      history.operations[early].outcome = .claims(claims: Array(delivered.dropFirst()))
      let others = try #require(history.operations[late].outcome).claims
      history.operations[late].outcome = .claims(claims: [last] + others)
      history.operations[settling].invoked = 2_000_000
      history.operations[settling].returned = 2_000_001
    case .endedClaimsAreFenced:
      var second = history.operations[settling]
      second.invoked = 2_000_000
      second.returned = 2_000_001
      history.operations.append(second)
    default:
      history.operations[settling].outcome = .failed(error: .claimNoLongerExists)
      history.ending = nil
    }
    let violations = MessageFates.violations(in: history)
    #expect(Set(violations.map(\.promise)).isSuperset(of: [promise]))
    #expect(violations.allSatisfy { !$0.operations.isEmpty })
  }
}
