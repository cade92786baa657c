/// One run of one case.
final class CaseRun {
  let conformanceCase: ConformanceCase
  let participants: Participants
  let workspace: Workspace
  var judge: ReplyJudge
  var bounds = Bounds()
  private var silence: SilenceJudge
  private var lock: LockHolder?
  /// The mailboxes that actors have opened.
  var opened: [Seat: Opened] = [:]
  /// How an actor opened its mailbox, if a step says it.
  var openings: [String: [String: FixtureReading]] = [:]
  /// Every mailbox that was opened, for its diagnostics.
  var mailboxes: [(adapter: Int, number: Int)] = []
  private var tokens: Set<String> = []
  private(set) var before: [String] = []

  /// An actor at an adapter.
  struct Seat: Hashable {
    var actor: String
    var adapter: Int
  }

  /// A mailbox, as its adapter calls it.
  struct Opened {
    var number: Int
    var namespace: String
  }

  init(_ conformanceCase: ConformanceCase, _ participants: Participants, base: String, givenAway: Bool) throws {
    self.conformanceCase = conformanceCase
    self.participants = participants
    workspace = try Workspace(base: base, openedNamespaces: conformanceCase.openedNamespaces, givenAway: givenAway)
    judge = ReplyJudge(bindings: conformanceCase.bindings())
    silence = SilenceJudge(folder: base)
  }

  /// The directory as it is now.
  var after: [String] { workspace.state.lines }

  /// - Throws: ``StepProblem`` if the implementation does not do what the case expects, ``AdapterFault`` if it does not answer,
  ///   and anything else if the case or the machine is at fault.
  func run() throws {
    if try participants.offer("clock") { try setClock() }
    try workspace.set(up: conformanceCase.setup, judge.bindings)
    keepSecrets()
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

  private func setClock() throws {
    guard try participants.callAll("clock", ["now": JSON(judge.bindings.now)]) else {
      throw StepProblem("the feature clock was announced, and the clock cannot be set")
    }
  }

  // MARK: Steps

  private func carryOut(_ step: CaseStep) throws {
    switch step {
    case .plant(let entry):
      try workspace.plant(entry, judge.bindings)
      keepSecrets()
      return workspace.remember()
    case .remove(let name):
      try workspace.remove(name, judge.bindings)
      return workspace.remember()
    case .advance(let seconds):
      judge.bindings.now += seconds
      return try setClock()
    case .lock(let isHeld):
      lock = nil
      return isHeld ? lock = try takeLock() : ()
    case .kill:
      participants.kill()
      (opened, mailboxes) = ([:], [])
      return try participants.offer("clock") ? setClock() : ()
    case .operation(let operation): try carryOut(operation)
    }
    let state = workspace.state
    silence.keep(names: state.entries.map(\.name))
    var problems = Judge(workspace, judge.bindings).problems(in: state, bounds: bounds)
    if lock == nil, workspace.isLocked { problems.append("the lock is still held (LCK-4)") }
    if !problems.isEmpty { throw StepProblem(problems.map { "afterwards \($0)" }) }
  }

  /// Takes the lock as another participant does; nobody holds it between two operations.
  private func takeLock() throws -> LockHolder {
    guard let lock = try workspace.lock() else { throw StepProblem("the lock is still held (LCK-4)") }
    return lock
  }

  private func carryOut(_ operation: CaseOperation) throws {
    let mustMakeNothing = operation.expectation.outcomes.contains {
      if case .error("invalidNamespace", _) = $0.outcome { true } else { false }
    }
    let everything = mustMakeNothing ? workspace.everything : nil
    let (reply, seat) = try perform(operation)
    if case .unsupported(let name) = reply { throw MissingOperation(name: name) }
    judge.adapter = seat.adapter
    if case .error(_, let details) = reply {
      let complaints = silence.complaints(about: details, "the error")
      if !complaints.isEmpty { throw StepProblem(complaints) }
    }
    try compare(reply, operation)
    if let everything {
      let changes = workspace.everything.changes(since: everything)
      if !changes.isEmpty { throw StepProblem(changes.map { "a refused namespace changed \($0) (NSP-3)" }) }
    }
    if operation.name == "claim", case .ok(let value) = reply { try compareTokens(value, seat) }
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
  private func compareTokens(_ value: JSON, _ seat: Seat) throws {
    let names = workspace.state(ofNamespace: opened[seat]!.namespace).entries.map { MailboxName($0.name) }
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
      let handle = claim["claim"]?.integer.map { ReplyJudge.Handle(adapter: seat.adapter, number: $0) }
      if let name = judge.handles.first(where: { $0.value == handle })?.key,
        judge.bindings.value("\(name).token") == nil
      {
        judge.bindings.bind("\(name).token", to: token)
      }
    }
  }

  private func diagnosticProblems() throws -> [String] {
    guard let expected = conformanceCase.final.diagnostics, try participants.offer("diagnostics") else { return [] }
    var seen: [JSON] = []
    for mailbox in mailboxes {
      guard
        case .ok(let value) = try participants.call(
          mailbox.adapter, "diagnostics", ["mailbox": JSON(mailbox.number)])
      else { return ["the feature diagnostics was announced, and there are none"] }
      seen += value["diagnostics"]?.elements ?? []
    }
    var diagnostics = DiagnosticJudge(seen)
    return seen.flatMap { silence.complaints(about: $0, "the diagnostic") } + diagnostics.problems(expected: expected)
  }

  // MARK: Secrets

  private func keepSecrets() {
    silence.keep(names: workspace.planted.keys)
    for content in workspace.plantedContents.values { silence.keep(content: content) }
  }

  func keepSecret(_ message: JSON) { silence.keep(content: message.description.utf8) }
}
