import ConformanceKit
import Testing

/// Broken fixtures are told in one line each: where, and what to do.
struct FixtureFaultTests {
  private static let specification =
    "- **ENQ-1** *(core)* Enqueue MUST return.\n- **ENQ-2** *(full)* Enqueue\n  MUST not.\n"
  private static let good = """
    {"id": "a", "title": "A.", "clauses": ["ENQ-1"], "steps": [{"op": "claim", "expect": {"ok": {}}}], "final": {"directory": []}}
    """

  private static func faults(_ text: String) -> [String] {
    FixtureLibrary.read(text.utf8, file: "cases/x.json", ClauseCatalogue(specification: specification)).faults
      .map(\.description)
  }

  private static func file(_ cases: String) -> String { #"{"format": 1, "suite": "x", "cases": [\#(cases)]}"# }

  @Test func `A good case is read`() {
    let (cases, faults) = FixtureLibrary.read(
      Self.file(Self.good).utf8, file: "x", ClauseCatalogue(specification: Self.specification))
    #expect(faults.isEmpty)
    #expect(cases.map(\.id) == ["a"])
  }

  @Test(arguments: [
    (#""title""#, #""titel""#, "$.cases[0]: the key \"titel\" is unknown"),
    (
      #""ENQ-1""#, #""ENQ-9""#,
      "$.cases[0].clauses[0]: \"ENQ-9\" is no clause of SPEC.md; the clauses of that group are ENQ-1 to ENQ-2"
    ),
    (#""title": "A.", "#, "", "$.cases[0]: \"title\" is missing"),
    (#""id": "a""#, #""id": "A""#, "$.cases[0].id: \"A\" is no slug"),
    (#""op": "claim""#, #""op": "clam""#, "$.cases[0].steps[0].op: \"clam\" is unknown"),
    (#""ok": {}"#, #""error": "oops""#, "$.cases[0].steps[0].expect.error: \"oops\" is unknown"),
    (#""ok": {}"#, #""ok": {}, "error": "busy""#, "$.cases[0].steps[0].expect: ok and error cannot stand together"),
    (#""directory": []"#, #""directory": [{"name": "a/b"}]"#, "$.cases[0].final.directory[0].name: \"a/b\" cannot be"),
    (#""steps": [{"op": "claim", "expect": {"ok": {}}}]"#, #""steps": []"#, "$.cases[0].steps: nothing is done"),
    (#""op": "claim""#, #""actor": "b", "op": "claim""#, "names the actor \"b\""),
  ])
  func `A fault is told in one line with its place`(replaced: String, by: String, said: String) throws {
    let faults = Self.faults(Self.file(Self.good.replacing(replaced, with: by)))
    let line = try #require(faults.first)
    #expect(faults.count == 1)
    #expect(line.hasPrefix("cases/x.json: "))
    #expect(line.contains(said))
    #expect(!line.contains("\n"))
  }

  @Test(arguments: [
    ("{", "line 1, column 2"), (#"{"format": 1, "format": 1}"#, "\"format\" is there twice"),
    (#"{"format": 2, "suite": "x", "cases": []}"#, "format 2 is not known"), ("\u{FEFF}{}", "no value begins so"),
  ])
  func `What is no fixture file is told in one line`(text: String, said: String) {
    let faults = Self.faults(text)
    #expect(faults.count == 1)
    #expect(faults.first?.contains(said) == true)
  }
}
