import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct MailboxIndexTests {
  private static let limits = MailboxLimits(messageLifetime: 500)

  /// A directory's names, as a mailbox changes them, and the stamps of its claims.
  private struct Names {
    var stamps: [FileName: Double] = [:]
    var names: Set<FileName> = []

    var listing: Snapshot {
      var listing = Snapshot()
      for name in names { name.bytes.withContiguousStorageIfAvailable { listing.add($0, .regular) } }
      for claim in listing.claimed { listing.stamps[claim] = stamps[claim.fileName] }
      listing.isSettled = true
      return listing
    }
  }

  @Test(.clauses("ENQ-2", "LAY-10", "ORD-1"), arguments: 1...5 as ClosedRange<UInt64>)
  func `An index that is kept current says what a new one would`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let identifiers = SeededIdentifiers(seed: seed)
    var directory = Names()
    var index = MailboxIndex(directory.listing)
    func change(_ old: FileName?, _ new: FileName?, stamp: Double? = nil) {
      // By a name or by what it says: that is the same.
      let byValue = Bool.random(using: &random)
      if let old {
        directory.names.remove(old)
        switch EntryName(old.bytes) {
        case .pending(let name) where byValue: index.remove(name)
        case .claimed(let claim) where byValue: index.remove(claim)
        default: index.remove(old)
        }
      }
      if let new {
        directory.names.insert(new)
        directory.stamps[new] = stamp
        switch EntryName(new.bytes) {
        case .pending(let name) where byValue: index.add(name)
        case .claimed(let claim) where byValue: index.add(claim, stamp: stamp!)
        default: index.add(new, stamp: stamp)
        }
      }
    }
    for step in 0..<2_000 {
      let now = Double(step)
      let pending = index.pending.prefix(.max)
      let claims = Array(index.claims.keys)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        // Some have the same date, some a planted ordinal.
        let ordinal = Int.random(in: 0..<50, using: &random) == 0 ? Admission.ordinalBound + 5 : UInt64(step)
        let date = NameDate(seconds: (now / 4).rounded() - Double.random(in: 0..<3, using: &random).rounded())!
        let name = PendingName(
          ordinal: ordinal, id: identifiers.makeIdentifier(), details: .init(date: date, attempts: 0))
        change(nil, name.fileName)
      case 3, 4:
        guard let name = pending.randomElement(using: &random) else { continue }
        // What somebody planted may have the token of another.
        let token = Int.random(in: 0..<8, using: &random) == 0 ? claims.first?.token : nil
        let claim = ClaimedName(token: token ?? identifiers.makeIdentifier(), returning: name.raisingAttempts())
        change(name.fileName, claim.fileName, stamp: now)
      case 5:
        guard let claim = claims.randomElement(using: &random) else { continue }
        change(claim.fileName, claim.returning.fileName)
      case 6:
        guard let claim = claims.randomElement(using: &random) else { continue }
        let letter = DeadLetterName(reason: .rejected, message: claim.returning)
        change(claim.fileName, Bool.random(using: &random) ? letter.fileName : nil)
      default:
        guard let name = pending.randomElement(using: &random) else { continue }
        let target = QuarantineName(milliseconds: UInt64(step), id: identifiers.makeIdentifier(), reason: .body)
        change(name.fileName, Bool.random(using: &random) ? target.fileName : nil)
      }
      guard step % 20 == 0 else { continue }
      var fresh = MailboxIndex(directory.listing)
      #expect(index.pending.prefix(.max) == fresh.pending.prefix(.max))
      #expect(index.deadLetters == fresh.deadLetters && Set(index.quarantined) == Set(fresh.quarantined))
      #expect(index.highestOrdinal == fresh.highestOrdinal)
      #expect(index.waitingCount == fresh.waitingCount && index.claims.count == directory.listing.claimed.count)
      #expect(index.isComplete && fresh.isComplete)
      let ids = Set((pending.map(\.id) + claims.map(\.returning.id)).prefix(3) + [identifiers.makeIdentifier()])
      for id in ids { #expect(index.fileName(of: id) == fresh.fileName(of: id)) }
      #expect(index.evictableCount(besides: ids) == fresh.evictableCount(besides: ids))
      #expect(index.evictable(5, besides: ids) == fresh.evictable(5, besides: ids))
      for moment in [now, now + 300, now + 700, now - 500] {
        #expect(
          index.expired(atMost: 8, now: moment, limits: Self.limits)
            == fresh.expired(atMost: 8, now: moment, limits: Self.limits))
        let (abandoned, expected) = (
          index.abandoned(now: moment, claimTimeout: 400), fresh.abandoned(now: moment, claimTimeout: 400)
        )
        #expect(Set(abandoned) == Set(expected))
      }
    }
  }

  @Test(.clauses("DLQ-5", "LAY-17"))
  func `What has to be settled makes an index good for one operation only`() throws {
    let message = MailboxBench.name(1)
    for names in [
      // Two files of one identifier, names of release 0.1, and what is no name of ours.
      [message.fileName, MailboxBench.name(1, ordinal: 2).fileName],
      [message.fileName, ClaimedName(token: UUID(), returning: message).fileName],
      [PendingName(ordinal: 1, id: UUID(), details: nil).fileName], ["pending-7"], [".dat.nosync1"],
    ] as [[FileName]] {
      var index = MailboxIndex(Names().listing)
      for name in names { index.add(name, stamp: 0) }
      #expect(!index.isComplete)
    }
    // A claim whose stamp nobody has looked at.
    var index = MailboxIndex(Names().listing)
    index.add(ClaimedName(token: UUID(), returning: message).fileName)
    #expect(!index.isComplete)
  }

  @Test(.clauses("LSE-2", "REC-2"))
  func `A renewed claim is not abandoned when the stamp that it had runs out`() {
    let claim = ClaimedName(token: UUID(), returning: MailboxBench.name(1))
    var index = MailboxIndex(Names().listing)
    index.add(claim.fileName, stamp: 100)
    func abandoned(now: Double) -> [ClaimedName] { index.abandoned(now: now, claimTimeout: 60) }
    #expect(abandoned(now: 150) == [])
    #expect(abandoned(now: 161) == [claim])
    index.renew(claim, stamp: 150)
    #expect(abandoned(now: 161) == [])
    #expect(abandoned(now: 211) == [claim])
    // A clock that went back.
    #expect(abandoned(now: 20) == [claim])
  }
}
