/// For each clause of the specification the cases that name it, or the reason why there is none.
package struct ClauseTrace: Sendable {
  package struct Line: Sendable {
    package var clause: ClauseCatalogue.Clause
    /// The identifiers of its cases, in the order of the fixtures.
    package var cases: [String]
    /// Why it has no case, whoever says so.
    package var reason: String?
  }

  package let lines: [Line]
  /// Clauses that have neither a case nor a reason, and reasons that do not hold.
  package let faults: [FixtureFault]

  package init(_ catalogue: ClauseCatalogue, _ cases: [ConformanceCase], _ reasons: NoCaseReasons) {
    lines = catalogue.clauses.map { clause in
      Line(
        clause: clause, cases: cases.filter { $0.clauses.contains(clause.id) }.map(\.id),
        reason: reasons[clause.id] ?? clause.notObservable)
    }
    // A trace of nothing would find nothing wrong.
    faults =
      lines.isEmpty
      ? [FixtureFault(file: "SPEC.md", problem: "no clause is found", advice: "write clauses as its section 3 does")]
      : lines.compactMap { $0.fault(stated: reasons[$0.clause.id]) }
  }
}

extension ClauseTrace.Line {
  /// - Parameter stated: The reason that `no-case.json` gives.
  fileprivate func fault(stated: String?) -> FixtureFault? {
    let file = NoCaseReasons.fileName
    let entry = "$.clauses.\(clause.id)"
    switch (cases.first, stated, clause.notObservable) {
    case (nil, nil, nil):
      return FixtureFault(
        file: file, path: "$.clauses", problem: "\(clause.id) has neither a case nor a reason",
        advice: "write a case that names it, or say here why there is none")
    case (let named?, .some, _):
      return FixtureFault(
        file: file, path: entry, problem: "the reason is stale: the case \(named) names the clause",
        advice: "remove the entry")
    case (nil, .some, .some):
      return FixtureFault(
        file: file, path: entry, problem: "SPEC.md says already why the clause cannot be observed",
        advice: "remove the entry")
    case (let named?, nil, .some):
      return FixtureFault(
        file: "SPEC.md", path: clause.id,
        problem: "the clause is called not observable, and the case \(named) names it",
        advice: "remove the note, or the clause from the case")
    case (.some, nil, nil), (nil, .some, nil), (nil, nil, .some): return nil
    }
  }
}

extension ClauseCatalogue.Clause {
  /// What the specification itself says about why no test can show the clause.
  var notObservable: String? {
    text.firstMatch(of: /\*\((Not observable.*)\)\*$/).map { String($0.1) }
  }
}
