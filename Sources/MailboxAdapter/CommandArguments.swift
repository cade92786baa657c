/// What is wrong with a command line.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A verb, words, and options that each have a value.
struct CommandArguments {
  let verb: String?
  private var words: [String] = []
  private var options: [String: String] = [:]
  private var stray: String?

  init(_ words: some Sequence<String>) {
    var rest = Array(words)[...]
    verb = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
    if verb != nil { rest.removeFirst() }
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        self.words.append(word)
        continue
      }
      guard let value = rest.popFirst() else {
        stray = word
        break
      }
      options[String(word.dropFirst(2))] = value
    }
  }

  /// Takes the words that belong to no option; at least one must be there.
  mutating func takeWords(_ name: String) throws -> [String] {
    guard !words.isEmpty else { throw CommandError("\(name) is missing") }
    defer { words = [] }
    return words
  }

  /// Takes an option that must be there.
  mutating func take<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value {
    guard let value: Value = try takeIfThere(name) else { throw CommandError("--\(name) is missing") }
    return value
  }

  /// Takes an option that may be there.
  mutating func takeIfThere<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    guard let text = options.removeValue(forKey: name) else { return nil }
    guard let value = Value(text) else { throw CommandError("--\(name) cannot be '\(text)'") }
    return value
  }

  /// Refuses what nobody took.
  func finish() throws {
    if let unknown = stray ?? words.first ?? options.keys.min().map({ "--" + $0 }) {
      throw CommandError("'\(unknown)' is unknown or has no value")
    }
  }
}
