import AdapterKit
import Foundation

/// One operation, carried out again and again by a real process that something befalls at each of its calls in turn.
struct KillSweep: Sendable {
  let operation: SweptOperation
  /// Every how many points one is visited.
  var stride = 1
  /// Points that are visited at the same time.
  private static let width = 2

  // MARK: With a tracer

  /// Kills the process at each of its system calls.
  func kills(_ tracer: SystemCallTracer) async throws -> SweepTally {
    let (facts, calls) = try await sound(tracer)
    let points = calls.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    return try await visit(points.map { ($0, SystemCallTracer.Injection.kill) }) { call, injection in
      try await Crew.work { crew in
        let log = "\(crew.bench.container)/calls"
        let victim = try SweptVictim(operation, in: crew, tracer: tracer.command(log, injection, at: call))
        try await victim.prepare()
        if let answer = try await victim.operate() { return (call.name, "it was not killed: \(answer)") }
        let last = try SystemCallLog(contentsOf: log).calls.last
        guard last?.name == call.name, last?.number == call.number else {
          return (call.name, "killed at another call: \(last?.line ?? "none")")
        }
        return (call.name, try await judge(victim.contents, facts, crew))
      }
    }
  }

  /// Lets each of its system calls fail in each way it can.
  func failures(_ tracer: SystemCallTracer) async throws -> SweepTally {
    let (facts, calls) = try await sound(tracer)
    var points: [(SystemCallLog.Call, InjectedFailure)] = []
    var skipped = SweepTally()
    for call in calls.dropLast() {
      let failures = InjectedFailure.all(of: call)
      if failures.isEmpty { skipped.skip("\(call.name), which has no failure of these") }
      points += failures.map { (call, $0) }
    }
    // Interruptions are what real disks do not show: none is left out.
    points = points.enumerated().filter { $0.offset % stride == 0 || $0.element.1.isInterruption }.map(\.element)
    var tally = try await visit(points) { call, failure in
      try await Crew.work { crew in
        let log = "\(crew.bench.container)/calls"
        let victim = try SweptVictim(operation, in: crew, tracer: tracer.command(log, .failure(failure), at: call))
        try await victim.prepare()
        guard let answer = try await victim.operate() else { return ("\(failure)", "it died") }
        let found = victim.contents
        try await victim.dismiss()
        let met = try SystemCallLog(contentsOf: log).calls.filter(\.isInjected)
        guard met.map(\.name) == [call.name], met[0].number == call.number else {
          return ("\(failure)", "another call failed: \(met.map(\.line))")
        }
        var violation = facts.complaint(about: answer, failure, found)
        if found.temporaries > max(facts.before.temporaries, facts.after.temporaries), call.name != "unlinkat" {
          violation = violation ?? "a temporary was left behind (ENQ-19)"
        }
        if violation == nil { violation = try await judge(found, facts, crew) }
        return ("\(failure)", violation.map { "\($0); \(call.line)" })
      }
    }
    tally.add(skipped)
    return tally
  }

  /// The operation when nothing befalls it, and its calls.
  private func sound(_ tracer: SystemCallTracer) async throws -> (SweepFacts, [SystemCallLog.Call]) {
    try await Crew.work { crew in
      let log = "\(crew.bench.container)/calls"
      let victim = try SweptVictim(operation, in: crew, tracer: tracer.command(log))
      let facts = try await self.facts(victim)
      let calls = try SystemCallLog(contentsOf: log).lastOperation(below: crew.bench.container)
      return (facts, calls)
    }
  }

  // MARK: Without

  /// Lets the process kill itself before each call of a primitive.
  func selfKills() async throws -> SweepTally {
    let facts = try await Crew.work { crew -> SweepFacts in try await self.facts(SweptVictim(operation, in: crew)) }
    let from = SweptVictim.preparations(operation) + 1
    var tally = SweepTally()
    // More than any operation here makes.
    for first in Swift.stride(from: 1, through: 1_000, by: stride * Self.width) {
      let numbers = (0..<Self.width).map { first + $0 * stride }
      let deaths = try await withThrowingTaskGroup(of: SelfKill?.self) { group in
        for number in numbers { group.addTask { try await selfKill(before: number, from, facts) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for case let death? in deaths { tally.visit(operation.name, death.primitive, death.violation) }
      if deaths.contains(nil) { return tally }
    }
    throw UnexpectedAnswer(description: "\(operation.name) never comes to an end")
  }

  private struct SelfKill: Equatable, Sendable {
    var primitive: String
    var violation: String?
  }

  /// - Returns: `nil` if the operation has fewer calls.
  private func selfKill(before number: Int, _ request: Int, _ facts: SweepFacts) async throws -> SelfKill? {
    try await Crew.work { crew in
      let options = ["--halt", "kill:any:\(number)", "--halt-from", "\(request)"]
      let victim = try SweptVictim(operation, in: crew, options)
      try await victim.prepare()
      if try await victim.operate() != nil { return nil }
      let primitive = try await victim.deadlyPrimitive()
      let violation = try await judge(victim.contents, facts, crew)
      return SelfKill(primitive: primitive, violation: violation.map { "call \(number): \($0)" })
    }
  }

  // MARK: Both

  private func facts(_ victim: SweptVictim) async throws -> SweepFacts {
    try await victim.prepare()
    let before = victim.contents
    guard let answer = try await victim.operate() else {
      throw UnexpectedAnswer(description: "\(operation.name) gives no answer")
    }
    let after = victim.contents
    try await victim.dismiss()
    return SweepFacts(operation: operation, before: before, after: after, answer: answer)
  }

  private func judge(_ found: SweptContents, _ facts: SweepFacts, _ crew: Crew) async throws -> String? {
    if let violation = facts.violation(in: found) { return violation }
    return try await SweepSuccessor(facts: facts, crew: crew).violation(in: found)
  }

  /// Visits the points, a few at a time.
  private func visit<Detail: Sendable>(
    _ points: [(SystemCallLog.Call, Detail)],
    _ body: @escaping @Sendable (SystemCallLog.Call, Detail) async throws -> (what: String, violation: String?)
  ) async throws -> SweepTally {
    var rest = points[...]
    return try await withThrowingTaskGroup(of: (what: String, violation: String?).self) { group in
      var tally = SweepTally()
      func addTask() {
        guard let (call, detail) = rest.popFirst() else { return }
        group.addTask { try await body(call, detail) }
      }
      for _ in 0..<Self.width { addTask() }
      while let (what, violation) = try await group.next() {
        tally.visit(operation.name, what, violation)
        addTask()
      }
      return tally
    }
  }
}
