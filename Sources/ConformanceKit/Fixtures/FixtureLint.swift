extension FixtureLibrary {
  /// Faults that reading the fixtures does not show.
  package func lint() -> [FixtureFault] {
    cases.flatMap { one in
      one.unboundNames.map {
        FixtureFault(
          file: one.file, caseID: one.id, path: "$.steps", problem: "\"\($0)\" is used, and no step before names it",
          advice: "give it a name with \"as\" or \"bind\"")
      }
        + one.undeclaredFeatures.map {
          FixtureFault(
            file: one.file, caseID: one.id, path: "$.features", problem: "the case needs \"\($0)\" and does not say so",
            advice: "add it to \"features\"")
        }
    }
  }
}

extension ConformanceCase {
  /// Claims and dead letters that are used before they have a name.
  fileprivate var unboundNames: [String] {
    var names: Set<String> = []
    var unbound: [String] = []
    for case .operation(let operation) in steps {
      for argument in ["claim", "letter"] {
        guard let name = operation.arguments[argument]?.value.string else { continue }
        if !names.contains(name.hasPrefix("$") ? String(name.dropFirst()) : name) { unbound.append(name) }
      }
      for (_, outcome) in operation.expectation.outcomes {
        guard case .ok(let value) = outcome else { continue }
        for list in ["claims", "letters", "deadLetters"] {
          for item in value.value[list]?.elements ?? [] { if let name = item["as"]?.string { names.insert(name) } }
        }
      }
    }
    return unbound
  }

  /// What its steps need of an implementation besides the core.
  fileprivate var undeclaredFeatures: [String] {
    let needed = steps.compactMap { step -> String? in
      switch step {
      case .advance: "clock"
      case .operation(let operation):
        switch operation.name {
        case "enqueueBatch": "batch"
        case "extend": "extend"
        case "reject", "deadLetters", "restore", "remove": "deadLetters"
        case "statistics": "statistics"
        default: nil
        }
      default: nil
      }
    }
    return Set(needed).subtracting(features).sorted()
  }
}
