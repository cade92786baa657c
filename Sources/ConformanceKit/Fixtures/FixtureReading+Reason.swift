extension FixtureReading {
  /// A sentence that says why; reports print it in one line.
  func reason() throws -> String {
    let text = try string()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw fault("the reason is empty", "say in one sentence why")
    }
    guard !text.contains(where: \.isNewline) else {
      throw fault("the reason has several lines", "say it in one sentence")
    }
    return text
  }

  /// The number of the format that a file is written in, which is 1.
  func requireFormat1() throws {
    guard try integer() == 1 else {
      throw fault("format \(value) is not known", "use a runner of that format, or write 1")
    }
  }
}
