import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// The runner's command line: what it prints and how it exits.
struct CommandTests {
  @Test(arguments: [
    (["--nonsense"], 2, "there is no option --nonsense"),
    (["dance"], 2, "the verb can be run, list"),
    (["show"], 2, "show takes 1 operands"),
    (["show", "no-such-case"], 2, "there is no case 'no-such-case'"),
    (["--timeout", "never"], 2, "--timeout takes seconds"),
    (["--format"], 2, "--format needs a value"),
    (["--clause", "ENQ-999"], 2, "no clause of SPEC.md"),
    (["--only", "no-such-*"], 3, "no case is selected"),
    (["--fixtures", "/nowhere"], 4, "/nowhere/SPEC.md"),
  ])
  func `A command line that cannot be followed is told in one line`(
    arguments: [String], status: Int32, said: String
  ) async throws {
    let fixtures = arguments.contains("--fixtures") ? [] : ["--fixtures", FixtureCases.directory]
    let run = try await RunnerProcess.run(fixtures + arguments)
    #expect(run.status == status)
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.count { $0 == "\n" } == 1)
  }

  @Test func `A failing case tells what was expected, what was seen, and how to run it again`() async throws {
    let text = """
      {"id": "wrong", "title": "T.", "clauses": ["CLM-2"],
        "setup": [{"name": {"pending": {"id": "#1"}}, "file": {"envelope": {}}}],
        "steps": [{"op": "claim", "expect": {"ok": {"claims": []}}}], "final": {"directory": []}}
      """
    let folder = try FixtureFolder(
      specification: String(contentsOfFile: "\(FixtureCases.package)/SPEC.md", encoding: .utf8), cases: [text])
    let run = try await RunnerProcess.run(["--fixtures", folder.path])
    #expect(run.status == 1)
    for part in [
      "FAIL  wrong", "step 1, claim: expected 0 claims [], seen 1", "the directory before the first step:",
      "pending-00000000000000000001-00000000-0000-4000-8000-000000000001-", "the directory at the end:", "claimed-",
      "CLM-2 (core): A claim with limit", "--only wrong", "NOT conformant. 1 cases: 1 fail",
    ] {
      #expect(run.output.contains(part), "\(part) is missing in \(run.output)")
    }
  }

  @Test func `The directory of a case is built for a person to look at`() async throws {
    let one = try #require(FixtureCases.library?.cases.first { !$0.setup.isEmpty && $0.environment.isEmpty })
    let folder = try ScratchDirectory()
    let run = try await RunnerProcess.run([
      "materialize", one.id, "\(folder.path)/new", "--fixtures", FixtureCases.directory,
    ])
    #expect(run.status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/new/container/AppGroupMailbox/inbox"))
  }

  @Test(arguments: [
    ("a b", ["a", "b"]), (" a  'b c' ", ["a", "b c"]), (#"a\ b "c\"d\e" ''"#, ["a b", #"c"d\e"#, ""]), ("", []),
    (#"'a'"b"c"#, ["abc"]),
  ])
  func `A command is split as a shell would`(text: String, words: [String]) throws {
    #expect(try ShellWords.split(text) == words)
    #expect(try ShellWords.split(words.map(ShellWords.quoted).joined(separator: " ")) == words)
  }
}
