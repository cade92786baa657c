import AppGroupMailbox
import Foundation
import MailboxSimulation

/// Enqueues messages with identifiers of its own, one at a time or in batches, each until it is stored.
struct Producing: RaceWork {
  private var process: Int
  private let marker: RaceMarker?
  private let batch: Int
  private let count: Int
  /// The usual pause between two, in seconds.
  private let every: Double?
  private var generator: SplitMix64
  private var stored = 0

  init(_ arguments: inout CommandArguments, _ settings: RaceSettings) throws {
    process = settings.process
    marker = settings.marker
    batch = try arguments.takeIfThere("batch") ?? 1
    count = try arguments.take("count")
    every = try arguments.takeIfThere("every")
    generator = SplitMix64(seed: settings.seed)
  }

  mutating func perform(on mailbox: RecordedMailbox<HistoryRecorder>) throws -> Bool {
    if let every {
      SystemClock().sleep(nanoseconds: UInt64(Double.random(in: 0...2 * every, using: &generator) * 1e9))
    }
    guard stored < count, marker?.isThere != true else { return false }
    let ids = (stored..<min(stored + batch, count)).map { UUID(process: process, number: $0) }
    if ids.count == 1 {
      try mailbox.enqueue(UserMessage.text(ids[0]), id: ids[0])
    } else {
      try mailbox.enqueue(contentsOf: ids.map { (id: $0, message: UserMessage.text($0)) })
    }
    stored += ids.count
    return stored < count
  }

  mutating func goOn(in settings: RaceSettings) {
    process = settings.process
    stored = 0
  }
}

/// Claims and settles until nothing is left and the marker says that nothing more will come.
struct Consuming: RaceWork {
  private let marker: RaceMarker
  private let limit: Int
  private let releaseEvery: Int?
  private let extendEvery: Int?
  private var hands: [MailboxClaim<String>] = []
  private var handled = 0

  init(_ arguments: inout CommandArguments, _ settings: RaceSettings) throws {
    guard let marker = settings.marker else { throw CommandError("--until-marker is missing") }
    self.marker = marker
    limit = try arguments.takeIfThere("limit") ?? 8
    releaseEvery = try arguments.takeIfThere("release-every")
    extendEvery = try arguments.takeIfThere("extend-every")
  }

  mutating func perform(on mailbox: RecordedMailbox<HistoryRecorder>) throws -> Bool {
    guard hands.isEmpty else {
      try settle(on: mailbox)
      return true
    }
    // Looked at before the claim: what came before the marker is then claimed or there.
    let isLast = marker.isThere
    hands = try mailbox.claimPending(limit: limit).reversed()
    if hands.isEmpty && !isLast { Idling.pause() }
    return !(hands.isEmpty && isLast)
  }

  private mutating func settle(on mailbox: RecordedMailbox<HistoryRecorder>) throws {
    handled += 1
    let claim = hands.removeLast()
    if isDue(extendEvery) { try mailbox.extend(claim) }
    if isDue(releaseEvery) { try mailbox.release(claim) } else { try mailbox.acknowledge(claim) }
  }

  /// What is in hand is in the hands of both then.
  mutating func goOn(in settings: RaceSettings) {}

  private func isDue(_ every: Int?) -> Bool { every.map { handled % $0 == 0 } ?? false }
}

/// So many operations of every kind, at random; some identifiers are those of the others.
struct Mixing: RaceWork {
  private var settings: RaceSettings
  private var user: MailboxUser<HistoryRecorder>?
  private var random: SplitMix64
  private var left: Int

  init(_ arguments: inout CommandArguments, _ settings: RaceSettings) throws {
    self.settings = settings
    random = SplitMix64(seed: settings.seed)
    left = try arguments.take("count")
  }

  mutating func perform(on mailbox: RecordedMailbox<HistoryRecorder>) throws -> Bool {
    guard left > 0, settings.marker?.isThere != true else { return false }
    left -= 1
    let user = user ?? begin(mailbox)
    self.user = user
    let step = UserStep(
      choice: .random(in: 0..<24, using: &random), first: .random(in: 0..<4096, using: &random),
      second: .random(in: 0..<4096, using: &random))
    try user.perform(step)
    return left > 0
  }

  mutating func goOn(in settings: RaceSettings) {
    self.settings = settings
    user = nil
    random = SplitMix64(seed: settings.seed ^ UInt64(settings.process) << 32)
  }

  private func begin(_ mailbox: RecordedMailbox<HistoryRecorder>) -> MailboxUser<HistoryRecorder> {
    let own = StateLock(0)
    return MailboxUser(mailbox) { [settings] number in
      if number % 6 == 5 { return UUID(process: 0, number: number / 6 % Self.commonIdentifiers) }
      return own.withLock { own in
        own += 1
        return UUID(process: settings.process, number: own)
      }
    } now: { [settings] in
      settings.clock.now
    }
  }

  private static let commonIdentifiers = 8
}
