import AdapterKit
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// The reference library does what every case says: in this process, and behind the protocol in one or two others.
struct CaseTests {
  private static let adapter = AdapterSource.program([BuiltProgram.path("MailboxAdapter"), "serve"], within: 20)
  private static let inProcess = FixtureCases(
    InProcessAdapter.source {
      let session = AdapterSession()
      return { session.answer(to: $0) }
    })
  static let byProcess = FixtureCases(adapter)
  private static let byTwoProcesses = FixtureCases(adapter, adapter)

  @Test func `The fixtures are read, and there are some`() throws {
    let library = try FixtureLibrary(directory: FixtureCases.directory)
    #expect(!library.cases.isEmpty)
    #expect(library.lint().map(\.description) == [])
  }

  /// Tests/Security has the others.
  @Test(arguments: FixtureCases.of(suites: ["security", "quarantine", "namespaces", "layout"], others: true))
  func `The library does what the case says`(conformanceCase: ConformanceCase) async throws {
    try await Self.inProcess.expectSuccess(of: conformanceCase)
  }

  @Test(arguments: FixtureCases.library?.cases ?? [])
  func `The library does what the case says as a process of its own`(conformanceCase: ConformanceCase) async throws {
    try await Self.byProcess.expectSuccess(of: conformanceCase)
  }

  @Test(arguments: FixtureCases.library?.cases ?? [])
  func `Two processes that take turns do what the case says`(conformanceCase: ConformanceCase) async throws {
    try await Self.byTwoProcesses.expectSuccess(of: conformanceCase)
  }
}
