import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Which case shows which clause, and why some have none.
struct TraceTests {
  private static let specification = """
    ### Enqueue

    - **ENQ-1** *(core)* Enqueue MUST return.
    - **ENQ-2** *(full)* Enqueue MUST NOT
      wait.

    ### Locking

    - **LCK-8** *(full)* Nothing is lost. *(Not observable as a whole: it is
      everywhere.)*

    """
  private static let good = #"{"format": 1, "clauses": {"ENQ-2": "Needs a clock that nobody has."}}"#

  private static func folder(_ reasons: String?, cases: [String]? = nil) throws -> FixtureFolder {
    let folder = try FixtureFolder(
      specification: specification, cases: cases ?? [FixtureFolder.oneCase("one"), FixtureFolder.oneCase("two")])
    if let reasons { try folder.write(reasons, to: "no-case.json") }
    return folder
  }

  private static func trace(_ folder: FixtureFolder, _ arguments: String...) async throws -> ProgramRun {
    let run = try await RunnerProcess.run(["trace", "--fixtures", folder.path] + arguments)
    withExtendedLifetime(folder) {}
    return run
  }

  @Test func `Each clause is listed under its heading with its cases or the reason why it has none`() async throws {
    let run = try await Self.trace(Self.folder(Self.good))
    #expect(run.status == 0)
    #expect(run.complaints == "")
    #expect(
      run.output == """
        Enqueue
          ENQ-1   core  2 cases: one, two
          ENQ-2   full  no case: Needs a clock that nobody has.

        Locking
          LCK-8   full  no case: Not observable as a whole: it is everywhere.

        3 clauses. core: 1 with cases, 0 with a reason; full: 0 with cases, 2 with a reason.

        """)
  }

  @Test(arguments: [
    (
      nil,
      "no-case.json: $.clauses: ENQ-2 has neither a case nor a reason; write a case that names it, or say here why there is none"
    ),
    (#"{"format": 1, "clauses": {}}"#, "ENQ-2 has neither a case nor a reason"),
    (
      #"{"format": 1, "clauses": {"ENQ-1": "It was so.", "ENQ-2": "It is so."}}"#,
      "no-case.json: $.clauses.ENQ-1: the reason is stale: the case one names the clause; remove the entry"
    ),
    (
      #"{"format": 1, "clauses": {"LCK-8": "It is so.", "ENQ-2": "It is so."}}"#,
      "$.clauses.LCK-8: SPEC.md says already why the clause cannot be observed; remove the entry"
    ),
    (
      #"{"format": 1, "clauses": {"ENQ-2": "It is so.", "ENQ-3": "It is so."}}"#,
      "$.clauses.ENQ-3: \"ENQ-3\" is no clause of SPEC.md; the clauses of that group are ENQ-1 to ENQ-2"
    ),
    (#"{"format": 1, "clauses": {"ENQ-2": ""}}"#, "$.clauses.ENQ-2: the reason is empty; say in one sentence why"),
    (#"{"format": 1, "clauses": {"ENQ-2": " \t"}}"#, "the reason is empty"),
    (#"{"format": 1, "clauses": {"ENQ-2": "a\nb"}}"#, "the reason has several lines"),
    (#"{"format": 1, "clauses": {"ENQ-2": 5}}"#, "$.clauses.ENQ-2: a string was expected"),
    (#"{"format": 1, "clauses": {}, "more": 1}"#, "the key \"more\" is unknown"),
    (#"{"format": 2, "clauses": {}}"#, "$.format: format 2 is not known"),
    (#"{"format": 1}"#, "\"clauses\" is missing"),
    (#"{"format": 1, "clauses": []}"#, "$.clauses: an object was expected"),
    (#"{"format": 1, "clauses": {"ENQ-2": "a", "ENQ-2": "b"}}"#, "the member \"ENQ-2\" is there twice"),
  ])
  func `A reason that is missing or does not hold is told in one line`(reasons: String?, said: String) async throws {
    let run = try await Self.trace(Self.folder(reasons))
    #expect(run.status == 4)
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.hasPrefix("no-case.json: "))
    #expect(run.complaints.count { $0 == "\n" } == 1)
  }

  @Test func `A clause that is called not observable and has a case is told`() async throws {
    let cases = [FixtureFolder.oneCase("one", clauses: ["ENQ-1", "LCK-8"])]
    let run = try await Self.trace(Self.folder(Self.good, cases: cases))
    #expect(run.status == 4)
    #expect(
      run.complaints
        == "SPEC.md: LCK-8: the clause is called not observable, and the case one names it; remove the note, or the clause from the case\n"
    )
  }

  @Test func `A chosen clause is shown with its text and all its cases, and all clauses are checked`() async throws {
    let cases = (1...5).map { FixtureFolder.oneCase("case-\($0)") }
    let folder = try Self.folder(nil, cases: cases)
    let run = try await Self.trace(folder, "--clause", "ENQ-1")
    #expect(run.status == 4)
    #expect(run.complaints.contains("ENQ-2 has neither"))
    #expect(
      run.output == """
        Enqueue
          ENQ-1   core  Enqueue MUST return.
                        5 cases: case-1, case-2, case-3, case-4, case-5

        3 clauses. core: 1 with cases, 0 with a reason; full: 0 with cases, 1 with a reason, 1 with neither.

        """)
    let all = try await Self.trace(folder)
    #expect(all.output.contains("  ENQ-1   core  5 cases: case-1, case-2, case-3 … and 2 more\n"))
    #expect(all.output.contains("  ENQ-2   full  NO CASE AND NO REASON\n"))
  }

  @Test func `Programs read the same as JSON`() async throws {
    let run = try await Self.trace(Self.folder(Self.good), "--format", "json")
    #expect(run.status == 0)
    let report = try JSONParser.parse(run.output.utf8)
    let none: JSON = []
    let expected: JSON = [
      "clauses": [
        ["id": "ENQ-1", "profile": "core", "group": "Enqueue", "cases": ["one", "two"], "reason": .null],
        [
          "id": "ENQ-2", "profile": "full", "group": "Enqueue", "cases": none,
          "reason": "Needs a clock that nobody has.",
        ],
        [
          "id": "LCK-8", "profile": "full", "group": "Locking", "cases": none,
          "reason": "Not observable as a whole: it is everywhere.",
        ],
      ],
      "counts": [
        "core": ["withCases": 1, "withReason": 0, "withNeither": 0],
        "full": ["withCases": 0, "withReason": 2, "withNeither": 0],
      ],
      "faults": none,
    ]
    #expect(report == expected, "\(report)")
  }

  @Test(arguments: ["tap", "junit", "html"])
  func `A trace is no report of a run and has none of its formats`(format: String) async throws {
    let run = try await Self.trace(Self.folder(Self.good), "--format", format)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.complaints.contains("--format of trace can be text, json, not '\(format)'"))
  }

  @Test func `A specification without clauses is not traced well`() throws {
    let catalogue = ClauseCatalogue(specification: "# Nothing\n")
    let trace = ClauseTrace(
      catalogue, [], try NoCaseReasons(reading: #"{"format": 1, "clauses": {}}"#.utf8, catalogue))
    #expect(trace.faults.map(\.description).count == 1)
    #expect(trace.faults.first?.description.hasPrefix("SPEC.md: $: no clause is found") == true)
  }

  @Test func `The package's own clauses all have cases or reasons, and the trace has the cases that name them`()
    async throws
  {
    let library = try #require(FixtureCases.library)
    let run = try await RunnerProcess.run(["trace", "--format", "json", "--fixtures", FixtureCases.directory])
    #expect(run.status == 0, "\(run.complaints)")
    let lines = try #require(try JSONParser.parse(run.output.utf8)["clauses"]?.elements)
    #expect(lines.map { $0["id"]?.string } == library.catalogue.clauses.map(\.id))
    for line in lines {
      let id = try #require(line["id"]?.string)
      let cases = library.cases.filter { $0.clauses.contains(id) }.map { JSON.string($0.id) }
      #expect(line["cases"] == .array(cases), "\(id)")
      #expect((line["reason"] == .null) == !cases.isEmpty, "\(id)")
    }
  }
}
