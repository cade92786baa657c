internal import AppGroupMailbox
internal import Foundation

/// What the witness saw of one operation, from its beginning.
struct WitnessedOperation {
  /// A message that the operation has claimed.
  struct Claim {
    var token: UUID
    var original: SeenFile
    var isLastAttempt: Bool
    /// Whether it was put away or back, or taken by another.
    var isGone = false
  }

  let call: HistoryCall
  /// Whether a writer of release 0.1 is at work, which knows less.
  let isLegacy: Bool
  let began: Int
  let monotonic: UInt64
  /// Whether the claim that it is about was there when it began.
  let hasClaim: Bool
  /// What the clock has shown whenever the process ran.
  var clock: ClosedRange<Double>
  /// Calls that were made to fail.
  var faults = 0
  /// Whether anything happened that no participant does, or somebody's lock was not the one at its path.
  var isExcused = false

  /// What it published and has not taken back, in order.
  var published: [SeenFile] = []
  var hasTakenBack = false
  /// The names that it may evict.
  var mayEvict: [VolumeName] = []
  var claims: [Claim] = []
  /// Tokens whose claim it ended or extended.
  var settled: Set<UUID> = []
  var removedLetters: [DeadLetterName] = []
  var quarantinedSinceLock = 0

  /// Identifiers that were pending or claimed at some moment.
  var presentIDs: Set<UUID> = []
  /// Those of which there were two files.
  var twiceIDs: Set<UUID> = []
  /// What was pending at some moment, by name.
  var waiting: [SeenFile] = []
  /// Dead letters that were there at some moment.
  var presentLetters: Set<DeadLetterName> = []
  /// The largest depth and the largest number of claims.
  var deepest = 0
  /// Whether there was a file that its owner may not read.
  var hasMetUnreadable = false
  var mostClaimed = 0
  /// What statistics may count.
  var counts: [ClosedRange<Int>]

  init(_ call: HistoryCall, isLegacy: Bool, at began: Int, clock: Double, monotonic: UInt64, _ sight: DirectorySight) {
    self.call = call
    self.isLegacy = isLegacy
    self.began = began
    self.monotonic = monotonic
    hasClaim = call.token.flatMap { sight.claim($0) } != nil
    self.clock = clock...clock
    counts = sight.counts.map { $0...$0 }
    see(sight)
  }

  mutating func see(_ sight: DirectorySight) {
    var ids: Set<UUID> = []
    for file in sight.files where file.isRegular {
      if let letter = file.letter {
        presentLetters.insert(letter)
      } else if let id = file.message?.id {
        presentIDs.insert(id)
        if file.pending != nil, !waiting.contains(where: { $0.name == file.name }) { waiting.append(file) }
        if !ids.insert(id).inserted { twiceIDs.insert(id) }
      }
    }
    if sight.files.contains(where: \.isUnreadable) { hasMetUnreadable = true }
    deepest = max(deepest, sight.depth)
    mostClaimed = max(mostClaimed, sight.claimedCount)
    counts = zip(counts, sight.counts).map { min($0.lowerBound, $1)...max($0.upperBound, $1) }
  }

  mutating func see(clock now: Double) {
    if now < clock.lowerBound { clock = now...clock.upperBound }
    if now > clock.upperBound { clock = clock.lowerBound...now }
  }

  /// The identifiers that it stores.
  var storedIDs: [UUID] {
    if case .restore(let id, _) = call { return [id] }
    return call.messages.compactMap(\.id)
  }

  /// Whether a message in its last attempt is among them; one that cannot be delivered ends no claim.
  var hasLastAttempt: Bool { inHand.contains { $0.isLastAttempt && $0.original.content.isGood } }

  /// Claims that are still in its hands.
  var inHand: [Claim] { claims.filter { !$0.isGone } }

  /// What a consumer is to be told of a claim: at most one.
  func due(_ token: UUID) -> [HistoryClaim] {
    claims.filter { $0.token == token }.map { $0.original.delivered(as: token) }
  }

  func claimed(_ token: UUID) -> Claim? { claims.first { $0.token == token } }
}

extension SeenFile {
  fileprivate func delivered(as token: UUID) -> HistoryClaim {
    HistoryClaim(
      token: token, id: message?.id ?? UUID(high: 0, low: 0), payload: content.payload ?? "",
      date: content.date ?? date,
      attempts: message?.attempts ?? 0)
  }
}
