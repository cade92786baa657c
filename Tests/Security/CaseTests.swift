import AdapterKit
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// The security cases of Fixtures/, in this process: here is in Swift only what JSON cannot say.
struct CaseTests {
  private static let cases = FixtureCases(
    InProcessAdapter.source {
      let session = AdapterSession()
      return { session.answer(to: $0) }
    })

  @Test(arguments: FixtureCases.of(suites: ["security", "quarantine", "namespaces", "layout"]))
  func `The library does what the case says`(conformanceCase: ConformanceCase) async throws {
    try await Self.cases.expectSuccess(of: conformanceCase)
  }
}
