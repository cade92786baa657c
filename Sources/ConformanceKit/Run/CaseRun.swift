/// One run of one case.
final class CaseRun {
  private let conformanceCase: ConformanceCase
  private let adapter: AdapterClient
  private let workspace: Workspace
  private var judge: ReplyJudge
  private var bounds = Bounds()
  private var opened: [String: Opened] = [:]
  /// Every mailbox that was opened, for its diagnostics.
  private var mailboxes: [Int] = []
  private var tokens: Set<String> = []
  private(set) var before: [String] = []

  /// An actor's mailbox.
  private struct Opened {
    var number: Int
    var namespace: String
  }

  init(_ conformanceCase: ConformanceCase, _ adapter: AdapterClient, base: String, givenAway: Bool) throws {
    self.conformanceCase = conformanceCase
    self.adapter = adapter
    workspace = try Workspace(base: base, openedNamespaces: conformanceCase.openedNamespaces, givenAway: givenAway)
    judge = ReplyJudge(bindings: conformanceCase.bindings())
  }

  /// The directory as it is now.
  var after: [String] { workspace.state.lines }

  /// - Throws: ``StepProblem`` if the implementation does not do what the case expects, ``AdapterFault`` if it does not answer,
  ///   and anything else if the case or the machine is at fault.
  func run() throws {
    if hasClock { try setClock() }
    try workspace.set(up: conformanceCase.setup, judge.bindings)
    before = workspace.state.lines
    for (number, step) in conformanceCase.steps.enumerated() {
      do {
        try carryOut(step)
      } catch let problem as StepProblem {
        throw StepProblem(problem.lines.map { "step \(number + 1), \(step.title): \($0)" })
      } catch let problem as UnboundName {
        throw UnboundName(description: "step \(number + 1), \(step.title): \(problem)")
      }
    }
    let problems =
      try Judge(workspace, judge.bindings).problems(in: workspace.state, expected: conformanceCase.final.directory)
      + (try diagnosticProblems())
    if !problems.isEmpty { throw StepProblem(problems.map { "in the end: \($0)" }) }
  }

  private var hasClock: Bool { adapter.introduction.features.contains("clock") }

  private func setClock() throws {
    guard case .ok = try adapter.call("clock", ["now": JSON(judge.bindings.now)]) else {
      throw StepProblem("the feature clock was announced, and the clock cannot be set")
    }
  }

  // MARK: Steps

  private func carryOut(_ step: CaseStep) throws {
    switch step {
    case .plant(let entry):
      try workspace.plant(entry, judge.bindings)
      return workspace.remember()
    case .remove(let name):
      try workspace.remove(name, judge.bindings)
      return workspace.remember()
    case .advance(let seconds):
      judge.bindings.now += seconds
      return try setClock()
    case .operation(let operation): try carryOut(operation)
    }
    let state = workspace.state
    let problems = Judge(workspace, judge.bindings).problems(in: state, bounds: bounds)
    if !problems.isEmpty { throw StepProblem(problems.map { "afterwards \($0)" }) }
  }

  private func carryOut(_ operation: CaseOperation) throws {
    let mustMakeNothing = operation.expectation.outcomes.contains {
      if case .error("invalidNamespace") = $0.outcome { true } else { false }
    }
    let everything = mustMakeNothing ? workspace.everything : nil
    let reply = try perform(operation)
    if case .unsupported(let name) = reply { throw MissingOperation(name: name) }
    try compare(reply, operation)
    if let everything {
      let changes = workspace.everything.changes(since: everything)
      if !changes.isEmpty { throw StepProblem(changes.map { "a refused namespace changed \($0) (NSP-3)" }) }
    }
    if operation.name == "claim", case .ok(let value) = reply { try compareTokens(value, operation) }
  }

  /// - Returns: What the operation came to, or the opening before it if that failed.
  private func perform(_ operation: CaseOperation) throws -> AdapterReply {
    if operation.name == "open" { return try open(operation.actor, operation.arguments) }
    if opened[operation.actor] == nil {
      let reply = try open(operation.actor, [:])
      guard case .ok = reply else { return reply }
    }
    var arguments: [String: JSON] = [:]
    if let claim = try operation.arguments["claim"]?.string() { arguments["claim"] = JSON(try handle(claim)) }
    if let letter = try operation.arguments["letter"]?.string() { arguments["letter"] = JSON(try handle(letter)) }
    if arguments.isEmpty { arguments["mailbox"] = JSON(opened[operation.actor]!.number) }
    if operation.name == "enqueue" { arguments["message"] = operation.arguments["message"]?.value ?? "x" }
    if let id = try operation.arguments["id"]?.string() { arguments["id"] = try identifier(id) }
    if let date = try operation.arguments["date"].flatMap({ try CaseDate($0).seconds(from: judge.bindings.beginning) })
    {
      arguments["enqueuedAt"] = JSON(date)
    }
    if let limit = operation.arguments["limit"] { arguments["limit"] = limit.value }
    if let messages = try operation.arguments["messages"]?.elements() {
      arguments["messages"] = .array(
        try messages.map { message in
          var item: [String: JSON] = ["message": message.value["message"] ?? "x"]
          if let id = message.value["id"]?.string { item["id"] = try identifier(id) }
          return .object(item)
        })
    }
    return try adapter.call(operation.name, .object(arguments))
  }

  private func identifier(_ text: String) throws -> JSON {
    guard let id = try judge.bindings.identifier(text) else { throw UnboundName(description: "* is no identifier") }
    return .string(id)
  }

  private func handle(_ name: String) throws -> Int {
    guard let handle = judge.handles[name.hasPrefix("$") ? String(name.dropFirst()) : name] else {
      throw UnboundName(description: "\(name) is not named by any step before")
    }
    return handle
  }

  private func open(_ name: String, _ others: [String: FixtureReading]) throws -> AdapterReply {
    let actor = conformanceCase.actors[name]!
    let namespace = try others["namespace"]?.string() ?? Workspace.namespace
    let limits = others["limits"]?.value ?? actor.limits
    let reply = try adapter.call(
      "open",
      [
        "container": .string(workspace.container), "namespace": .string(namespace), "limits": limits,
        "policy": others["policy"]?.value ?? .string(actor.policy),
        "durability": others["durability"]?.value ?? .string(actor.durability),
        "consumer": others["consumer"]?.value ?? .string(actor.consumer),
      ])
    if case .ok(let value) = reply {
      guard let number = value["mailbox"]?.integer else { throw StepProblem("open returned no number of a mailbox") }
      opened[name] = Opened(number: number, namespace: namespace)
      mailboxes.append(number)
      bounds.admit(limits)
    }
    return reply
  }

  // MARK: What came of a step

  private func compare(_ reply: AdapterReply, _ operation: CaseOperation) throws {
    var complaints: [String] = []
    for (_, outcome) in operation.expectation.outcomes {
      var attempt = judge
      let found = try attempt.complaints(about: reply, outcome, operation)
      guard !found.isEmpty else {
        judge = attempt
        return
      }
      complaints += found
    }
    throw StepProblem(complaints)
  }

  /// A claim is what the directory says it is: the file under the token that was returned, which no claim had before.
  private func compareTokens(_ value: JSON, _ operation: CaseOperation) throws {
    let names = workspace.state(ofNamespace: opened[operation.actor]!.namespace).entries.map { MailboxName($0.name) }
    for claim in value["claims"]?.elements ?? [] {
      let id = claim["id"]?.string?.uppercased()
      let held = names.compactMap { name -> String? in
        if case .claimed(let token, let message) = name, message.id == id { token } else { nil }
      }
      guard let token = claim["token"]?.string ?? held.first else {
        throw StepProblem("\(id ?? "?") was returned, and no claimed file is there (CLM-1)")
      }
      guard held.contains(token) else { throw StepProblem("no file is claimed under the token \(token) (LAY-5)") }
      guard tokens.insert(token).inserted else { throw StepProblem("the token \(token) was used before (LSE-4)") }
      if let name = judge.handles.first(where: { $0.value == claim["claim"]?.integer })?.key,
        judge.bindings.value("\(name).token") == nil
      {
        judge.bindings.bind("\(name).token", to: token)
      }
    }
  }

  private func diagnosticProblems() throws -> [String] {
    guard let expected = conformanceCase.final.diagnostics, adapter.introduction.features.contains("diagnostics") else {
      return []
    }
    var seen: [CaseFinal.Diagnostic] = []
    for mailbox in mailboxes {
      guard case .ok(let value) = try adapter.call("diagnostics", ["mailbox": JSON(mailbox)]) else {
        return ["the feature diagnostics was announced, and there are none"]
      }
      seen += (value["diagnostics"]?.elements ?? []).map {
        CaseFinal.Diagnostic(event: $0["event"]?.string ?? "?", reason: $0["reason"]?.string)
      }
    }
    var problems: [String] = []
    for one in expected {
      if let place = seen.firstIndex(where: { $0.event == one.event && (one.reason == nil || one.reason == $0.reason) })
      {
        seen.remove(at: place)
      } else {
        problems.append("the diagnostic \(one) was not given")
      }
    }
    return problems + seen.map { "the diagnostic \($0) was given, and not expected" }
  }
}
