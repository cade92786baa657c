import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// `script` of util-linux, which makes a terminal.
private enum Script {
  static let program = "/usr/bin/script"
  #if os(Linux)
    static let isThere = FileManager.default.isExecutableFile(atPath: program)
  #else
    // Others of that name take other arguments.
    static let isThere = false
  #endif
}

/// The program on a terminal.
@Suite(.ownThreads, .enabled(if: Script.isThere, "there is no util-linux `script`, which makes a terminal"))
struct TerminalTests {
  /// Runs two cases; what it writes to the terminal is the output, with the terminal's `\r\n`.
  private static func run(
    columns: Int, _ environment: [String: String] = [:], errors: String = ""
  ) async throws -> ProgramRun {
    let folder = try FixtureFolder(
      specification: "- **ENQ-1** *(core)* Enqueue MUST return.\n",
      cases: [
        FixtureFolder.oneCase("a-case-with-a-rather-long-name-that-is-cut"), FixtureFolder.oneCase("another"),
      ])
    let command =
      "stty cols \(columns); exec \(ShellWords.quoted(RunnerProcess.program))"
      + " --fixtures \(ShellWords.quoted(folder.path)) \(errors)"
    return try await RunnerProcess.run(
      ["-qec", command, "/dev/null"], by: Script.program,
      environment: ["TERM": "xterm", "SHELL": "/bin/sh"].merging(environment) { $1 })
  }

  @Test func `The line is seen, is cut to the terminal's width, and is gone before the report`() async throws {
    let run = try await Self.run(columns: 40)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("\r0/2  ok so far  a-case-with-a-rather-l…\u{1B}[K"), "\(run.output)")
    let end = try #require(run.output.range(of: "\r\u{1B}[K"))
    #expect(run.output[end.upperBound...].contains("): conformant. 2 cases: 2 pass, in "))
    #expect(!run.output[end.upperBound...].contains("so far"))
  }

  @Test(arguments: [(["TERM": "dumb"], ""), (["NO_PROGRESS": "1"], ""), ([:], "2> /dev/null")])
  func `It is not seen where it would do harm, is not wanted, or has no terminal`(
    environment: [String: String], errors: String
  ) async throws {
    let run = try await Self.run(columns: 40, environment, errors: errors)
    #expect(run.status == 0)
    #expect(run.output.contains("): conformant. 2 cases: 2 pass, in "))
    #expect(!run.output.contains("so far"))
    #expect(!run.output.contains("\u{1B}"))
  }
}
