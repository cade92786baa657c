import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// A race of helpers of several implementations on one mailbox.
final class MixedRace: Sendable {
  let race: Race
  private let programs: [Implementation: [String]]
  private let kinds = StateLock<[Implementation]>([])

  /// - Parameter settings: Options of `MailboxAdapter race` that are the same for all.
  init(_ crew: Crew, _ settings: [String]) async throws {
    race = try Race(crew, settings)
    var programs: [Implementation: [String]] = [:]
    for kind in Implementation.allCases { programs[kind] = try await kind.racing() }
    self.programs = programs
  }

  /// Enqueues so many messages, each until it is stored.
  func producer(_ kind: Implementation, count: Int, _ others: [String] = []) throws -> RaceHelper {
    try racer(kind, ["--work", kind == .legacy ? "legacy" : "produce", "--count", "\(count)"] + others)
  }

  /// Claims and settles until the race is finished.
  func consumer(_ kind: Implementation, _ others: [String] = []) throws -> RaceHelper {
    try racer(kind, ["--work", "consume", "--until-marker", race.marker] + others)
  }

  /// Does so many operations of every kind, at random.
  func mixer(_ kind: Implementation, count: Int, seed: UInt64) throws -> RaceHelper {
    try racer(kind, ["--work", "mix", "--count", "\(count)", "--seed", "\(seed)"])
  }

  /// Anything else that `MailboxAdapter race` does.
  func racer(_ kind: Implementation, _ arguments: [String]) throws -> RaceHelper {
    let helper = try race.racer(arguments, program: try #require(programs[kind]))
    kinds.withLock { $0.append(kind) }
    return helper
  }

  /// Who each claim that is there is held by, and of which messages.
  func held() throws -> [Implementation: Set<UUID>] {
    let kinds = kinds.withLock(\.self)
    return try race.crew.bench.claimed().reduce(into: [:]) { held, claim in
      // Tokens begin with the number of their helper.
      let number = try #require(Int(claim.token.uuidString.prefix(8), radix: 16))
      held[kinds[number - 1], default: []].insert(claim.returning.id)
    }
  }

  /// Judges what they recorded, and adds it to what was seen of such races.
  @discardableResult
  func judge(_ origin: String, into tally: inout MixedTally) throws -> MailboxHistory {
    let history = try race.judge(origin)
    let kinds = kinds.withLock(\.self)
    // Whoever comes last is the first participant; of the others each has said who it is.
    try #require(history.participants.count == kinds.count + 1)
    tally.add(history, [.swift] + kinds)
    return history
  }
}
