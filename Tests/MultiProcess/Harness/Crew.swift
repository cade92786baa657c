import AppGroupMailbox
import Foundation
import MailboxTestSupport

/// The helpers of one test, none of which outlives it.
final class Crew: Sendable {
  let bench: MailboxBench
  private let members = StateLock<[HelperProcess]>([])

  private init() throws {
    bench = try MailboxBench()
  }

  /// Runs a test with helpers and ends them, whether it succeeds, fails or is cancelled.
  static func work<Result>(_ body: (Crew) async throws -> Result) async throws -> Result {
    let crew = try Crew()
    let result: Result
    do {
      result = try await body(crew)
    } catch {
      await crew.dismiss()
      throw error
    }
    await crew.dismiss()
    return result
  }

  func spawn(
    _ arguments: [String], tracer: [String] = [], program: [String] = [HelperExecutable.url.path]
  ) throws -> HelperProcess {
    let helper = try HelperProcess(arguments, on: bench, tracer: tracer, program: program)
    members.withLock { $0.append(helper) }
    return helper
  }

  private func dismiss() async {
    let helpers = members.withLock { $0 }
    for helper in helpers {
      helper.hangUp()
      helper.sendToAll(signal: SIGKILL)
    }
    // In a task of its own: a cancelled test must wait for them too.
    _ = await Task.onOwnThreads { for helper in helpers { try? await helper.gone() } }.result
  }
}
