import Foundation
import MailboxTestSupport
import Testing

@testable import ConformanceKit

/// Known failures in each form of report: never as a pass, and never as news.
struct KnownFailureReportTests {
  /// A case of each outcome, with one failure that is known, one that is not, and perhaps a stale entry.
  private static func report(_ outcomes: [CaseResult.Outcome], _ entries: String) throws -> Report {
    let model = try #require(FixtureCases.library?.cases.first)
    let results = outcomes.map { outcome in
      var one = model
      (one.id, one.clauses, one.suite) = ("case-\(outcome.rawValue)", ["ABC-1"], "s")
      return CaseResult(conformanceCase: one, outcome: outcome, problems: outcome == .pass ? [] : ["a <problem>"])
    }
    let catalogue = ClauseCatalogue(specification: "- **ABC-1** *(core)* Text.\n")
    // Its line's end must not confuse the report about where the verdict begins.
    let adapter = AdapterIntroduction(name: "x\nadapter: y", version: "1", language: "C", features: [])
    let baseline = try Baseline(
      reading: #"{"format": 1, "failures": [\#(entries)]}"#.utf8, file: "known.json",
      for: results.map(\.conformanceCase))
    return Report(results, catalogue, adapter, known: KnownFailures(baseline, in: results), replay: "run")
  }

  private static let crash = #"{"case": "case-crash", "reason": "crashes # since <0.3>"}"#
  private static let stale = #"{"case": "case-pass", "reason": "no more"}"#

  @Test(arguments: [
    ([CaseResult.Outcome.pass, .crash], crash, 0, "conformant but for 1 known failure"),
    ([.crash], crash, 0, "conformant but for 1 known failure"),
    ([.pass, .crash, .fail], crash, 1, "NOT conformant, beyond 1 known failure"),
    ([.pass, .fail], "", 1, "NOT conformant"),
    ([.pass, .crash, .notRun], crash, 3, "incomplete, and 1 known failure"),
    ([.notRun], "", 3, "incomplete"),
    ([.unsupported], #"{"case": "case-unsupported", "reason": "not there"}"#, 3, "incomplete"),
    ([.pass], stale, 1, "conformant, and the baseline has 1 stale entry"),
    ([.pass, .notRun], stale, 1, "incomplete, and the baseline has 1 stale entry"),
    ([.pass, .notRun], #"{"case": "case-not-run", "reason": "who knows"}"#, 3, "incomplete"),
    ([.pass], "", 0, "conformant"),
  ])
  func `The verdict is honest, and the exit code goes with it`(
    outcomes: [CaseResult.Outcome], entries: String, exitCode: Int32, verdict: String
  ) throws {
    let report = try Self.report(outcomes, entries)
    #expect(report.exitCode == exitCode)
    #expect(report.text.contains("x\nadapter: y 1 (C): \(verdict). \(outcomes.count) cases: "))
    #expect(report.text.components(separatedBy: "adapter: y 1 (C)").count == 2, "there is one verdict")
    #expect(report.json["exitCode"]?.integer == Int(exitCode))
    let words = verdict.prefix(1).uppercased() + verdict.dropFirst().replacing("OT", with: "ot")
    let style = exitCode == 1 ? "fail" : exitCode == 3 ? "not-run" : report.known.count == 0 ? "pass" : "known"
    #expect(report.html.contains("badge \(style)\">\(words)</span>"))
  }

  @Test func `TAP has a TODO`() throws {
    let report = try Self.report([.pass, .crash, .fail], "\(Self.crash), \(Self.stale)")
    let lines = report.tap.split(separator: "\n")
    #expect(
      lines.contains { $0.hasPrefix("not ok 2 - case-crash: ") && $0.hasSuffix(" # TODO crashes \\# since <0.3>") })
    #expect(lines.contains { $0.hasPrefix("not ok 3 - case-fail: ") && !$0.contains("TODO") })
    #expect(lines.contains { $0.hasPrefix("ok 1 - case-pass: ") && !$0.contains("TODO") })
    #expect(lines.contains { $0.hasPrefix("# known.json: $.failures[1]: ") })
  }

  @Test func `JUnit skips it`() throws {
    let report = try Self.report([.pass, .crash, .fail], Self.crash)
    let text = report.junit
    #expect(
      text.contains(#"<skipped message="known crash, crashes # since &lt;0.3&gt;: a &lt;problem&gt;"/>"#), "\(text)")
    #expect(text.contains(#"tests="3" failures="1" errors="0" skipped="1""#))
    #expect(!text.contains("<error"))
    #expect(text.contains(#"<failure type="fail""#))
  }

  @Test func `JSON gives the reason`() throws {
    let report = try Self.report([.pass, .crash, .fail], "\(Self.crash), \(Self.stale)")
    let json = report.json
    #expect(
      json["cases"]?.elements?.map { $0["known"]?.string } == [nil, "crashes # since <0.3>", nil])
    #expect(json["cases"]?.elements?.map { $0["outcome"]?.string } == ["pass", "crash", "fail"])
    #expect(json["knownFailures"]?.integer == 1)
    #expect(json["staleEntries"]?.elements?.count == 1)
  }

  @Test func `HTML lists it with what was left out, and the clause is not red for it`() throws {
    let report = try Self.report([.pass, .crash], "\(Self.crash), \(Self.stale)")
    let page = report.html
    #expect(page.contains("<h2>Known failures</h2>\n<ul>\n<li>crashes # since &lt;0.3&gt;: case-crash</li>"))
    #expect(page.contains("<h2>Stale entries of the baseline</h2>\n<ul>\n<li>known.json: $.failures[1]: "))
    #expect(page.contains(#"<span class="tile known" title="ABC-1, 1 pass, 1 crash. Text.">1 ~</span>"#))
    #expect(page.contains(#"<li class="known"><b>1</b> of them known</li>"#))
    #expect(!page.contains("<h2>What went wrong</h2>"))
    #expect(!page.contains("<article"))
  }
}
