import Foundation
import MailboxSimulation
import Testing

struct HistoryCheckerTests {
  @Test func `An accepted history has a witness`() {
    let example = HistoryExample()
    example.enqueue(1, at: 10...40)
    example.claim(at: 15...20, by: 1)
    example.claim(1, at: 21...30, by: 1)
    guard case .accepted(let order) = HistoryChecker().check(example.history) else {
      Issue.record("not accepted")
      return
    }
    #expect(order == [1, 0, 2])
  }

  @Test func `An unknown operation that did nothing is not in the witness`() {
    let example = HistoryExample()
    example.enqueue(1, isKnown: false)
    example.claim(by: 1)
    guard case .accepted(let order) = HistoryChecker().check(example.history) else {
      Issue.record("not accepted")
      return
    }
    #expect(order == [1])
  }

  @Test func `A rejected history is cut down to what contradicts`() throws {
    let example = HistoryExample()
    for number in 1...12 {
      example.enqueue(number)
      example.claim(.init(number))
      example.settle(.acknowledge, number)
      if number == 6 { example.settle(.extend, 5) }
    }
    guard case .rejected(let rejection) = HistoryChecker().check(example.history) else {
      Issue.record("not rejected")
      return
    }
    #expect(rejection.promise == .endedClaimsAreFenced)
    #expect(rejection.positions.last == 18)
    #expect(rejection.violations.first?.operations == [18])
    let needed = zip(rejection.positions, rejection.history.operations).filter { $1.outcome != nil }.map(\.0)
    #expect(needed == [14, 18])
    #expect(rejection.description.contains("extend 000005 → done"))
  }

  @Test func `Whoever runs out of steps does not know`() {
    let example = HistoryExample()
    for number in 1...5 { example.enqueue(number) }
    example.claim(1, 2)
    guard case .undecided(.budget) = HistoryChecker(budget: 3).check(example.history) else {
      Issue.record("decided")
      return
    }
    #expect(example.isRejected)
  }

  @Test func `Without a lock that excludes there is no order to look for`() {
    let example = HistoryExample()
    example.enqueue(1, at: 10...30)
    example.happen(.lockFileRemoved, at: 20)
    #expect(example.verdict == .undecided)
    let other = HistoryExample()
    other.enqueue(1, at: 10...30)
    other.happen(.lockFileRemoved, at: 40)
    #expect(other.verdict == .accepted)
  }

  @Test func `A message that the mailbox named is known by its outcome, or by its payload`() {
    let example = HistoryExample()
    let anonymous = HistoryMessage(id: nil, payload: "\"1\"", size: 100)
    example.add(.enqueue(message: anonymous, date: nil), .identifiers(ids: [HistoryExample.id(1)]))
    example.claim(1)
    #expect(example.isAccepted)
    let killed = HistoryExample()
    killed.add(.enqueue(message: anonymous, date: nil), nil)
    killed.claim(1)
    #expect(killed.isAccepted)
    let other = HistoryExample()
    other.add(.enqueue(message: anonymous, date: nil), nil)
    other.claim(2)
    #expect(other.brokenPromises == [.nothingIsInvented])
    #expect(other.isRejected)
  }

  @Test func `A claim whose calls fail may pass over files, and end early`() {
    let example = HistoryExample()
    for number in 1...4 { example.enqueue(number) }
    example.claim(2, 3)
    #expect(example.isRejected)
    var history = example.history
    history.operations[4].isFaulted = true
    guard case .accepted = HistoryChecker().check(history) else {
      Issue.record("not accepted")
      return
    }
    #expect(MessageFates.violations(in: history) == [])
  }

  @Test(arguments: HistoryPromise.allCases) func `Each promise names clauses of the specification`(
    promise: HistoryPromise
  ) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../SPEC.md")
    let text = try String(contentsOf: root.standardized, encoding: .utf8)
    #expect(!promise.clauses.isEmpty)
    for clause in promise.clauses { #expect(text.contains("**\(clause)**"), "\(clause)") }
  }
}
