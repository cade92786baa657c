import ConformanceKit
import Foundation
import Testing

/// The cases of the package, and one thread that runs them against the adapter that was built with the tests.
///
/// Runs wait for a child process: not on a thread of the testing library's pool.
final class CaseQueue: Sendable {
  static let shared = CaseQueue()

  static let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/").dropFirst()
  static let fixtures = "\(package)/Fixtures"

  /// Empty if they cannot be read: a test of its own tells why.
  static let library = try? FixtureLibrary(directory: fixtures)

  private let queue = DispatchQueue(label: "cases")
  private let runner: Result<Runner, any Error>

  /// Used on the queue only.
  private struct Runner: @unchecked Sendable {
    let runner: CaseRunner
  }

  private init() {
    runner = Result {
      Runner(
        runner: try CaseRunner(
          command: [BuiltExecutable.path("MailboxAdapter"), "serve"], within: 20, isCore: { _ in false }))
    }
  }

  func run(_ conformanceCase: ConformanceCase) async throws -> CaseResult {
    let runner = try runner.get()
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: runner.runner.run(conformanceCase)) }
    }
  }
}

/// Where the programs are that were built with the tests.
enum BuiltExecutable {
  private final class Anchor {}

  static func path(_ name: String) -> String {
    let bundle = Bundle(for: Anchor.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent(name).path
  }
}
