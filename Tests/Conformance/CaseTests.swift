import ConformanceKit
import Testing

extension ConformanceCase: CustomTestStringConvertible {
  /// What a case is called in a report.
  public var testDescription: String { id }
}

/// The reference library, behind the protocol, does what every case says.
struct CaseTests {
  @Test func `The fixtures are read, and there are some`() throws {
    let library = try FixtureLibrary(directory: CaseQueue.fixtures)
    #expect(!library.cases.isEmpty)
    #expect(library.lint().map(\.description) == [])
  }

  @Test(arguments: CaseQueue.library?.cases ?? [])
  func `The library does what the case says`(conformanceCase: ConformanceCase) async throws {
    let result = try await CaseQueue.shared.run(conformanceCase)
    // What this machine does not offer, no library can be judged by.
    #expect(result.outcome == .pass || result.outcome == .notRun, "\(result.problems)")
  }
}
