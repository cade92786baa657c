import MailboxTestSupport

/// The runner's program.
enum RunnerProcess {
  static let program = BuiltProgram.path("MailboxConformance")

  /// Runs it, or another program that runs it, to its end.
  static func run(
    _ arguments: [String], by program: String = program, environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    try await ProgramRun.of(program, arguments, environment: environment)
  }
}
