/// What an adapter answered.
package enum AdapterReply: Equatable, Sendable {
  case ok(JSON)
  case error(code: String, JSON)
  case unsupported(String)
}

/// What an adapter says about itself.
package struct AdapterIntroduction: Sendable {
  package var name: String
  package var version: String
  package var language: String
  package var features: Set<String>
}

/// The runner's end of the protocol: one JSON object a line, each with a number that comes back.
package final class AdapterClient {
  package let introduction: AdapterIntroduction
  private let child: ChildProcess
  private let seconds: Double
  private var sequence = 0

  /// Starts an adapter and greets it.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - root: What relative containers are relative to.
  ///   - seconds: How long an answer may take.
  package init(_ command: [String], root: String, within seconds: Double) throws(AdapterFault) {
    child = try ChildProcess(command)
    self.seconds = seconds
    sequence = 1
    let hello: JSON = ["protocols": [1], "root": .string(root)]
    let reply = try Self.call(child, 1, "hello", hello, seconds)
    guard case .ok(let members) = reply, let name = members["name"]?.string else {
      child.end()
      throw .violation("hello was answered without a name: \(reply)")
    }
    let features = members["features"]?.elements?.compactMap(\.string) ?? []
    introduction = AdapterIntroduction(
      name: name, version: members["version"]?.string ?? "?", language: members["language"]?.string ?? "?",
      features: Set(features))
  }

  package func call(_ operation: String, _ arguments: JSON = [:]) throws(AdapterFault) -> AdapterReply {
    sequence += 1
    return try Self.call(child, sequence, operation, arguments, seconds)
  }

  /// Says goodbye, and ends an adapter that does not go.
  package func close() {
    // Whatever it answers: it is over.
    _ = try? call("bye")
    child.end()
  }

  /// Ends it without a word.
  package func end() { child.end() }

  private static func call(
    _ child: ChildProcess, _ sequence: Int, _ operation: String, _ arguments: JSON, _ seconds: Double
  ) throws(AdapterFault) -> AdapterReply {
    let request: JSON = ["seq": JSON(sequence), "op": .string(operation), "args": arguments]
    let line = try child.exchange(Array(request.description.utf8), within: seconds)
    return try reply(line, to: sequence, operation)
  }

  private static func reply(
    _ line: [UInt8], to sequence: Int, _ operation: String
  ) throws(AdapterFault) -> AdapterReply {
    let quoted = ChildProcess.quoted(line)
    let answer: JSON
    do {
      answer = try JSONParser.parse(line)
    } catch {
      throw .violation("the answer to \(operation) is not a line of JSON (\(error)): \(quoted)")
    }
    guard case .object = answer else { throw .violation("the answer to \(operation) is not an object: \(quoted)") }
    guard answer["seq"]?.integer == sequence else {
      throw .violation("seq \(sequence) was asked, and seq \(answer["seq"] ?? .null) answered: \(quoted)")
    }
    switch (answer["ok"], answer["error"], answer["unsupported"]) {
    case (let value?, nil, nil): return .ok(value)
    case (nil, let error?, nil):
      guard let code = error["code"]?.string else { throw .violation("an error without a code: \(quoted)") }
      return .error(code: code, error)
    case (nil, nil, let what?): return .unsupported(what.string ?? operation)
    default: throw .violation("neither ok nor error nor unsupported, or several: \(quoted)")
    }
  }
}
