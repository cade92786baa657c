/// What the protocol's lines say (Fixtures/PROTOCOL.md).
package enum AdapterLine {
  /// A request, without the end of its line.
  package static func request(_ sequence: Int, _ operation: String, _ arguments: JSON) -> [UInt8] {
    let request: JSON = ["seq": JSON(sequence), "op": .string(operation), "args": arguments]
    return Array(request.description.utf8)
  }

  /// What an adapter says about itself.
  package static func introduction(_ reply: AdapterReply) throws(AdapterFault) -> AdapterIntroduction {
    guard case .ok(let members) = reply, let name = members["name"]?.string else {
      throw .violation("hello was answered without a name: \(reply)")
    }
    return AdapterIntroduction(
      name: name, version: members["version"]?.string ?? "?", language: members["language"]?.string ?? "?",
      features: Set(members["features"]?.elements?.compactMap(\.string) ?? []))
  }

  /// An answer to a request.
  package static func reply(
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
