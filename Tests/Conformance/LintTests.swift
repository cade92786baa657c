import ConformanceKit
import MailboxTestSupport
import Testing

/// Cases that are read and yet show nothing, or not what they say, are found.
struct LintTests {
  private static func folder(_ conformanceCase: String) throws -> FixtureFolder {
    try FixtureFolder(specification: "- **CLM-2** *(core)* A claim MUST return.\n", cases: [conformanceCase])
  }

  private static func conformanceCase(_ rest: String) -> String {
    #"{"id": "planted", "title": "A case.", "clauses": ["CLM-2"], "final": {"directory": []}, \#(rest)}"#
  }

  @Test(arguments: [
    (
      #""steps": [{"op": "acknowledge", "args": {"claim": "c"}, "expect": {"ok": {}}}]"#,
      "$.steps: \"c\" is used, and no step before names it"
    ),
    (
      #""steps": [{"advance": 1}, {"op": "claim", "expect": {"ok": {}}}]"#,
      "$.features: the case needs \"clock\" and does not say so"
    ),
    (
      ##""setup": [{"name": {"pending": {"id": "#1"}}, "fifo": true}, {"name": {"pending": {"id": "#2"}}, "file": {"text": "{"}}], "##
        + #""steps": [{"op": "claim", "expect": {"ok": {}}}]"#,
      "$.setup: several kinds of faults are planted under messages' names: FIFO, broken body"
    ),
  ])
  func `A fault that reading does not show is told in one line`(rest: String, said: String) async throws {
    let folder = try Self.folder(Self.conformanceCase(rest))
    let run = try await RunnerProcess.run(["lint", "--fixtures", folder.path])
    #expect(run.status == 4)
    #expect(run.complaints.contains("cases/s.json: case planted: \(said)"), "\(run.complaints)")
    #expect(run.complaints.count { $0 == "\n" } == 1)
  }

  /// A claim returns no counts: nobody compares the one that is expected.
  @Test func `An expectation that decides nothing is found by changing it`() async throws {
    let vacuous = Self.conformanceCase(#""steps": [{"op": "claim", "expect": {"ok": {"pending": 3}}}]"#)
    let folder = try Self.folder(vacuous)
    let run = try await RunnerProcess.run(["lint", "--perturb", "--fixtures", folder.path])
    #expect(run.status == 4)
    #expect(
      run.complaints.contains("case planted: $.steps[0].expect.ok.pending: passes whatever stands there"),
      "\(run.complaints)")
    #expect(run.output.contains("1 expectations of 1 cases changed, 1 of them unnoticed"), "\(run.output)")
  }

  @Test func `Good cases are clean, and changing what they expect is noticed`() async throws {
    let run = try await RunnerProcess.run([
      "lint", "--perturb", "--jobs", "2", "--fixtures", FixtureCases.directory, "--only", "enqueue-stores-one-file",
      "--only", "release-restores-the-name",
    ])
    #expect(run.status == 0, "\(run.complaints)")
    #expect(run.output.contains(" of them unnoticed"))
    #expect(run.output.contains(" expectations of 2 cases changed, 0 of them"), "\(run.output)")
  }
}
