internal import Foundation

/// A point of the search: what has taken effect, and the mailbox after it.
struct SearchState: Hashable {
  /// When a lease was last renewed, as far as it is known.
  struct Lease: Hashable {
    var token: Int
    var low: Double
    var high: Double
    /// Before an extend that may have gone on without the lock: the stamp that a recovery may just have looked at.
    var earlier: Earlier?
  }

  /// A stamp that an extend replaced.
  struct Earlier: Hashable {
    var low: Double
    var high: Double
    /// The item that replaced it.
    var item: Int
  }

  /// A claim that has begun and is not at its end.
  struct Walk: Hashable {
    var item: Int
    var walk: ModelClaimWalk
  }

  /// What a power loss may leave.
  struct Checkpoint: Hashable {
    var model: MailboxModel
    var leases: [Lease]
  }

  var model: MailboxModel
  var done = ItemSet()
  var walks: [Walk] = []
  var leases: [Lease] = []
  /// States since the last synchronisation, kept only where a power loss is still to come.
  var checkpoints: [Checkpoint] = []
  /// Messages whose content a power loss may have torn; what became of them shows when somebody reads them.
  var tearable: Set<ModelName> = []

  init(model: MailboxModel) {
    self.model = model
  }

  /// What cannot change is left out.
  func hash(into hasher: inout Hasher) {
    hasher.combine(done)
    hasher.combine(walks)
    hasher.combine(leases)
    hasher.combine(model.pending)
    hasher.combine(model.claimed)
    hasher.combine(model.deadLetters)
    hasher.combine(model.quarantined)
    hasher.combine(model.malformedNames)
    hasher.combine(checkpoints)
    hasher.combine(tearable)
    for (number, participant) in model.participants.enumerated() where !participant.newerFormats.isEmpty {
      hasher.combine(number)
      hasher.combine(participant.newerFormats)
    }
  }

  /// Whether nothing differs but what is done.
  func isSameMailbox(as other: SearchState) -> Bool {
    walks == other.walks && leases == other.leases && model == other.model && tearable == other.tearable
  }

  /// Renews the lease of a token.
  mutating func stamp(_ token: Int, _ clock: ClosedRange<Double>, replacing item: Int? = nil) {
    var lease = Lease(token: token, low: clock.lowerBound, high: clock.upperBound)
    if let position = leases.firstIndex(where: { $0.token == token }) {
      let old = leases[position]
      if let item { lease.earlier = Earlier(low: old.low, high: old.high, item: item) }
      leases[position] = lease
    } else {
      leases.insert(lease, at: leases.firstIndex { $0.token > token } ?? leases.endIndex)
    }
  }

  /// Forgets the leases of claims that are no more, and what only one step needs, so that equal mailboxes are equal.
  mutating func tidy() {
    model.upkeep = nil
    model.now = 0
    model.diagnostics = []
    model.wakesUp = false
    if leases.count > model.claimed.count {
      leases.removeAll { lease in !model.claimed.contains { $0.token == lease.token } }
    }
    if !tearable.isEmpty {
      tearable.formIntersection(model.messages.map(\.name))
    }
  }

  mutating func plant(_ file: HistoryPlanted, _ tokens: [UUID: Int]) {
    switch file.place {
    case .pending: model.plant(file.message)
    case .claimed(let token, let stamp):
      let number = tokens[token] ?? model.nextToken
      let before = max(file.attempts - 1, 0)
      model.claimed.append(ModelClaim(token: number, message: file.message, attemptsBefore: before, stamp: 0))
      self.stamp(number, stamp...stamp)
    case .deadLetter(let reason):
      guard let reason = ModelReason(rawValue: reason) else { return }
      model.deadLetters.append(ModelDeadLetter(reason: reason, message: file.message))
    case .malformedName: model.plantMalformedName()
    }
  }
}

/// A set of small numbers.
struct ItemSet: Hashable, Sendable {
  private var words: [UInt64] = []

  func contains(_ item: Int) -> Bool {
    item / 64 < words.count && words[item / 64] >> UInt64(item % 64) & 1 == 1
  }

  mutating func insert(_ item: Int) {
    while words.count <= item / 64 { words.append(0) }
    words[item / 64] |= 1 << UInt64(item % 64)
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
