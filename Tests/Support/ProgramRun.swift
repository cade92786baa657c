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
      let paths = ["/dev/null", "\(folder.path)/output", "\(folder.path)/complaints"]
      let standard = paths.map { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
      defer { for descriptor in standard { close(descriptor) } }
      let (endings, ended) = AsyncStream<ProcessExit>.makeStream()
      let process = try TestProcess(
        [program] + arguments, environment: environment,
        descriptors: [0: standard[0], 1: standard[1], 2: standard[2]]
      ) {
        ended.yield($0)
        ended.finish()
      }
      let deadline = Task.onOwnThreads {
        try await Task.sleep(for: .seconds(seconds))
        process.send(signal: SIGKILL)
      }
      defer { deadline.cancel() }
      do {
        try await started(process.identifier)
      } catch {
        process.send(signal: SIGKILL)
        throw error
      }
      var status: Int32?
      for await ending in endings {
        switch ending {
        case .status(let number), .signal(let number): status = number
        }
      }
      func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data(), as: UTF8.self)
      }
      return ProgramRun(status: status ?? -1, output: text("output"), complaints: text("complaints"))
    }
  }
#endif
