import Foundation
import MailboxSimulation

/// The runner's program, run to its end.
struct RunnerProcess {
  let status: Int32
  let output: String
  let complaints: String

  static let program = BuiltExecutable.path("MailboxConformance")

  /// Runs it without blocking a thread of the pool.
  ///
  /// - Parameters:
  ///   - program: Another program, one that runs the runner.
  ///   - environment: What it finds there besides what these tests do.
  static func run(
    _ arguments: [String], by program: String = program, environment: [String: String] = [:]
  ) async throws -> RunnerProcess {
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
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    func text(_ name: String) -> String {
      String(decoding: FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data(), as: UTF8.self)
    }
    return RunnerProcess(status: status, output: text("output"), complaints: text("complaints"))
  }
}
