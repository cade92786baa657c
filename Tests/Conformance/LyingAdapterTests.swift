import AdapterKit
import Foundation
import MailboxTestSupport
import Testing

@testable import ConformanceKit

/// An implementation that does well and says, or keeps, something that it must not is found out.
struct LyingAdapterTests {
  /// What is wrong with it: answers are passed on with some of their text replaced.
  struct Lie: CustomTestStringConvertible, Sendable {
    var caseID: String
    var replaced: String
    var by: String
    var said: String

    var testDescription: String { "\(caseID): \(by)" }
  }

  private static func run(_ caseID: String, _ change: @escaping @Sendable (Data) throws -> Data) async throws
    -> CaseResult
  {
    let one = try #require(FixtureCases.library?.cases.first { $0.id == caseID })
    let source = InProcessAdapter.source {
      let session = AdapterSession()
      return { try change(session.answer(to: $0)) }
    }
    let result = try await CaseBoard.run([one], CaseRunner.Settings([source], isCore: { _ in true }), jobs: 1)
    return try #require(result.first)
  }

  @Test(arguments: [
    Lie(
      caseID: "silent-error-too-large", replaced: #""maximumBytes":300"#,
      by: #""maximumBytes":300,"detail":"too large: confidential""#, said: "gives away \"confidential\" (SEC-7)"),
    Lie(
      caseID: "limit-messages-zero", replaced: #""limit":"#, by: #""id":"/tmp/conformance-1","limit":"#, said: ""),
    Lie(
      caseID: "limit-messages-zero", replaced: #""limit":"maxMessages""#, by: #""limit":"maxAttempts""#,
      said: "expected invalidLimit with limit \"maxMessages\", seen \"maxAttempts\""),
    Lie(
      caseID: "restore-too-large", replaced: #""actualBytes":301,"#, by: "",
      said: "expected payloadTooLarge with actualBytes 301, seen none"),
    Lie(
      caseID: "restore-broken-empty", replaced: #""reason":"rejected""#, by: #""message":"x","reason":"rejected""#,
      said: "expected no message, seen \"x\""),
    Lie(
      caseID: "silent-diagnostics", replaced: #""event":"malformedMessageQuarantined""#,
      by: #""event":"malformedMessageQuarantined","why":"no body: confidential""#, said: "gives away"),
    Lie(
      caseID: "silent-diagnostics", replaced: #""reason":"undecodable""#, by: #""reason":"oversize""#,
      said: "the diagnostic messageDeadLettered (undecodable) was not given"),
  ])
  func `A false word is found out`(lie: Lie) async throws {
    let result = try await Self.run(lie.caseID) { line in
      Data(String(decoding: line, as: UTF8.self).replacing(lie.replaced, with: lie.by).utf8)
    }
    guard !lie.said.isEmpty else {
      // Words that give nothing away may be added.
      #expect(result.outcome == .pass, "\(result.problems)")
      return
    }
    #expect(result.outcome == .fail)
    #expect(result.problems.contains { $0.contains(lie.said) }, "\(result.problems)")
  }

  @Test func `A path in an error is found out`() async throws {
    let one = try #require(FixtureCases.library?.cases.first { $0.id == "limit-messages-zero" })
    let source = InProcessAdapter.source {
      let session = AdapterSession()
      return { request in
        let line = String(decoding: session.answer(to: request), as: UTF8.self)
        let container = try JSONParser.parse(request)["args"]?["container"]?.string ?? "?"
        return Data(line.replacing(#""code":"#, with: #""path":"\#(container)","code":"#).utf8)
      }
    }
    let results = try await CaseBoard.run([one], CaseRunner.Settings([source], isCore: { _ in true }), jobs: 1)
    #expect(results.first?.problems.first?.contains("gives away") == true, "\(results.map(\.problems))")
  }

  @Test func `A lock that is not let go of is found out`() async throws {
    let one = try #require(FixtureCases.library?.cases.first { $0.id == "enqueue-stores-one-file" })
    let source = InProcessAdapter.source {
      let session = AdapterSession()
      var locks: [LockHolder?] = []
      var container = ""
      return { request in
        let line = session.answer(to: request)
        let asked = try JSONParser.parse(request)
        container = asked["args"]?["container"]?.string ?? container
        if asked["op"]?.string == "enqueue" {
          locks.append(try LockHolder(path: "\(container)/AppGroupMailbox/inbox/.mailbox.lock"))
        }
        return line
      }
    }
    let results = try await CaseBoard.run([one], CaseRunner.Settings([source], isCore: { _ in true }), jobs: 1)
    #expect(results.first?.problems.first?.hasSuffix("the lock is still held (LCK-4)") == true, "\(results)")
  }
}
