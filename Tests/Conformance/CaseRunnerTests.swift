import AdapterKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@testable import ConformanceKit

/// What a run of a case leaves behind.
struct CaseRunnerTests {
  private static func runner(keeping: String? = nil, _ change: @escaping @Sendable (Data) -> Data = { $0 }) throws
    -> CaseRunner
  {
    var settings = CaseRunner.Settings(
      [
        InProcessAdapter.source {
          let session = AdapterSession()
          return { change(session.answer(to: $0)) }
        }
      ], isCore: { _ in true })
    settings.keeping = keeping
    return try CaseRunner(settings)
  }

  private static func someCase() throws -> ConformanceCase {
    try #require(FixtureCases.library?.cases.first { $0.id == "limit-messages-zero" })
  }

  @Sendable private static func lying(_ answer: Data) -> Data {
    Data(String(decoding: answer, as: UTF8.self).replacing("maxMessages", with: "maxAttempts").utf8)
  }

  @Test(arguments: [false, true])
  func `Between two cases a runner has no folder`(isLying: Bool) throws {
    let runner = try isLying ? Self.runner(Self.lying) : Self.runner()
    #expect(!FileManager.default.fileExists(atPath: runner.scratch))
    for _ in 0..<2 {
      #expect(runner.run(try Self.someCase()).outcome == (isLying ? .fail : .pass))
      #expect(!FileManager.default.fileExists(atPath: runner.scratch))
    }
  }

  @Test func `The folder of a case that failed is kept where that is asked for`() throws {
    let folder = try ScratchDirectory()
    let runner = try Self.runner(keeping: "\(folder.path)/kept", Self.lying)
    let kept = try #require(runner.run(try Self.someCase()).kept)
    #expect(kept.hasPrefix("\(folder.path)/kept/"))
    #expect(FileManager.default.fileExists(atPath: kept))
    #expect(!FileManager.default.fileExists(atPath: runner.scratch))
  }
}
