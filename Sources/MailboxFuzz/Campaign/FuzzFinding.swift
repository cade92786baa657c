/// A run that failed, and those that failed in the same way.
struct FuzzFinding {
  enum Kind: String, Codable {
    /// A promise does not hold.
    case failure
    /// The process ended.
    case trap
    /// The run did not end.
    case hang
  }

  var kind: Kind
  /// The first run of its kind.
  var run: Int
  var signature: String
  var text: String
  var values: [UInt64]
  /// The other runs of its kind.
  var repetitions: [Int] = []
}

extension FuzzFinding {
  /// A promise that does not hold.
  init(_ failure: String, run: Int, values: [UInt64]) {
    self.init(kind: .failure, run: run, signature: FuzzSignature(failure).text, text: failure, values: values)
  }

  init(_ ending: WorkerEnding, run: Int, values: [UInt64]) {
    self.init(kind: .trap, run: run, signature: ending.signature, text: ending.text, values: values)
  }

  static func hang(after seconds: Double, run: Int, values: [UInt64]) -> FuzzFinding {
    FuzzFinding(
      kind: .hang, run: run, signature: "the run does not end", text: "the run has not ended after \(seconds) s",
      values: values)
  }
}

/// A finding as it is told: made small and kept in a file.
struct ReportedFinding {
  var target: String
  var finding: FuzzFinding
  /// How many choices the first run of its kind drew.
  var choicesBefore: Int
  /// The smallest tape found; what it says is the finding's text.
  var values: [UInt64]
  var listing: String
  var artifact: FuzzArtifacts.Place
  /// How many runs failed in this way.
  var count: Int
}
