extension HistoryFinding {
  /// What was found, in lines for a person.
  package var summary: [String] {
    if violations.isEmpty { return [acquittal] }
    return violations.map { violation in
      let clauses = violation.promise.clauses.joined(separator: ", ")
      let operations = violation.operations.map { "#\($0)" }.joined(separator: ", ")
      return "broken: \(violation.promise.rawValue) (\(clauses)): \(violation.sentence)"
        + (operations.isEmpty ? "" : " [operations \(operations)]")
    }
  }

  /// That nothing is broken, and how sure that is.
  package var acquittal: String {
    let byItself = "No promise is broken as far as each message by itself shows"
    switch search {
    case .explained: return "No promise is broken: some order of the operations explains everything."
    case .notAsked(let longest):
      return "\(byItself). (An order is looked for up to \(longest) operations only.)"
    case .undecided(.budget(let steps)):
      return "\(byItself); no order was found in \(steps) steps, nor that there is none."
    case .undecided(.lockFileRemoved):
      return "\(byItself); the lock file was removed, so that order and bounds are not promised."
    case .notNeeded, .rejected: return "No promise is named, but no order of the operations explains everything."
    }
  }
}
