import AdapterKit
import Foundation
import MailboxTestSupport

/// The next process: it opens what another left, waits until everything that was held is free, and takes it all.
struct SweepSuccessor {
  let facts: SweepFacts
  let crew: Crew
  /// When it comes: nobody looks after a claim any more, and no temporary is being written.
  private static let delay = 20_000.0

  /// What is wrong with what it finds; `nil` if nothing is.
  func violation(in found: SweptContents) async throws -> String? {
    let client = try crew.adapter()
    try await client.perform("clock", ["now": .number(SweptPlant.now + Self.delay)])
    var settings = facts.operation.settings
    settings["limits"] = [:]
    let opening = try await client.call("open", crew.opening(settings))
    if let code = opening.code { return "the next process cannot open it: \(code)" }
    let upkeep = try await client.call("maintain")
    if let code = upkeep.code { return "maintenance of the next process fails: \(code)" }
    let settled = SweptContents(of: crew.bench.directory)
    if let leftOver = leftOver(settled) { return leftOver }

    var delivered: [JSONValue] = []
    // As often as a message in its last attempt, which is claimed alone, makes necessary.
    for _ in 0..<10 {
      let claims = try await client.perform("claim")["claims"]?.elements ?? []
      if claims.isEmpty { break }
      delivered += claims
      for claim in claims { try await client.acknowledge(claim["claim"]?.integer ?? -1) }
    }
    let letters = SweptContents(of: crew.bench.directory).identifiers(.deadLetter)
    if let wrong = complaint(about: delivered, letters, found) { return wrong }
    return try await goesOn(client, letters)
  }

  private func leftOver(_ settled: SweptContents) -> String? {
    let claims = settled.identifiers(.claimed)
    if !claims.isEmpty { return "claimed for ever: \(claims.sorted()) (REC-1)" }
    if settled.temporaries > 0 { return "\(settled.temporaries) temporaries stay (LAY-20)" }
    if !settled.strays.isEmpty { return "strange names stay: \(settled.strays) (LAY-17)" }
    return settled.quarantined > facts.quarantineBound ? "\(settled.quarantined) files are quarantined (QUA-1)" : nil
  }

  private func complaint(about delivered: [JSONValue], _ letters: Set<String>, _ found: SweptContents) -> String? {
    let ids = delivered.compactMap { $0["id"]?.string }
    if Set(ids).count != ids.count { return "delivered twice: \(ids) (DLQ-5)" }
    let certain = Set(facts.before.files.map(\.id)).intersection(facts.after.files.map(\.id))
    let lost = certain.union(unharmed(found)).subtracting(ids).subtracting(letters)
    if !lost.isEmpty { return "never delivered: \(lost.sorted())" }
    let invented = Set(ids).subtracting(found.live.map(\.id))
    if !invented.isEmpty { return "invented: \(invented.sorted())" }
    for claim in delivered {
      guard let id = claim["id"]?.string, let number = UInt64(id.suffix(12), radix: 16) else {
        return "no id: \(claim)"
      }
      let isRight = claim["message"] == .string("m\(number)") || facts.operation.planted.isForeign(id)
      if !isRight { return "torn: \(claim) (ENQ-8)" }
      let attempts = found.live.filter { $0.id == id }.map { $0.attempts ?? 0 }
      if !attempts.contains(claim["attempts"]?.integer ?? -1) { return "\(claim), found with \(attempts) (REC-5)" }
    }
    let dates = delivered.compactMap { $0["enqueuedAt"].flatMap(Self.number) }
    return dates == dates.sorted() && dates.count == delivered.count ? nil : "not in order: \(dates) (ORD-1)"
  }

  private static func number(_ value: JSONValue) -> Double? {
    if case .number(let number) = value { number } else { value.integer.map(Double.init) }
  }

  /// What nothing in the operation's mailbox entitles anybody to remove or quarantine.
  private func unharmed(_ found: SweptContents) -> Set<String> {
    Set(found.live.filter { facts.after.files.contains($0) }.map(\.id))
  }

  /// Whether a new message goes its way.
  private func goesOn(_ client: AdapterClient, _ letters: Set<String>) async throws -> String? {
    let id = MailboxBench.id(99).uuidString
    try await client.perform("enqueue", ["message": "next", "id": .string(id)])
    let claims = try await client.claim()
    guard claims.map(\.message) == ["next"] else { return "the next message comes back as \(claims.map(\.message))" }
    try await client.acknowledge(claims[0].claim)
    let listed = try await client.perform("deadLetters")["letters"]?.elements ?? []
    guard Set(listed.compactMap { $0["id"]?.string }).isSuperset(of: letters) else {
      return "dead letters are listed as \(listed) (DLQ-12)"
    }
    return SweptContents(of: crew.bench.directory).live.isEmpty ? nil : "not everything can be taken"
  }
}

extension [SweptPlant] {
  /// Whether the message was planted with a content of its own.
  fileprivate func isForeign(_ id: String) -> Bool { contains { $0.name.contains(id) && !$0.content.contains(":\"m") } }
}
