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
        + one.unannouncedFaults.map {
          FixtureFault(
            file: one.file, caseID: one.id, path: "$.setup",
            problem: "several kinds of faults are planted under messages' names: \($0)",
            advice: "plant one a case, or say \"compound\": true")
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

  /// The kinds of faults that stand under messages' names, if they are more than a case should have.
  fileprivate var unannouncedFaults: [String] {
    let kinds = Set(setup.compactMap(\.fault))
    return isCompound || kinds.count < 2 ? [] : [kinds.sorted().joined(separator: ", ")]
  }
}

extension CaseEntry {
  /// What is wrong with an entry, as far as its name and type show it; `nil` of a good one, and of what is not ours.
  fileprivate var fault: String? {
    switch name {
    case .raw(let bytes) where MailboxName(bytes) == .malformed: "malformed name"
    case .raw, .quarantine, .lock, .temporary, .above: nil
    case .pending, .claimed, .deadLetter:
      switch kind {
      case .file(.envelope): nil
      case .file(.bytes(let bytes)) where (try? JSONParser.parse(bytes)) != nil: nil
      case .file: "broken body"
      case .directory: "directory"
      case .symbolicLink: "link"
      case .hardLink, .hardLinkOutside: "second name"
      case .fifo: "FIFO"
      case .socket: "socket"
      case .sparse: "sparse file"
      }
    }
  }
}
