import Foundation
import MailboxSimulation
import Testing

/// What a picture shows of a broken promise.
struct HistoryDrawingFaultTests {
  private static func picture(of finding: HistoryFinding) throws -> DrawnPicture {
    try #require(DrawnPicture(HistoryDrawing(finding).svg))
  }

  @Test(arguments: 0..<3) func `What breaks the promise is marked, in the whole and in the smallest part`(
    number: Int
  ) throws {
    let finding = HistoryFinding(judging: HistoryExample.drawn[number]())
    let picture = try Self.picture(of: finding)
    let named = finding.violations.prefix(3).reduce(into: Set()) { $0.formUnion($1.operations) }
    #expect(!named.isEmpty)
    #expect(picture.panels == 2)
    #expect(picture.marked(in: 1) == named.sorted())
    let smallest = try #require(finding.smallest)
    #expect(picture.boxes(in: 0).map(\.operation) == smallest.positions)
    #expect(picture.marked(in: 0) == named.intersection(smallest.positions).sorted())
    let violation = try #require(finding.violations.first)
    #expect(picture.texts.contains("Broken: \(violation.promise.meaning)"))
    #expect(picture.texts.contains { $0.contains(violation.promise.clauses.joined(separator: ", ")) })
  }

  @Test func `Two consumers of one message are seen to hold it at once`() throws {
    let finding = HistoryFinding(judging: HistoryExample.doubleDelivery)
    #expect(finding.violations.first?.promise == .oneHolder)
    #expect(finding.smallest?.positions == [0, 2, 5, 6])
    let picture = try Self.picture(of: finding)
    #expect(picture.texts(in: 0).contains("two hold 000001"))
    #expect(picture.texts(in: 1).contains("two hold 000001"))
    // From its enqueue to each of them.
    #expect(picture.elements.count { $0.panel == 0 && $0.attributes["class"] == "way passed" } == 2)
    #expect(picture.elements.count { $0.panel == 0 && $0.attributes["class"] == "held" } == 2)
  }

  @Test func `A lost message ends in a cross before the end`() throws {
    let finding = HistoryFinding(judging: HistoryExample.loss)
    #expect(finding.violations.map(\.promise) == [.nothingIsLost])
    #expect(finding.smallest?.positions == [2])
    let picture = try Self.picture(of: finding)
    for panel in 0..<2 {
      #expect(picture.texts(in: panel).filter { $0.hasSuffix(" is gone") } == ["000003 is gone"])
    }
  }

  @Test func `Where attempts are told wrongly, a delivery without any says so`() throws {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    example.moveClock(by: 601)
    example.claim(.init(1, token: 11, attempts: 0), by: 1)
    let finding = HistoryFinding(judging: example.history)
    #expect(finding.violations.first?.promise == .attemptsAreCounted)
    let told = try Self.picture(of: finding).texts(in: 0).filter { $0.contains("attempts 0, ") }
    #expect(told.count == 2)
  }

  @Test func `Too many messages are counted`() throws {
    let finding = HistoryFinding(judging: HistoryExample.overflow)
    #expect(finding.violations.map(\.promise) == [.bounds])
    #expect(finding.smallest?.positions == [3, 4, 5, 6])
    let picture = try Self.picture(of: finding)
    #expect(picture.texts(in: 0).filter { $0.contains(" of 3") } == ["1 of 3", "2 of 3", "3 of 3", "4 of 3 ✗"])
    #expect(
      picture.texts(in: 1).filter { $0.contains(" of 3") }
        == ["1 of 3", "0 of 3", "1 of 3", "2 of 3", "3 of 3", "4 of 3 ✗"])
  }

  @Test func `A history that no order explains is drawn with what the checker left of it`() throws {
    let finding = HistoryFinding(judging: HistoryExample.gap)
    #expect(finding.search == .rejected)
    guard case .rejected(let rejection) = HistoryChecker().check(HistoryExample.gap) else {
      Issue.record("it is accepted")
      return
    }
    #expect(finding.smallest == HistoryExcerpt(history: rejection.history, positions: rejection.positions))
    let picture = try Self.picture(of: finding)
    #expect(picture.boxes(in: 0).map(\.operation) == rejection.positions)
    #expect(picture.texts.contains("Broken: \(rejection.promise.meaning)"))
  }

  @Test func `What was acknowledged is not said to be gone`() throws {
    let example = HistoryExample()
    example.batch([2, 3], isKnown: false)
    example.enqueue(1, by: 1)
    example.claim(1, by: 1)
    example.settle(.acknowledge, 1, by: 1)
    example.end(pending: [3])
    let finding = HistoryFinding(judging: example.history)
    #expect(finding.violations.map(\.promise) == [.finalState])
    #expect(try Self.picture(of: finding).texts(in: 1).filter { $0.hasSuffix(" is gone") } == ["000002 is gone"])
  }

  @Test func `A message that comes back rightly is drawn otherwise than one that comes back wrongly`() throws {
    let short = HistoryParticipant { $0.claimTimeout = 60 }
    let example = HistoryExample(short, short, short)
    example.enqueue(1)
    example.claim(1)
    example.happen(.killed(process: 0))
    example.moveClock(by: 61)
    example.claim(.init(1, token: 2, attempts: 1), by: 1)
    example.settle(.acknowledge, 2, by: 1)
    example.claim(.init(1, token: 3, attempts: 1), by: 2)
    let finding = HistoryFinding(judging: example.history)
    #expect(finding.violations.map(\.promise) == [.acknowledgedStaysGone])
    let ways = try Self.picture(of: finding).elements.filter { $0.panel == 0 }.compactMap { $0.attributes["class"] }
      .filter { $0.hasPrefix("way ") }
    #expect(ways.sorted() == ["way passed", "way recovered", "way returned"])
    #expect(!(try Self.picture(of: finding).texts.contains { $0.hasPrefix("two hold") }))
  }

  @Test func `A history without a fault says how sure that is`() throws {
    let example = HistoryExample()
    example.enqueue(1)
    example.claim(1)
    let good = HistoryFinding(judging: example.history)
    #expect(good.smallest == nil && good.search == .explained)
    let picture = try Self.picture(of: good)
    #expect(picture.panels == 1 && picture.marked(in: 0).isEmpty)
    #expect(picture.texts.contains(good.acquittal) && good.acquittal.hasPrefix("No promise is broken: "))
    let long = HistoryFinding(judging: HistoryScaleTests.race(messages: 100))
    #expect(long.search == .notAsked(longest: HistoryFinding.longestSearch))
    #expect(try Self.picture(of: long).texts.contains { $0.contains("as far as each message by itself shows") })
  }

  // MARK: Smallest parts

  @Test(arguments: HistoryMutation.allCases)
  func `The smallest part breaks the same promise in the same words`(mutation: HistoryMutation) {
    var count = 0
    for number in 0..<100 where count < 8 {
      let tape = ChoiceTape(seed: UInt64(number))
      var history = HistoryGenerator.history(tape, .sequential)
      guard mutation.apply(to: &history, tape) != nil,
        let violation = MessageFates.violations(in: history).first
      else { continue }
      count += 1
      let finding = HistoryFinding(judging: history)
      guard let smallest = finding.smallest else {
        Issue.record("history \(number) has no smallest part")
        continue
      }
      #expect(smallest.positions.count <= history.operations.count)
      #expect(
        MessageFates.violations(in: smallest.history).contains {
          $0.promise == violation.promise && $0.sentence == violation.sentence
        }, "history \(number)")
    }
    if mutation.isSeenFast { #expect(count > 0) }
  }

  @Test func `Of a long history only what surrounds the fault is drawn, and the picture says so`() throws {
    var history = HistoryScaleTests.race(messages: 2_000)
    let claims = history.operations.indices.filter { history.operations[$0].call == .claim(limit: 8) }
    let again = try #require(history.operations[claims[100]].outcome).claims[3]
    let others = try #require(history.operations[claims[130]].outcome).claims
    var second = again
    second.token = HistoryExample.token(1_000_000)
    history.operations[claims[130]].outcome = .claims(claims: [second] + others)
    history.operations.removeAll { $0.call == .acknowledge(token: again.token) }
    let finding = HistoryFinding(judging: history)
    let smallest = try #require(finding.smallest)
    #expect(smallest.positions.count == 3)
    let picture = try Self.picture(of: finding)
    let drawn = picture.boxes(in: 1).map(\.operation)
    #expect((20...60).contains(drawn.count))
    #expect(Set(drawn).isSuperset(of: smallest.positions))
    #expect(picture.texts(in: 1).contains { $0.hasPrefix("\(drawn.count) of \(history.operations.count) operations") })
    let leftOut = picture.texts(in: 1).filter { $0.hasSuffix(" left out") }.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(leftOut.reduce(drawn.count, +) == history.operations.count)
  }

  @Test func `The messages in a long history are counted, whether their operations are drawn or not`() throws {
    let wide = HistoryParticipant { $0.maxMessages = 80 }
    let example = HistoryExample(wide, wide)
    for number in 1...100 {
      example.enqueue(number)
      example.claim(.init(number), by: 1)
      if number <= 19 { example.settle(.acknowledge, number, by: 1) }
    }
    let finding = HistoryFinding(judging: example.history)
    #expect(finding.violations.map(\.promise) == [.bounds])
    #expect(finding.smallest?.positions.count == 162)
    let picture = try Self.picture(of: finding)
    for panel in 0..<2 {
      #expect(picture.boxes(in: panel).count == 40)
      #expect(picture.texts(in: panel).filter { $0.hasSuffix(" of 80 ✗") } == ["81 of 80 ✗"])
      #expect(picture.texts(in: panel).contains("80 of 80"))
      #expect(picture.texts(in: panel).contains { $0.hasSuffix(" left out") })
    }
  }
}
