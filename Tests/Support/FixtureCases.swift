import ConformanceKit
import Foundation
import Testing

/// The cases of the package, run one after the other against adapters.
///
/// Runs wait: for a child process, or for the lock. So they have a queue of their own, and no thread of the testing library's pool.
package actor FixtureCases {
  package static let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/")
    .dropFirst()
  package static let directory = "\(package)/Fixtures"

  /// Empty if they cannot be read: a test of its own tells why.
  package static let library = try? FixtureLibrary(directory: directory)

  /// The cases of some suites, or of all others.
  package static func of(suites: Set<String>, others: Bool = false) -> [ConformanceCase] {
    (library?.cases ?? []).filter { suites.contains($0.suite) != others }
  }

  private let executor = QueueExecutor()
  private let sources: [AdapterSource]
  private var runner: CaseRunner?

  package init(_ sources: AdapterSource...) {
    self.sources = sources
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs a case, which must pass; what this machine does not offer, no implementation can be judged by.
  package func expectSuccess(of conformanceCase: ConformanceCase, at location: SourceLocation = #_sourceLocation)
    async throws
  {
    let result = try await run(conformanceCase)
    #expect(
      result.outcome == .pass || result.outcome == .notRun, "\(result.problems)", sourceLocation: location)
  }

  /// Runs a case, and records that it showed its clauses.
  package func run(_ conformanceCase: ConformanceCase) async throws -> CaseResult {
    let runner = try self.runner ?? CaseRunner(CaseRunner.Settings(sources, isCore: { _ in false }))
    self.runner = runner
    let result = runner.run(conformanceCase)
    if result.outcome == .pass {
      ClauseRecord.shared.add(
        conformanceCase.clauses, shownBy: "fixture \(conformanceCase.id) (Fixtures/\(conformanceCase.file))")
    }
    return result
  }
}

/// Runs what may wait, one after the other.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "cases")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

extension ConformanceCase: CustomTestStringConvertible {
  /// What a case is called in a report.
  public var testDescription: String { id }
}
