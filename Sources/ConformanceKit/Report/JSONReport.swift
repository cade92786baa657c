extension Report {
  /// One object, for programs.
  package var json: JSON {
    [
      "exitCode": JSON(Int(exitCode)),
      "suiteVersion": .string(Self.suiteVersion),
      "adapter": adapter.map {
        ["name": .string($0.name), "version": .string($0.version), "language": .string($0.language)]
      } ?? .null,
      "counts": .object(
        Dictionary(uniqueKeysWithValues: CaseResult.Outcome.allCases.map { ($0.rawValue, JSON(count($0))) })),
      "knownFailures": JSON(known.count),
      "staleEntries": .array(known.stale.map { .string($0.description) }),
      "seconds": JSON(seconds),
      "cases": .array(results.map(json)),
    ]
  }

  private func json(of result: CaseResult) -> JSON {
    var members: [String: JSON] = [
      "id": .string(result.conformanceCase.id), "outcome": .string(result.outcome.rawValue),
      "clauses": .array(result.conformanceCase.clauses.map(JSON.string)),
      "problems": .array(result.problems.map(JSON.string)),
      "before": .array(result.before.map(JSON.string)), "after": .array(result.after.map(JSON.string)),
      "seconds": JSON(result.seconds),
    ]
    members["known"] = known[result].map(JSON.string)
    members["kept"] = result.kept.map(JSON.string)
    return .object(members)
  }
}
