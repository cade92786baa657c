/// Which case found which fault: how strong the cases are.
package struct KillMatrix: Sendable {
  /// What came of one fault.
  package struct Row: Sendable {
    package var fault: PlantedFault
    /// The cases that the sound implementation passes and the one with the fault does not, by id.
    package var kills: [String: CaseResult.Outcome]

    package init(fault: PlantedFault, kills: [String: CaseResult.Outcome]) {
      (self.fault, self.kills) = (fault, kills)
    }

    /// The kills by cases of the very clauses that are broken.
    package func kills(in cases: [ConformanceCase]) -> [ConformanceCase] {
      cases.filter { kills[$0.id] != nil && !Set($0.clauses).isDisjoint(with: fault.clauses) }
    }
  }

  /// The cases that the sound implementation passes.
  package let cases: [ConformanceCase]
  package let rows: [Row]
  /// The cases that may find nothing, with a reason; `nil` if not every case met every fault.
  package let excused: CaseExcuses?
  package let seconds: Double

  package init(_ cases: [ConformanceCase], _ rows: [Row], excused: CaseExcuses?, seconds: Double) {
    (self.cases, self.rows, self.excused, self.seconds) = (cases, rows, excused, seconds)
  }

  /// The faults that no case finds, or none of the clauses they break.
  package var survivors: [Row] { rows.filter { isTried($0) && $0.kills(in: cases).isEmpty } }

  /// The faults of which no clause has a case that was run: nothing is known of them.
  package var untried: [Row] { rows.filter { !isTried($0) } }

  func isTried(_ row: Row) -> Bool { cases.contains { !Set($0.clauses).isDisjoint(with: row.fault.clauses) } }

  /// The cases that find no fault, and have no reason to.
  package var idle: [ConformanceCase] {
    guard let excused else { return [] }
    return cases.filter { !finds($0) && excused.reason(for: $0) == nil }
  }

  /// Excuses of cases that find something after all, or of none.
  package var stale: [String] {
    (excused?.patterns ?? []).filter { pattern in
      let named = cases.filter { Glob.matches(pattern, $0.id) }
      return !named.isEmpty && named.allSatisfy(finds)
    }
  }

  func finds(_ one: ConformanceCase) -> Bool { rows.contains { $0.kills[one.id] != nil } }

  /// 0 all faults are found and all cases are of use, 1 not, 3 nothing is known of some.
  package var exitCode: Int32 {
    guard survivors.isEmpty, idle.isEmpty, stale.isEmpty else { return 1 }
    return rows.isEmpty || !untried.isEmpty ? 3 : 0
  }
}

/// Why some cases may find none of the planted faults.
package struct CaseExcuses: Sendable {
  private let reasons: [(pattern: String, reason: String)]

  package static let none = CaseExcuses(reasons: [])

  private init(reasons: [(pattern: String, reason: String)]) {
    self.reasons = reasons
  }

  /// Reads `{"format": 1, "cases": {"ID or pattern": "reason"}}`.
  ///
  /// - Parameter cases: All that there are: an excuse that names none of them is a slip of the pen.
  /// - Throws: ``FixtureFaults`` with what is wrong: one fault an entry.
  package init(reading data: some Sequence<UInt8>, file: String, for cases: [ConformanceCase]) throws {
    var reasons: [(pattern: String, reason: String)] = []
    let faults = FaultCollector.faults(in: data, file: file) { reading, faults in
      let members = try reading.members(["format", "cases"])
      try members.required("format").requireFormat1()
      for (pattern, reading) in try members.required("cases").anyMembers().sorted(by: { $0.key < $1.key }) {
        try faults.part {
          guard cases.contains(where: { Glob.matches(pattern, $0.id) }) else {
            throw reading.fault(
              "\"\(pattern)\" names no case", "write an id or a pattern that list shows, or remove it")
          }
          reasons.append((pattern, try reading.reason()))
        }
      }
    }
    try FixtureFaults.check(faults)
    self.reasons = reasons
  }

  var patterns: [String] { reasons.map(\.pattern) }

  func reason(for one: ConformanceCase) -> String? { reasons.first { Glob.matches($0.pattern, one.id) }?.reason }
}
