import Foundation

/// What a tracer wrote about a helper.
struct SystemCallLog: Sendable {
  /// One call; the tracer counts those of one name from 1.
  struct Call: Sendable {
    var name: String
    var number: Int
    var line: String

    /// The answer to a request.
    var isAnswer: Bool { name == "write" && line.contains(" write(1<") }
    var isInjected: Bool { line.contains("(INJECTED)") }
  }

  private(set) var calls: [Call] = []

  init(contentsOf path: String) throws {
    var counts: [String: Int] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      // "1234  name(…": signals and exits have no name, and a call that is resumed was counted.
      let words = line.drop { $0.isNumber }.drop { $0 == " " }
      guard let parenthesis = words.firstIndex(of: "(") else { continue }
      let name = words[..<parenthesis]
      guard !name.isEmpty, name.allSatisfy({ $0.isLowercase || $0.isNumber || $0 == "_" }) else { continue }
      counts[String(name), default: 0] += 1
      calls.append(Call(name: String(name), number: counts[String(name)] ?? 0, line: String(line)))
    }
  }

  /// The calls on what is below a folder between the last answer but one and the last, and the last answer.
  func lastOperation(below folder: String) -> [Call] {
    let answers = calls.indices.filter { calls[$0].isAnswer }
    guard let last = answers.last, let first = answers.dropLast().last else { return [] }
    return calls[(first + 1)..<last].filter { $0.line.contains(folder) } + [calls[last]]
  }
}
