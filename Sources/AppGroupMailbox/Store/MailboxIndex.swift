#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What is in a mailbox directory, in memory: from one listing, and kept current by whoever changes the directory.
///
/// Whatever it says is confirmed by the call that acts on it. Some 300 bytes a message.
package struct MailboxIndex: Sendable {
  /// Waiting, and as far as known deliverable.
  package private(set) var pending: OrderedList<PendingName>
  /// Waiting too, and part of the depth, but not to be delivered now: it should have become something else, and could not.
  package private(set) var stuck: [PendingName]
  /// The stamps of all claims, in seconds since 1970; as far as known, for a holder may renew its own.
  ///
  /// By their names: what somebody planted may have the token of another.
  package private(set) var claims: [ClaimedName: Double] = [:]
  package private(set) var deadLetters: Set<DeadLetterName>
  package private(set) var quarantined: [QuarantineName]
  /// The file that a repeated identifier is about (clause ENQ-2).
  private var places: [IdentifierKey: Place] = [:]
  /// The ordinals in use that are anybody's clock (clause LAY-10).
  private var ordinals: OrderedList<UInt64>
  /// Between these, in seconds since 1970, are the stamps of all claims.
  private var stamps: ClosedRange<Double>?
  /// Whether it shows everything there is in a form that needs no look at the directory.
  package private(set) var isComplete: Bool

  /// Where the message of an identifier is, without the identifier.
  private struct Place: Sendable {
    var ordinal: UInt64
    var details: PendingName.Details?
    /// Of a claim.
    var token: UUID?
  }

  /// - Parameter listing: Settled, or not: then what it shows is good for one operation only.
  package init(_ listing: Snapshot) {
    pending = OrderedList(listing.pending)
    stuck = listing.stuck
    deadLetters = Set(listing.deadLetters)
    quarantined = listing.quarantined
    ordinals = OrderedList(
      (listing.pending.map(\.ordinal) + listing.stuck.map(\.ordinal) + listing.claimed.map(\.returning.ordinal))
        .filter { $0 < Admission.ordinalBound })
    isComplete = listing.isSettled
    places.reserveCapacity(listing.pending.count + listing.claimed.count)
    for name in listing.pending { place(name) }
    for name in listing.stuck { place(name) }
    for claim in listing.claimed {
      if let stamp = listing.stamps[claim] {
        hold(claim, stamp: stamp)
      } else {
        isComplete = false
        hold(claim, stamp: 0)
      }
    }
  }

  // MARK: Asking

  /// How many wait, deliverable or not.
  package var waitingCount: Int { pending.count + stuck.count }

  /// The highest ordinal in use among those that are anybody's clock (clause LAY-10).
  package var highestOrdinal: UInt64? { ordinals.last }

  /// The file that a repeated identifier is about, if there is one (clauses ENQ-2, DLQ-8).
  package func fileName(of id: UUID) -> FileName? {
    guard let place = places[IdentifierKey(id)] else { return nil }
    let name = PendingName(ordinal: place.ordinal, id: id, details: place.details)
    return place.token.map { ClaimedName(token: $0, returning: name).fileName } ?? name.fileName
  }

  /// How many may be evicted by an enqueue of these identifiers (clause OVF-2).
  package func evictableCount(besides ids: Set<UUID>) -> Int {
    if isComplete { return waitingCount - ids.count { places[IdentifierKey($0)].map { $0.token == nil } ?? false } }
    return evictable(.max, besides: ids).count
  }

  /// The first so many of those, in order.
  package func evictable(_ count: Int, besides ids: Set<UUID>) -> [PendingName] {
    guard count > 0 else { return [] }
    // Where identifiers are repeated, one of them may stand for several files.
    let first = pending.prefix(isComplete ? count + ids.count : .max) + stuck
    return Array(first.filter { !ids.contains($0.id) }.sorted().prefix(count))
  }

  /// The first so many that have expired; `nil` if there are more.
  package func expired(atMost count: Int, now: Double, limits: MailboxLimits) -> [PendingName]? {
    var expired: [PendingName] = []
    // The first in order is the oldest.
    for name in pending.prefix(count + 1) {
      guard now - name.orderingSeconds > limits.messageLifetime else { break }
      expired.append(name)
    }
    return expired.count > count ? nil : expired
  }

  /// The claims that look abandoned.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Complexity: Constant as long as none can be.
  package mutating func abandoned(now: Double, claimTimeout: Double) -> [ClaimedName] {
    guard let bounds = stamps else { return [] }
    let isNone = [bounds.lowerBound, bounds.upperBound].allSatisfy {
      ClaimDisposition.decide(stamp: $0, now: now, claimTimeout: claimTimeout) == .keep
    }
    if isNone { return [] }
    stamps = nil
    for stamp in claims.values { widen(stamp) }
    return claims.filter { _, stamp in
      ClaimDisposition.decide(stamp: stamp, now: now, claimTimeout: claimTimeout) == .recover
    }.map(\.key)
  }

  /// In how many seconds the first of those claims will be abandoned that are not; `nil` if none ever is.
  ///
  /// - Parameter now: Seconds since 1970.
  package func nextRecovery(after now: Double, claimTimeout: Double) -> Double? {
    guard let bounds = stamps, claimTimeout.isFinite else { return nil }
    if bounds.lowerBound + claimTimeout >= now { return bounds.lowerBound + claimTimeout - now }
    // What is overdue could not be recovered, and waits for the next look anyway.
    return claims.values.lazy.map { $0 + claimTimeout - now }.filter { $0 >= 0 }.min()
  }

  // MARK: Keeping current

  /// A file has got this name.
  ///
  /// - Parameter stamp: Of a claim, in seconds since 1970.
  package mutating func add(_ name: FileName, stamp: Double? = nil) {
    switch EntryName(name.bytes) {
    case .pending(let name): add(name)
    case .claimed(let claim):
      if stamp == nil { isComplete = false }
      add(claim, stamp: stamp ?? 0)
    case .deadLetter(let name): deadLetters.insert(name)
    case .quarantined(let name): quarantined.append(name)
    case .foreign: break
    case .legacyTemporary, .malformed: isComplete = false
    }
  }

  /// A message has become pending under this name.
  package mutating func add(_ name: PendingName) {
    note(name)
    if name.isLegacy { isComplete = false }
    pending.insert(name)
    place(name)
  }

  /// A message has been claimed under this name.
  ///
  /// - Parameter stamp: In seconds since 1970.
  package mutating func add(_ claim: ClaimedName, stamp: Double) {
    note(claim.returning)
    hold(claim, stamp: stamp)
  }

  /// A file has lost this name.
  package mutating func remove(_ name: FileName) {
    switch EntryName(name.bytes) {
    case .pending(let name): remove(name)
    case .claimed(let claim): remove(claim)
    case .deadLetter(let name): deadLetters.remove(name)
    case .quarantined(let name): quarantined.removeAll { $0 == name }
    case .foreign, .legacyTemporary, .malformed: break
    }
  }

  /// A message is not pending under this name any more.
  package mutating func remove(_ name: PendingName) {
    if !pending.remove(name) { stuck.removeAll { $0 == name } }
    forget(name, token: nil)
  }

  /// A claim has ended.
  package mutating func remove(_ claim: ClaimedName) {
    claims[claim] = nil
    if claims.isEmpty { stamps = nil }
    forget(claim.returning, token: claim.token)
  }

  /// A claim has this stamp now, in seconds since 1970.
  package mutating func renew(_ claim: ClaimedName, stamp: Double) {
    guard claims[claim] != nil else { return }
    claims[claim] = stamp
    widen(stamp)
  }

  private mutating func hold(_ claim: ClaimedName, stamp: Double) {
    claims[claim] = stamp
    widen(stamp)
    let name = claim.returning
    let key = IdentifierKey(name.id)
    // Two files of one identifier are something to settle.
    if places[key] != nil { isComplete = false }
    places[key] = Place(ordinal: name.ordinal, details: name.details, token: claim.token)
  }

  private mutating func widen(_ stamp: Double) {
    guard let bounds = stamps else { return stamps = stamp...stamp }
    stamps = min(bounds.lowerBound, stamp)...max(bounds.upperBound, stamp)
  }

  private mutating func place(_ name: PendingName) {
    let key = IdentifierKey(name.id)
    if let earlier = places[key] {
      isComplete = false
      let other = PendingName(ordinal: earlier.ordinal, id: name.id, details: earlier.details)
      if earlier.token != nil || other < name { return }
    }
    places[key] = Place(ordinal: name.ordinal, details: name.details, token: nil)
  }

  private mutating func note(_ name: PendingName) {
    if name.ordinal < Admission.ordinalBound { ordinals.insert(name.ordinal) }
  }

  private mutating func forget(_ name: PendingName, token: UUID?) {
    ordinals.remove(name.ordinal)
    let key = IdentifierKey(name.id)
    guard let place = places[key], place.token == token, place.ordinal == name.ordinal else { return }
    places[key] = nil
  }
}
