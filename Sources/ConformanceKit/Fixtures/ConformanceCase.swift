/// One case: what is there, what is done, what must come of it.
package struct ConformanceCase: Sendable {
  package var id: String
  package var title: String
  package var suite: String
  package var clauses: [String]
  package var environment: [String]
  package var features: [String]
  package var isCompound: Bool
  /// Whether it is about what one instance remembers.
  package var needsOneInstance: Bool
  package var actors: [String: Actor]
  package var setup: [CaseEntry]
  package var steps: [CaseStep]
  package var final: CaseFinal
  /// The file it comes from.
  package var file: String
  /// As it stands there.
  package var source: JSON

  /// The settings with which an actor opens its mailbox.
  package struct Actor: Sendable {
    package var limits: JSON = [:]
    package var policy = "rejectNewest"
    package var durability = "processCrash"
    package var consumer = "json"

    package init() {}
  }

  package static let environments = [
    "symlink", "hardlink", "fifo", "socket", "chmod", "nonroot", "root", "caseSensitive", "sparse",
  ]
  package static let features = [
    "batch", "deadLetters", "extend", "statistics", "clock", "durability", "diagnostics", "consumerTypes",
  ]

  init(_ reading: FixtureReading, suite: String, catalogue: ClauseCatalogue) throws {
    var reading = reading
    reading.caseID = reading.value["id"]?.string
    let members = try reading.members([
      "id", "title", "clauses", "environment", "features", "compound", "sameInstance", "actors", "setup", "steps",
      "final",
    ])
    let slug = try members.required("id")
    id = try slug.string()
    guard Self.isSlug(id) else {
      throw slug.fault("\"\(id)\" is no slug", "use lower-case letters and digits with single hyphens between")
    }
    self.suite = suite
    file = reading.file
    source = reading.value
    title = try members.required("title").string()
    let named = try members.required("clauses")
    clauses = try named.elements().map { clause in
      let text = try clause.string()
      guard catalogue[text] != nil else {
        throw clause.fault("\"\(text)\" is no clause of SPEC.md", catalogue.suggestion(for: text))
      }
      return text
    }
    guard (1...3).contains(clauses.count) else {
      throw named.fault("\(clauses.count) clauses are named", "name one to three")
    }
    environment = try members["environment"]?.elements().map { try $0.string(from: Self.environments) } ?? []
    features = try members["features"]?.elements().map { try $0.string(from: Self.features) } ?? []
    isCompound = try members["compound"]?.boolean() ?? false
    needsOneInstance = try members["sameInstance"]?.boolean() ?? false
    actors = try members["actors"]?.anyMembers().mapValues(Actor.init) ?? ["a": Actor()]
    setup = try members["setup"]?.elements().map(CaseEntry.init) ?? []
    let listed = try members.required("steps")
    steps = try listed.elements().map(CaseStep.init)
    if steps.isEmpty { throw listed.fault("nothing is done", "give at least one step") }
    final = try CaseFinal(members.required("final"))
    for (number, step) in steps.enumerated() {
      guard case .operation(let operation) = step, actors[operation.actor] == nil else { continue }
      throw listed.fault(
        "step \(number + 1) names the actor \"\(operation.actor)\", which is not among the actors",
        "use one of \(actors.keys.sorted().joined(separator: ", ")), or add it to \"actors\"")
    }
  }
}

extension ConformanceCase {
  /// Whether it is words of lower-case letters and digits with single hyphens between.
  fileprivate static func isSlug(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }
}

extension ConformanceCase.Actor {
  init(_ reading: FixtureReading) throws {
    let members = try reading.members(["limits", "policy", "durability", "consumer"])
    limits = members["limits"]?.value ?? [:]
    _ = try members["limits"]?.members([
      "maxMessages", "maxPayloadBytes", "messageLifetime", "claimTimeout", "maxQuarantinedFiles", "maxAttempts",
      "maxDeadLetters", "lockTimeout",
    ])
    policy = try members["policy"]?.string(from: ["rejectNewest", "discardOldest"]) ?? policy
    durability = try members["durability"]?.string(from: ["powerLoss", "ordered", "processCrash"]) ?? durability
    consumer = try members["consumer"]?.string(from: ["json", "string"]) ?? consumer
  }
}
