import ConformanceKit
import Testing

/// Changed expectations show whether a case decides anything.
struct PerturbationTests {
  private static let catalogue = ClauseCatalogue(specification: "- **CLM-2** *(core)* A claim MUST return.\n")

  private static func perturbations(_ expected: String) throws -> [Perturbation] {
    let text = """
      {"format": 1, "suite": "s", "cases": [{"id": "a", "title": "T.", "clauses": ["CLM-2"],
        "setup": [{"name": {"pending": {"id": "#1"}}, "file": {"envelope": {}}}],
        "steps": [{"op": "claim", "expect": {"ok": \(expected)}}],
        "final": {"directory": [{"name": {"claimed": {"token": "*", "returning": {"id": "#1", "attempts": 1}}}}]}}]}
      """
    let file = FixtureLibrary.read(text.utf8, file: "x", catalogue)
    return Perturbation.all(of: try #require(file.cases.first), catalogue)
  }

  @Test func `Each value and each element is changed once`() throws {
    let found = try Self.perturbations(##"{"claims": [{"as": "c", "id": "#1", "attempts": 0}]}"##).map(\.path)
    #expect(
      Set(found) == [
        "$.final.directory[0]", "$.final.directory[0].name.claimed.returning.attempts",
        "$.final.directory[0].name.claimed.returning.id", "$.steps[0].expect.ok.claims[0]",
        "$.steps[0].expect.ok.claims[0].attempts", "$.steps[0].expect.ok.claims[0].id",
      ])
    #expect(found.count == 6)
  }

  @Test func `None of them passes`() async throws {
    for one in try Self.perturbations(##"{"claims": [{"as": "c", "id": "#1", "message": "x", "attempts": 0}]}"##) {
      let result = try await CaseTests.byProcess.run(one.conformanceCase)
      #expect(result.outcome == .fail, "\(one.path): \(one.change)")
    }
  }
}
