#if os(macOS) || os(Linux)
  import Foundation
  import MailboxSimulation

  /// A program, run to its end.
  public struct ProgramRun: Sendable {
    /// Its exit status, or the signal that ended it.
    public let status: Int32
    /// What it wrote on standard output.
    public let output: String
    /// What it wrote on standard error.
    public let complaints: String

    /// The lines of its output, without empty ones.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Runs a program without blocking a thread of the pool.
    ///
    /// - Parameters:
    ///   - program: The path of its file.
    ///   - environment: What it finds there besides what these tests do.
    ///   - seconds: When it is ended by force.
    ///   - started: Is told the number of its process.
    public static func of(
      _ program: String, _ arguments: [String], environment: [String: String] = [:], within seconds: Double = 300,
      started: @Sendable (Int32) async throws -> Void = { _ in }
    ) async throws -> ProgramRun {
      let folder = try ScratchDirectory()
      func file(_ name: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: "\(folder.path)/\(name)", contents: nil)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try file("output")
      process.standardError = try file("complaints")
      let (endings, ended) = AsyncStream<Int32>.makeStream()
      process.terminationHandler = {
        ended.yield($0.terminationStatus)
        ended.finish()
      }
      try process.run()
      let number = process.processIdentifier
      let deadline = Task {
        try await Task.sleep(for: .seconds(seconds))
        kill(number, SIGKILL)
      }
      defer { deadline.cancel() }
      do {
        try await started(number)
      } catch {
        kill(number, SIGKILL)
        throw error
      }
      var status: Int32?
      for await ending in endings { status = ending }
      func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data(), as: UTF8.self)
      }
      return ProgramRun(status: status ?? -1, output: text("output"), complaints: text("complaints"))
    }
  }
#endif
