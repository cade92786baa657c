import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Adapters that do not keep to the protocol: each has its outcome, and the run goes on.
@Suite(.ownThreads) struct BadAdapterTests {
  /// Two cases, so that it shows whether the second is run after the first went wrong.
  private static func fixtures() throws -> FixtureFolder {
    try FixtureFolder(
      specification: "- **ENQ-1** *(core)* Enqueue MUST return.\n",
      cases: ["one", "two"].map { FixtureFolder.oneCase($0) })
  }

  /// A shell script that greets properly, and then does something on the first request.
  private static func script(_ misdeed: String) -> String {
    #"read x; echo '{"seq":1,"ok":{"name":"bad","version":"1","language":"sh","features":[]}}'; read x; "# + misdeed
  }

  private static func run(_ adapter: String, seconds: String = "5") async throws -> ProgramRun {
    let fixtures = try fixtures()
    let run = try await RunnerProcess.run([
      "--fixtures", fixtures.path, "--timeout", seconds, "--adapter", adapter, "--format", "json",
    ])
    withExtendedLifetime(fixtures) {}
    return run
  }

  @Test(arguments: [
    ("exit 3", "crash", "it exited with status 3"),
    ("kill -9 $$", "crash", "signal 9 ended it"),
    ("echo oops >&2; exit 1", "crash", "oops"),
    ("echo hello there", "protocol", "hello there"),
    (#"echo '{"seq":7,"ok":{}}'"#, "protocol", "seq 2 was asked, and seq 7 answered"),
    (#"echo '[]'"#, "protocol", "not an object"),
    (#"echo '{"seq":2}'"#, "protocol", "neither ok nor error nor unsupported"),
    (#"echo '{"seq":2,"ok":{},"error":{"code":"busy"}}'"#, "protocol", "or several"),
    (#"yes xxxxxxxxxxxxxxx | tr -d '\n'"#, "protocol", "more than 1048576 bytes"),
    (#"echo '{"seq":2,"ok":{"mailbox":0}}'; echo noise; sleep 60"#, "protocol", "noise"),
  ])
  func `A misdeed has its outcome, and the next case is run`(misdeed: String, outcome: String, said: String)
    async throws
  {
    let run = try await Self.run("sh -c " + ShellWords.quoted(Self.script(misdeed)))
    #expect(run.status == 1)
    let report = try JSONParser.parse(run.output.utf8)
    let cases = try #require(report["cases"]?.elements)
    #expect(cases.map { $0["outcome"]?.string } == [outcome, outcome])
    for one in cases { #expect(one["problems"]?.description.contains(said) == true, "\(one)") }
  }

  @Test(arguments: ["sleep 600", "sleep 600 & echo $! >> FILE; wait"])
  func `One that hangs is ended with its children`(misdeed: String) async throws {
    let folder = try ScratchDirectory()
    let script = "echo $$ >> FILE; \(misdeed)".replacing("FILE", with: "\(folder.path)/processes")
    let run = try await Self.run("sh -c " + ShellWords.quoted(Self.script(script)), seconds: "0.5")
    #expect(run.status == 1)
    let report = try JSONParser.parse(run.output.utf8)
    #expect(report["counts"]?["timeout"]?.integer == 2)
    let processes = try String(contentsOfFile: "\(folder.path)/processes", encoding: .utf8).split(separator: "\n")
    #expect(processes.count >= 2)
    for process in processes { #expect(try !Self.runs(process), "\(process) outlived the run") }
  }

  @Test(arguments: ["INT", "TERM"])
  func `A run that is interrupted ends its adapter and reports what it has`(signal: String) async throws {
    let folder = try ScratchDirectory()
    let misdeed = "echo $$ >> \(folder.path)/processes; kill -\(signal) $PPID; sleep 600"
    let run = try await Self.run("sh -c " + ShellWords.quoted(Self.script(misdeed)), seconds: "300")
    #expect(run.status == 3)
    let report = try JSONParser.parse(run.output.utf8)
    #expect(report["counts"]?["not-run"]?.integer == 2)
    #expect(report["cases"]?.elements?.first?["problems"]?.description == #"["the run was interrupted"]"#)
    let processes = try String(contentsOfFile: "\(folder.path)/processes", encoding: .utf8).split(separator: "\n")
    #expect(processes.count == 1)
    for process in processes { #expect(try !Self.runs(process), "\(process) outlived the run") }
  }

  /// Whether a process runs; one that nobody waited for yet does not.
  private static func runs(_ process: Substring) throws -> Bool {
    let number = try #require(pid_t(process))
    guard kill(number, 0) == 0 else { return false }
    guard let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return false }
    return !state.contains(") Z ")
  }

  @Test(arguments: [
    ("/nowhere/adapter", 2, "'/nowhere/adapter' cannot be started: No such file or directory"),
    ("sh -c 'exit 5'", 1, "it exited with status 5"),
    ("sh -c 'echo no; cat'", 1, "not a line of JSON"),
    ("sh -c 'unclosed", 2, "a quotation mark is not closed"),
    ("''x ' '", 2, "cannot be started"),
  ])
  func `One that is not there is one line on standard error`(adapter: String, status: Int32, said: String) async throws
  {
    let run = try await Self.run(adapter)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.count { $0 == "\n" } == 1)
  }

  /// Says yes to everything, and does nothing.
  private static let liar =
    #"n=0; while read x; do n=$((n+1)); "#
    + #"echo "{\"seq\":$n,\"ok\":{\"name\":\"liar\",\"version\":\"1\",\"language\":\"sh\",\"features\":[],"#
    + #"\"mailbox\":0,\"id\":\"00000000-0000-4000-8000-000000000001\",\"claims\":[]}}"; done"#

  @Test func `One that says yes and does nothing is found out by the directory`() async throws {
    let run = try await RunnerProcess.run([
      "--fixtures", FixtureCases.directory, "--only", "enqueue-stores-one-file", "--adapter",
      "sh -c " + ShellWords.quoted(Self.liar),
    ])
    #expect(run.status == 1)
    #expect(run.output.contains("FAIL  enqueue-stores-one-file"), "\(run.output)\(run.complaints)")
    #expect(run.output.contains("in the end: missing: pending-"))
  }

  @Test func `What a core case needs and is not offered is a failure, and of a full one unsupported`() async throws {
    let run = try await RunnerProcess.run([
      "--fixtures", FixtureCases.directory, "--only", "batch*", "--adapter", "sh -c " + ShellWords.quoted(Self.liar),
      "--format", "json",
    ])
    let report = try JSONParser.parse(run.output.utf8)
    #expect(run.status == 3)
    #expect(try #require(report["counts"]?["unsupported"]?.integer) > 0)
    #expect(report["counts"]?["pass"]?.integer == 0)
  }
}
