import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

@testable import AppGroupMailbox
@testable import MailboxAdapter

/// The security cases of Fixtures/, in this process: here is in Swift only what JSON cannot say.
struct CaseTests {
  private static let cases = FixtureCases(
    InProcessAdapter.source {
      let session = AdapterSession(fileSystem: POSIXFileSystem())
      return { try session.reply(to: $0).line() }
    })

  @Test(arguments: FixtureCases.of(suites: ["security", "quarantine", "namespaces", "layout"]))
  func `The library does what the case says`(conformanceCase: ConformanceCase) async throws {
    let result = try await Self.cases.run(conformanceCase)
    // What this machine does not offer, no library can be judged by.
    #expect(result.outcome == .pass || result.outcome == .notRun, "\(result.problems)")
  }
}
