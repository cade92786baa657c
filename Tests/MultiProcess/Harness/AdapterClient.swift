import AdapterKit
import AppGroupMailbox
import Foundation
import MailboxAdapter
import MailboxTestSupport

/// What an adapter answered.
struct Answer: Decodable, Sendable {
  var seq: Int?
  var ok: JSONValue?
  var error: JSONValue?
  /// How long the operation took inside the helper, whatever the tests do meanwhile.
  var seconds: Double { Double(ended - began) / 1e9 }

  /// The code of the error.
  var code: String? { error?["code"]?.string }

  private var began: UInt64
  private var ended: UInt64
}

/// An adapter did not answer as it had to.
struct UnexpectedAnswer: Error, CustomStringConvertible {
  let description: String
}

/// The other end of the line protocol.
final class AdapterClient: Sendable {
  let process: HelperProcess
  private let sequence = StateLock(0)

  init(_ process: HelperProcess) {
    self.process = process
  }

  /// Asks without waiting for the answer.
  func ask(_ operation: String, _ arguments: JSONValue = [:]) throws {
    let number = sequence.withLock { number in
      number += 1
      return number
    }
    let request: JSONValue = ["seq": JSONValue(number), "op": .string(operation), "args": arguments]
    try process.send(String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
  }

  /// Waits for the next answer.
  func answer() async throws -> Answer {
    guard let line = try await process.output.next(within: .seconds(20)) else {
      throw UnexpectedAnswer(description: "the adapter is gone: \(process.complaints.contents)")
    }
    return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
  }

  func call(_ operation: String, _ arguments: JSONValue = [:]) async throws -> Answer {
    try ask(operation, arguments)
    return try await answer()
  }

  /// Calls what must succeed.
  @discardableResult
  func perform(_ operation: String, _ arguments: JSONValue = [:]) async throws -> JSONValue {
    let answer = try await call(operation, arguments)
    guard let value = answer.ok else {
      throw UnexpectedAnswer(description: "\(operation) failed with \(answer.error ?? .null)")
    }
    return value
  }

  /// Calls what should fail; `nil` if it did not.
  func failure(of operation: String, _ arguments: JSONValue = [:]) async throws -> String? {
    try await call(operation, arguments).code
  }
}

// MARK: What tests do most

extension AdapterClient {
  @discardableResult
  func enqueue(_ message: JSONValue) async throws -> String? {
    try await perform("enqueue", ["message": message])["id"]?.string
  }

  /// The messages claimed, and the numbers of their claims.
  func claim(limit: Int? = nil) async throws -> [(claim: Int, message: JSONValue)] {
    let answer = try await perform("claim", limit.map { ["limit": JSONValue($0)] } ?? [:])
    return (answer["claims"]?.elements ?? []).map { ($0["claim"]?.integer ?? -1, $0["message"] ?? .null) }
  }

  func acknowledge(_ claim: Int) async throws {
    try await perform("acknowledge", ["claim": JSONValue(claim)])
  }
}

extension Crew {
  /// Starts an adapter; `halt` makes it stop or die at a call of its own.
  func adapter(halt: String? = nil) throws -> AdapterClient {
    AdapterClient(try spawn(halt.map { ["serve", "--halt", $0] } ?? []))
  }

  /// Starts an adapter and opens the bench's mailbox.
  func opened(
    halt: String? = nil, limits: JSONValue = [:], _ others: [String: JSONValue] = [:]
  ) async throws -> AdapterClient {
    let adapter = try adapter(halt: halt)
    try await adapter.perform("open", opening(limits: limits, others))
    return adapter
  }

  /// The arguments of `open`: without synchronisation, which costs much and shows nothing here, unless others say so.
  func opening(limits: JSONValue = [:], _ others: [String: JSONValue] = [:]) -> JSONValue {
    let usual: [String: JSONValue] = [
      "container": .string(bench.container), "namespace": .string(bench.namespace), "limits": limits,
      "durability": "processCrash",
    ]
    return .object(usual.merging(others) { $1 })
  }
}
