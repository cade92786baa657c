import Foundation
import MailboxTestSupport
import Testing

@testable import ConformanceKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The report for other programs and for browsers: whatever the text, it reads back.
struct ReportFormatTests {
  private static let hostile = "<b>&\"'</b> ]]> # SKIP \\ \u{1b}[31m\u{0}\u{7f}\u{202e}\u{ffff}\r\nnot ok 9\n...\t√ 🐛"
  /// As XML can say it.
  private static let spelled =
    "<b>&\"'</b> ]]> # SKIP \\ \\u{1b}[31m\\u{0}\\u{7f}\\u{202e}\\u{ffff}\\u{d}\nnot ok 9\n...\t√ 🐛"

  private static func report() throws -> Report {
    let model = try #require(FixtureCases.library?.cases.first)
    let catalogue = ClauseCatalogue(
      specification: "- **ABC-1** *(core)* Text <i> & more.\n- **ABC-2** *(full)* Other.\n")
    let results = CaseResult.Outcome.allCases.map { outcome in
      var one = model
      (one.id, one.suite, one.clauses) = ("case-\(outcome.rawValue)", outcome.isFault ? "red" : "green", ["ABC-1"])
      one.title = hostile
      var result = CaseResult(conformanceCase: one, outcome: outcome)
      result.problems = outcome == .pass ? [] : [hostile]
      (result.before, result.after, result.seconds) = (["kept", hostile], ["kept"], 0.25)
      return result
    }
    let adapter = AdapterIntroduction(name: hostile, version: "1", language: "C", features: [])
    return Report(results, catalogue, adapter, replay: "run '\(hostile)'")
  }

  // MARK: TAP

  @Test func `TAP reads back: the plan, one point a case, and its YAML`() throws {
    let report = try Self.report()
    let lines = report.tap.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(report.tap.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(lines.prefix(2) == ["TAP version 14", "1..7"])
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    let skipped: [CaseResult.Outcome] = [.unsupported, .notRun]
    for (index, result) in report.results.enumerated() {
      let start = "\(result.outcome.isFault ? "not ok" : "ok") \(index + 1) - case-\(result.outcome.rawValue): "
      #expect(points[index].hasPrefix(start))
      let skip = points[index].range(of: " # SKIP \(result.outcome.rawValue), ")
      #expect((skip != nil) == skipped.contains(result.outcome))
    }
    #expect(points.count == 7)
    #expect(lines.count { $0 == "  ---" } == 4)
    #expect(lines.count { $0 == "  ..." } == 4)
    let begin = try #require(lines.firstIndex(of: "  ---"))
    let yaml = lines[begin...].prefix { $0 != "  ..." }.dropFirst()
    let read = try yaml.filter { $0.contains("\"") }.map { line -> String in
      let quote = try #require(line.firstIndex(of: "\""))
      return try #require(try JSONParser.parse(line[quote...].utf8).string)
    }
    #expect(
      read.map { Array($0.utf8) }
        == [
          "fail", Self.hostile, "kept", Self.hostile, "kept", "ABC-1", "Text <i> & more.",
          "run '\(Self.hostile)' --only case-fail",
        ].map { Array($0.utf8) })
  }

  @Test func `TAP of nothing says so`() throws {
    let report = Report([], ClauseCatalogue(specification: ""), nil, replay: "run")
    #expect(report.tap == "TAP version 14\n1..0 # SKIP no case was run\n# suite \(Report.suiteVersion)\n")
  }

  // MARK: JUnit

  @Test func `JUnit reads back: a testcase a case, and what it is by outcome`() throws {
    let elements = try XMLReading.elements(of: Self.report().junit)
    let root = try #require(elements.first { $0.name == "testsuites" })
    #expect(root.attributes["tests"] == "7")
    #expect(root.attributes["failures"] == "1")
    #expect(root.attributes["errors"] == "3")
    #expect(root.attributes["skipped"] == "2")
    #expect(root.attributes["time"] == "1.750000")
    let suites = elements.filter { $0.name == "testsuite" }.map { [$0.attributes["name"], $0.attributes["tests"]] }
    #expect(suites == [["green", "3"], ["red", "4"]])
    let cases = elements.filter { $0.name == "testcase" }
    #expect(cases.count == 7)
    #expect(cases.allSatisfy { $0.attributes["time"] == "0.250000" })
    let kinds = elements.filter { ["failure", "error"].contains($0.name) }.map { [$0.name, $0.attributes["type"]] }
    #expect(kinds == [["failure", "fail"], ["error", "crash"], ["error", "timeout"], ["error", "protocol"]])
    let failure = try #require(elements.first { $0.name == "failure" })
    #expect(failure.attributes["message"] == Self.spelled)
    for part in ["* \(Self.spelled)\n", "Text <i> & more.", "again: run '\(Self.spelled)' --only case-fail"] {
      #expect(failure.text.contains(part), "\(failure.text)")
    }
    #expect(
      elements.filter { $0.name == "skipped" }.map { $0.attributes["message"] }
        == ["unsupported: \(Self.spelled)", "not-run: \(Self.spelled)"])
    #expect(elements.first { $0.attributes["name"] == "adapter.name" }?.attributes["value"] == Self.spelled)
  }

  // MARK: HTML

  @Test func `The page holds nothing of the text's own markup, no script, and nothing from elsewhere`() throws {
    let page = try Self.report().html
    for part in ["<b>&\"", "<i>", "]]>", "<script", "src=", "http:", "https:", "url(", "@import", "\u{202e}"] {
      #expect(!page.contains(part), "\(part)")
    }
    let forbidden = page.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
    #expect(forbidden.isEmpty)
    for part in [
      "&lt;b&gt;&amp;&quot;&#39;", "Not conformant", "prefers-color-scheme: dark", #"<span class="gone">"#,
      ##"<a href="#case-case-fail" class="tile fail""##,
      #"<span class="tile none" title="ABC-2, no case. Other.">2</span>"#,
      "Text &lt;i&gt; &amp; more.", "--only case-crash</pre>",
    ] { #expect(page.contains(part), "\(part)") }
    let fault = try #require(page.range(of: #"id="case-case-fail""#))
    let pass = try #require(page.range(of: "<td>case-pass</td>"))
    #expect(fault.lowerBound < pass.lowerBound)
  }

  @Test(arguments: [("tap", "TAP version 14\n1..1\n"), ("junit", "<?xml"), ("html", "<!DOCTYPE html>")])
  func `The command writes them`(format: String, start: String) async throws {
    let id = try #require(FixtureCases.library?.cases.first?.id)
    let run = try await RunnerProcess.run([
      "--fixtures", FixtureCases.directory, "--only", id, "--format", format,
    ])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(start), "\(run.output)\(run.complaints)")
  }
}

/// The elements of a document, in the order in which they begin.
private final class XMLReading: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  private var elements: [Element] = []
  private var open: [Int] = []

  static func elements(of text: String) throws -> [Element] {
    let reading = XMLReading()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reading
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return reading.elements
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { elements[last].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}
