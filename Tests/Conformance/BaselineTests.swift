import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Known failures: they are told, they do not decide, and they are not kept for longer than they are true.
struct BaselineTests {
  /// One case that passes and two that fail.
  private static func folder(_ baseline: String) throws -> FixtureFolder {
    let folder = try FixtureFolder(
      specification: "- **ENQ-1** *(core)* Enqueue MUST return.\n",
      cases: [
        FixtureFolder.oneCase("right"), FixtureFolder.oneCase("wrong-one", passes: false),
        FixtureFolder.oneCase("wrong-two", passes: false),
      ])
    try folder.write(baseline, to: "known.json")
    return folder
  }

  private static func run(_ failures: String, _ arguments: String...) async throws -> ProgramRun {
    let folder = try folder(#"{"format": 1, "failures": [\#(failures)]}"#)
    let run = try await RunnerProcess.run(
      ["--fixtures", folder.path, "--baseline", "\(folder.path)/known.json"] + arguments)
    withExtendedLifetime(folder) {}
    return run
  }

  @Test(arguments: [
    #"{"case": "wrong-*", "reason": "since 0.3"}"#,
    #"{"case": "wrong-*", "outcome": "fail", "reason": "since 0.3"}"#,
    #"{"case": "wrong-one", "reason": "since 0.3"}, {"case": "wrong-two", "reason": "since 0.3"}"#,
    // The first that covers a failure gives the reason; the second holds all the same.
    #"{"case": "wrong-*", "reason": "since 0.3"}, {"case": "wrong-two", "reason": "since 0.4"}"#,
  ])
  func `Failures that are all known make no run fail, and the verdict says how many there are`(failures: String)
    async throws
  {
    let run = try await Self.run(failures)
    #expect(run.status == 0)
    #expect(run.complaints == "")
    #expect(run.output.hasPrefix("known, since 0.3: wrong-one wrong-two\n"), "\(run.output)")
    #expect(run.output.contains("): conformant but for 2 known failures. 3 cases: 1 pass, 2 fail, in "))
    #expect(run.output.count { $0 == "\n" } == 2)
  }

  @Test func `A failure beside them is told in full and makes the run fail`() async throws {
    let run = try await Self.run(#"{"case": "wrong-one", "reason": "since 0.3"}"#)
    #expect(run.status == 1)
    #expect(run.output.contains("FAIL  wrong-two\n"))
    #expect(!run.output.contains("FAIL  wrong-one\n"))
    #expect(run.output.contains("known, since 0.3: wrong-one\n"))
    #expect(run.output.contains("): NOT conformant, beyond 1 known failure. 3 cases: 1 pass, 2 fail, in "))
  }

  @Test(arguments: [
    (
      #"{"case": "right", "reason": "since 0.3"}"#, "$.failures[1]: \"right\" is stale: the case right passes now"
    ),
    (
      #"{"case": "r*", "outcome": "crash", "reason": "since 0.3"}"#,
      "\"r*\" is stale: the case right came to \"pass\", not to \"crash\""
    ),
    (
      #"{"case": "wrong-*", "outcome": "timeout", "reason": "since 0.3"}"#,
      "\"wrong-*\" is stale: none of the 2 cases that ran came to \"timeout\""
    ),
  ])
  func `An entry that is no longer true makes the run fail and is to be removed`(stale: String, said: String)
    async throws
  {
    let run = try await Self.run(#"{"case": "wrong-*", "reason": "since 0.2"}, \#(stale)"#)
    #expect(run.status == 1)
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.hasSuffix("; remove the entry\n"))
    #expect(run.complaints.count { $0 == "\n" } == 1)
    #expect(run.output.contains("conformant but for 2 known failures, and the baseline has 1 stale entry. "))
  }

  @Test func `Several that pass are one stale entry`() async throws {
    let folder = try FixtureFolder(
      specification: "- **ENQ-1** *(core)* Enqueue MUST return.\n",
      cases: [FixtureFolder.oneCase("one"), FixtureFolder.oneCase("two")])
    let file = try folder.write(
      #"{"format": 1, "failures": [{"case": "*", "reason": "since 0.3"}]}"#, to: "known.json")
    let run = try await RunnerProcess.run(["--fixtures", folder.path, "--baseline", file])
    #expect(run.status == 1)
    #expect(
      run.complaints
        == "\(file): $.failures[0]: \"*\" is stale: none of the 2 cases that ran fails now; remove the entry\n")
    #expect(run.output.contains("): conformant, and the baseline has 1 stale entry. 2 cases: 2 pass"))
  }

  @Test func `What was not run says nothing about the baseline`() async throws {
    let failures = #"{"case": "wrong-*", "reason": "since 0.3"}, {"case": "right", "reason": "since 0.3"}"#
    let run = try await Self.run(failures, "--only", "wrong-one")
    #expect(run.status == 0)
    #expect(run.complaints == "")
    #expect(run.output.contains("): conformant but for 1 known failure. 1 cases: 1 fail, in "))
  }

  @Test func `An empty baseline changes nothing`() async throws {
    let run = try await Self.run("", "--only", "right")
    #expect(run.status == 0)
    #expect(run.output.contains("): conformant. 1 cases: 1 pass, in "))
  }

  @Test(arguments: [
    ("{", "line 1, column 2"),
    (#"{"format": 2, "failures": []}"#, "$.format: format 2 is not known"),
    (#"{"format": 1, "failures": [], "x": 1}"#, "$: the key \"x\" is unknown"),
    (#"{"format": 1, "failures": {}}"#, "$.failures: a list was expected"),
    (#"{"format": 1, "failures": [{"case": "right"}]}"#, "$.failures[0]: \"reason\" is missing"),
    (#"{"format": 1, "failures": [{"case": "right", "reason": " "}]}"#, "$.failures[0].reason: the reason is empty"),
    (#"{"format": 1, "failures": [{"reason": "r"}]}"#, "$.failures[0]: \"case\" is missing"),
    (
      #"{"format": 1, "failures": [{"case": "rihgt", "reason": "r"}]}"#,
      "$.failures[0].case: \"rihgt\" names no case; write an id or a pattern that list shows"
    ),
    (
      #"{"format": 1, "failures": [{"case": "right", "outcome": "pass", "reason": "r"}]}"#,
      "$.failures[0].outcome: \"pass\" is unknown; use one of fail, crash, timeout, protocol"
    ),
    (
      #"{"format": 1, "failures": [{"case": "right", "since": "0.3", "reason": "r"}]}"#, "the key \"since\" is unknown"
    ),
  ])
  func `A baseline that cannot be read is told in one line, and nothing is run`(text: String, said: String) async throws
  {
    let folder = try Self.folder(text)
    let run = try await RunnerProcess.run(["--fixtures", folder.path, "--baseline", "\(folder.path)/known.json"])
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.complaints.hasPrefix("\(folder.path)/known.json: "))
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.count { $0 == "\n" } == 1)
  }

  @Test func `Each fault of a baseline is told`() async throws {
    let run = try await Self.run(
      #"{"case": "wrong-one"}, {"case": "wrong-*", "reason": "r"}, {"case": "nobody", "reason": "r"}"#)
    #expect(run.status == 2)
    #expect(run.complaints.contains("$.failures[0]: "))
    #expect(run.complaints.contains("$.failures[2].case: "))
    #expect(run.complaints.count { $0 == "\n" } == 2)
  }

  @Test(arguments: [
    (["--baseline", "/nowhere/known.json"], "--baseline: /nowhere/known.json is no file that can be read"),
    (["--baseline", "/"], "--baseline: / is no file that can be read"),
    (["--baseline"], "--baseline needs a value"),
    (["list", "--baseline", "known.json"], "--baseline is for run, not for list"),
  ])
  func `A baseline that is not there, or not asked for with a run, is a mistake in the command`(
    arguments: [String], said: String
  ) async throws {
    let run = try await RunnerProcess.run(["--fixtures", FixtureCases.directory] + arguments)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.count { $0 == "\n" } == 1)
  }
}
