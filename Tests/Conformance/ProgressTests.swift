import AppGroupMailbox
import MailboxTestSupport
import Testing

@testable import ConformanceKit

/// How far a run is, on a terminal and nowhere else.
struct ProgressTests {
  private static func line(_ outcomes: [(CaseResult.Outcome, known: Bool)]) -> ProgressLine {
    var line = ProgressLine(total: 456)
    for (outcome, known) in outcomes { line.add(outcome, isKnown: known) }
    return line
  }

  @Test func `It counts what is done and what failed, and names what runs`() {
    let good = Self.line([(.pass, false), (.unsupported, false), (.notRun, false)])
    #expect(good.text(running: "claim-once", width: 80) == "3/456  ok so far  claim-once")
    let bad = Self.line([(.pass, false), (.fail, false), (.timeout, false), (.crash, true)])
    #expect(bad.text(running: "claim-once", width: 80) == "4/456  2 failed  1 known  claim-once")
  }

  @Test(arguments: [
    (28, "0/456  ok so far  claim-once"), (27, "0/456  ok so far  claim-on…"), (3, "0/…"), (1, "…"), (0, ""), (-5, ""),
  ])
  func `It is never wider than it may be`(width: Int, text: String) {
    #expect(Self.line([]).text(running: "claim-once", width: width) == text)
  }

  @Test(arguments: [
    (120, "40", 120), (0, "40", 40), (0, nil, 80), (0, "", 80), (0, "wide", 80), (0, "0", 80), (0, "-3", 80),
  ])
  func `The terminal knows its width, or else COLUMNS does, or else it is 80`(
    reported: Int, columns: String?, width: Int
  ) {
    let environment = columns.map { ["COLUMNS": $0] } ?? [:]
    #expect(TerminalWidth.columns(reported: reported, environment: environment) == width)
  }

  @Test func `It is written over at most ten times a second, and gone in the end`() throws {
    let written = StateLock<[String]>([])
    var display = ProgressDisplay(total: 9, width: { 20 }, write: { text in written.withLock { $0.append(text) } })
    let passed = CaseResult(conformanceCase: try #require(FixtureCases.library?.cases.first), outcome: .pass)
    let start = ContinuousClock.now
    for (number, milliseconds) in [0, 50, 99, 100, 150, 350].enumerated() {
      display.began("\(number)", at: start + .milliseconds(milliseconds))
      display.ended(passed, isKnown: false)
    }
    display.clear()
    #expect(
      written.withLock(\.self) == [
        "\r0/9  ok so far  0\u{1B}[K", "\r3/9  ok so far  3\u{1B}[K", "\r5/9  ok so far  5\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test func `Where nothing was shown nothing is cleared`() {
    let written = StateLock<[String]>([])
    var display = ProgressDisplay(total: 0, width: { 20 }, write: { text in written.withLock { $0.append(text) } })
    display.clear()
    #expect(written.withLock(\.self) == [])
  }
}
