/// A step came to something else than a case expected.
struct StepProblem: Error {
  let lines: [String]

  init(_ line: String) { lines = [line] }

  init(_ lines: [String]) { self.lines = lines }
}

/// An adapter said that it does not offer an operation.
struct MissingOperation: Error {
  let name: String
}
