/// Failures that are known of an implementation, each with the reason why they are lived with.
package struct Baseline: Sendable {
  package struct Entry: Sendable {
    /// What the identifiers of its cases match.
    package var pattern: String
    /// How they fail; without it, in whatever way.
    package var outcome: CaseResult.Outcome?
    package var reason: String
    /// Its place in the file.
    package var path: String
  }

  package let file: String
  package let entries: [Entry]

  /// Reads a baseline.
  ///
  /// - Parameter cases: All that there are, chosen for a run or not: an entry that names none of them is a slip of the pen.
  /// - Throws: ``FixtureFaults`` with every fault of the file: one an entry.
  package init(reading data: some Sequence<UInt8>, file: String, for cases: [ConformanceCase]) throws {
    self.file = file
    var entries: [Entry] = []
    let faults = FaultCollector.faults(in: data, file: file) { reading, faults in
      let members = try reading.members(["format", "failures"])
      try members.required("format").requireFormat1()
      for element in try members.required("failures").elements() {
        try faults.part { entries.append(try Entry(element, cases)) }
      }
    }
    try FixtureFaults.check(faults)
    self.entries = entries
  }

  /// Why a failure is known; `nil` of one that is not, and of what is no failure.
  package func reason(for result: CaseResult) -> String? {
    entries.first { $0.covers(result) }?.reason
  }

  /// The entries that no longer say anything true about a run.
  ///
  /// One whose cases were not run, for whatever reason, may still be right.
  func staleEntries(after results: [CaseResult]) -> [FixtureFault] {
    entries.compactMap { entry in
      let ran = results.filter { entry.names($0.conformanceCase) && ($0.outcome == .pass || $0.outcome.isFault) }
      guard !ran.isEmpty, !ran.contains(where: entry.covers) else { return nil }
      let cases = ran.count == 1 ? "the case \(ran[0].conformanceCase.id)" : "none of the \(ran.count) cases that ran"
      let change =
        switch (ran.count, entry.outcome) {
        case (1, let outcome?): "came to \"\(ran[0].outcome.rawValue)\", not to \"\(outcome.rawValue)\""
        case (1, nil): "passes now"
        case (_, let outcome?): "came to \"\(outcome.rawValue)\""
        case (_, nil): "fails now"
        }
      return FixtureFault(
        file: file, path: entry.path, problem: "\"\(entry.pattern)\" is stale: \(cases) \(change)",
        advice: "remove the entry")
    }
  }
}

extension Baseline.Entry {
  fileprivate init(_ reading: FixtureReading, _ cases: [ConformanceCase]) throws {
    let members = try reading.members(["case", "outcome", "reason"])
    let named = try members.required("case")
    (pattern, path) = (try named.string(), reading.path)
    outcome = try members["outcome"]
      .map { try $0.string(from: CaseResult.Outcome.allCases.filter(\.isFault).map(\.rawValue)) }
      .flatMap(CaseResult.Outcome.init)
    reason = try members.required("reason").reason()
    guard cases.contains(where: names) else {
      throw named.fault("\"\(pattern)\" names no case", "write an id or a pattern that list shows, or remove the entry")
    }
  }

  fileprivate func names(_ one: ConformanceCase) -> Bool { Glob.matches(pattern, one.id) }

  /// Whether it is this failure that is known.
  fileprivate func covers(_ result: CaseResult) -> Bool {
    names(result.conformanceCase) && result.outcome.isFault && (outcome == nil || outcome == result.outcome)
  }
}
