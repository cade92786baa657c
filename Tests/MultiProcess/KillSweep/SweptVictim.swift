import AdapterKit
import Foundation
import MailboxTestSupport

/// The process that carries out an operation which something may befall.
struct SweptVictim {
  let crew: Crew
  let operation: SweptOperation
  private let client: AdapterClient

  /// - Parameter options: Of the helper, behind `serve`.
  init(_ operation: SweptOperation, in crew: Crew, _ options: [String] = [], tracer: [String] = []) throws {
    for plant in operation.planted { try plant.put(into: crew.bench.directory) }
    self.crew = crew
    self.operation = operation
    client = AdapterClient(try crew.spawn(["serve"] + options, tracer: tracer))
  }

  var contents: SweptContents { SweptContents(of: crew.bench.directory) }

  /// Before which primitive it killed itself.
  func deadlyPrimitive() async throws -> String {
    while let line = try await client.process.complaints.next() {
      if line.hasPrefix("before ") { return String(line.dropFirst(7)) }
    }
    throw UnexpectedAnswer(description: "it does not say why it died")
  }

  private var opening: JSONValue { Self.opening(operation, in: crew) }

  static func opening(_ operation: SweptOperation, in crew: Crew) -> JSONValue {
    crew.opening(limits: operation.settings["limits"] ?? [:], operation.settings)
  }

  /// How many requests come before the operation.
  static func preparations(_ operation: SweptOperation) -> Int { operation.requestsBefore(opening: [:]).count }

  func prepare() async throws {
    for request in operation.requestsBefore(opening: opening) {
      try await client.perform(request.operation, request.arguments)
    }
  }

  /// - Returns: The answer; `nil` if it was killed before it gave one.
  func operate() async throws -> Answer? {
    let request = operation.request(opening: opening)
    try client.ask(request.operation, request.arguments)
    guard let line = try await client.process.output.next(within: .seconds(20)) else {
      let exit = try await client.process.exit(within: .seconds(20))
      guard exit == .signal(SIGKILL) else { throw UnexpectedAnswer(description: "it ended with \(exit)") }
      return nil
    }
    return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
  }

  func dismiss() async throws {
    client.process.hangUp()
    let exit = try await client.process.exit(within: .seconds(20))
    guard exit == .status(0) else { throw UnexpectedAnswer(description: "it ended with \(exit)") }
  }
}
