import AppGroupMailbox
import Foundation
import Testing

/// Runs a suite on threads of its own.
///
/// The common pool is as wide as the machine has cores, and first come, first served: a test that suspends for other processes gets on only
/// when everything that was queued before has had its turn, and so ends last of all, alone.
public struct OwnThreadsTrait: SuiteTrait, TestScoping {
  /// Once around the whole suite: between its tests the runner suspends, too.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThreadsTrait? {
    test.isSuite ? self : nil
  }

  /// Runs the suite on threads of its own, where the system has what it takes.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    } else {
      try await function()
    }
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// On threads of its own, for a suite of tests that wait for other processes.
  public static var ownThreads: Self { Self() }
}

/// Threads, and not a queue of Dispatch: its threads are those of the common pool too, and come when that has a pause.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads(count: 8)

  private let jobs = StateLock<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func next() -> UnownedJob {
    waiting.wait()
    return jobs.withLock { $0.removeFirst() }
  }
}

extension Task where Failure == any Error {
  /// A task on threads of its own: an ordinary one would queue behind all tests that run meanwhile.
  package static func onOwnThreads(_ operation: @escaping @Sendable () async throws -> Success) -> Task {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      Task(executorPreference: OwnThreads.shared, operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
