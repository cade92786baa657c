#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport

  /// The real program, which knows the planted faults, and whose temporary files have a folder of their own.
  struct FuzzDriver {
    let folder: ScratchDirectory

    init() throws {
      folder = try ScratchDirectory()
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    }

    var artifacts: String { "\(folder.path)/artifacts" }
    var temporary: String { "\(folder.path)/temporary" }

    /// The names of what has been kept.
    func kept(in folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tape") }.sorted()
    }

    /// What is left of temporary files.
    func leftovers() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: temporary) }

    func run(
      _ arguments: [String], started: @Sendable (Int32) async throws -> Void = { _ in }
    ) async throws -> ProgramRun {
      try await ProgramRun.of(
        BuiltProgram.path("MailboxFuzz"), arguments + ["--artifacts", artifacts],
        environment: ["MAILBOX_FUZZ_PLANTED": "1", "TMPDIR": temporary], started: started)
    }

    static func run(_ arguments: [String]) async throws -> ProgramRun { try await FuzzDriver().run(arguments) }
  }
#endif
